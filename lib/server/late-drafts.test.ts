/** What stands in the fields of a sheet when the host locks it by hand. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { AnswerReply } from "@/lib/contracts/answers";
import type { MarkingView } from "@/lib/contracts/marking";
import type { Envelope, PlayerView } from "@/lib/contracts/views";
import { lateDraftsMs } from "@/lib/game/state";
import { sheetQuiz } from "@/lib/store/test-store";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const text = (words: string) => ({ kind: "text" as const, text: words });

async function lockedNight() {
  const cookie = await app.signIn();
  const { sessionId, pin } = await app.startSession(cookie, sheetQuiz);
  const path = `/api/sessions/${sessionId}`;
  const seats = [await app.join(pin, "Quick"), await app.join(pin, "Slow")] as const;
  const order = app.orders(cookie, sessionId);
  for (let step = 0; step < 2; step++) await order({ type: "advance" });
  const { question } = await order({ type: "advance" });
  const questionId = question?.id ?? "";
  const marking = async (since?: number) => {
    const query = since === undefined ? "" : `?since=${since}`;
    return app.request<MarkingView>("GET", `${path}/marking${query}`, { cookie });
  };
  const answer = (token: string, submissionId: string, words: string) =>
    app.request<AnswerReply>("POST", `${path}/answers`, {
      token,
      body: { questionId, submissionId, value: text(words) },
    });
  return { sessionId, path, seats, order, questionId, marking, answer };
}

test("a draft sent at the lock's arrival is saved over both roads, and the marker has it without asking anew", async () => {
  const night = await lockedNight();
  const [quick, slow] = night.seats;
  const socket = app.socket({ sessionId: night.sessionId, role: "player", token: quick.token });
  // as the phone does: what is in a field goes out when the lock arrives
  const bySocket = new Promise<AnswerReply>((done) => {
    socket.on("view:player", ({ view }) => {
      if (view.shared.phase === "locked")
        void socket
          .emitWithAck("answer:submit", {
            questionId: night.questionId,
            submissionId: "in the field, socket",
            value: text("dog"),
          })
          .then(done);
    });
  });
  socket.connect();
  await new Promise<void>((up) => socket.once("view:player", () => up()));
  const view = await app.request<Envelope<PlayerView>>("GET", `${night.path}/view`, { token: slow.token });
  const poll = app.request<Envelope<PlayerView>>(
    "GET",
    `${night.path}/view?since=${encodeURIComponent(view.json.cursor)}&wait=10`,
    { token: slow.token },
  );
  expect((await night.order({ type: "lockQuestion" })).shared.phase).toBe("locked");
  const atTheLock = (await night.marking()).json;
  expect((await poll).json.view.shared.phase).toBe("locked");
  const byHttp = await night.answer(slow.token, "in the field, http", "hound");
  for (const reply of [await bySocket, byHttp.json]) expect(reply).toMatchObject({ ok: true, revision: 0 });
  // a page that looks in between must not miss it later
  await night.marking(atTheLock.version);
  await vi.waitFor(
    async () => {
      const reply = await night.marking(atTheLock.version);
      expect(reply.status).toBe(200);
      expect(reply.json.questions.flatMap(({ groups }) => groups.map((group) => group.text)).sort()).toEqual([
        "dog",
        "hound",
      ]);
    },
    { timeout: lateDraftsMs + 5_000 },
  );
  const again = await night.answer(slow.token, "after the two seconds", "fox");
  expect(again.json).toMatchObject({ ok: false, code: "QUESTION_CLOSED" });
});

test("the first answer that is shown ends it", async () => {
  const night = await lockedNight();
  const [quick] = night.seats;
  await night.order({ type: "lockQuestion" });
  await night.order({ type: "advance" });
  const late = await night.answer(quick.token, "after the reveal", "dog");
  expect(late.json).toMatchObject({ ok: false, code: "QUESTION_CLOSED" });
});
