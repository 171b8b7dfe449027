/** Two processes on one database, as a company that hosts many venues runs them. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { SubmitAnswer } from "@/lib/contracts/answers";
import type { Envelope, PlayerView } from "@/lib/contracts/views";
import { sheetQuiz } from "@/lib/store/test-store";
import { otherProcess } from "./other-process.test-support";
import type { SessionService } from "./session-service";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let other: SessionService;
beforeAll(async () => {
  app = await openTestApp();
  other = otherProcess(app.box);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

test("a team's phones on two processes: each hears of the other's change, and neither overwrites it", async () => {
  const cookie = await app.signIn();
  const { sessionId, pin } = await app.startSession(cookie, sheetQuiz);
  const { token, playerId } = await app.join(pin, "Far apart");
  const order = app.orders(cookie, sessionId);
  await order({ type: "advance" });
  await order({ type: "advance" });
  const { question } = await order({ type: "advance" });
  const questionId = question?.id ?? "";
  const there = await other.findRoom(sessionId);
  const seat = there && (await other.seatFor(there, app.box.tokens.readDevice(token)));
  if (!there || !seat?.ok) throw new Error("no seat there");

  const here = (body: SubmitAnswer) =>
    app.request<object>("POST", `/api/sessions/${sessionId}/answers`, { token, body });
  const text = (words: string) => ({ kind: "text" as const, text: words });
  await here({ questionId, submissionId: "written here", value: text("cat") });
  const woken = other.waiters.wait(sessionId, playerId, 10_000);
  expect(await woken).toBe(true);
  const shownThere = JSON.parse(there.playerBody(seat.value, 0, 0).body) as Envelope<PlayerView>;
  expect(shownThere.view.me.sheet).toEqual([{ questionId, value: text("cat"), revision: 0 }]);
  const change = { questionId, submissionId: "changed there", value: text("dog"), revision: 0 };
  expect(await other.submitAnswer(there, seat.value, change, app.box.now())).toMatchObject({
    ok: true,
    revision: 1,
  });
  // this process has not heard of it, and must not believe its memory
  const blind = await here({ questionId, submissionId: "changed here", value: text("hen"), revision: 0 });
  expect(blind.json).toMatchObject({ code: "ANSWER_CHANGED", stored: text("dog"), revision: 1 });

  await order({ type: "lockQuestion" });
  await vi.waitFor(() => expect(there.state.position.phase).toBe("locked"), { timeout: 10_000 });
  const draft = { questionId, submissionId: "in the field at the lock", value: text("fox"), revision: 1 };
  expect(await other.submitAnswer(there, seat.value, draft, app.box.now())).toMatchObject({ ok: true });
  await order({ type: "advance" });
  await vi.waitFor(() => expect(there.state.position.phase).toBe("reveal"), { timeout: 10_000 });
  const late = { questionId, submissionId: "after the reveal", value: text("hen"), revision: 2 };
  expect(await other.submitAnswer(there, seat.value, late, app.box.now())).toMatchObject({
    ok: false,
    code: "QUESTION_CLOSED",
  });
});
