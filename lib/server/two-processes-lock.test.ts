/** Two processes on one database: what was acknowledged by one before the other locks is in the other's marks and scores. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { AnswerReply } from "@/lib/contracts/answers";
import type { ResultsReply } from "@/lib/contracts/http";
import type { MarkingView } from "@/lib/contracts/marking";
import type { Envelope, HostView, PlayerView } from "@/lib/contracts/views";
import { lateDraftsMs } from "@/lib/game/state";
import type { Store } from "@/lib/store/store";
import { openTestStore, sheetQuiz, smallQuiz } from "@/lib/store/test-store";
import { openTestApp, type TestApp } from "./test-app";

let store: Store;
let here: TestApp;
let there: TestApp;
beforeAll(async () => {
  store = await openTestStore();
  // both know that they are not alone
  const shared: Store = { ...store, mode: "postgres" };
  [here, there] = await Promise.all([openTestApp({}, shared), openTestApp({}, shared)]);
});
afterAll(async () => {
  await here.close();
  await there.close();
  await store.close();
});

const text = (words: string) => ({ kind: "text" as const, text: words });
const rightOf = (view: HostView) => {
  const { question } = view;
  if (question && "choices" in question)
    return { kind: "choice" as const, choiceId: question.choices.find(({ correct }) => correct)?.id ?? "" };
  return text("dog");
};

test.each([
  ["lockAndReveal", smallQuiz],
  ["lockQuestion", smallQuiz],
  ["lockAndReveal", sheetQuiz],
] as const)("an answer acknowledged there a moment before %s here", async (type, quiz) => {
  const cookie = await here.signIn();
  const { sessionId, pin } = await here.startSession(cookie, quiz);
  const path = `/api/sessions/${sessionId}`;
  const { token, playerId } = await there.join(pin, "Far away");
  const order = here.orders(cookie, sessionId);
  await order({ type: "advance" });
  const open = await order({ type: "advance" });
  const questionId = open.question?.id ?? "";
  const body = { questionId, submissionId: "a moment before", value: rightOf(open) };
  // the look over there is what brings the question to it
  const saved = await there.request<AnswerReply>("POST", `${path}/answers`, { token, body });
  expect(saved.json.ok).toBe(true);
  let view = await order({ type });
  if (view.shared.phase === "locked") view = await order({ type: "advance" });
  expect(view.shared).toMatchObject({ phase: "reveal", reveal: { answeredCount: 1, rightCount: 1 } });
  const results = await here.request<ResultsReply>("GET", `${path}/results`, { cookie });
  expect(results.json.players).toMatchObject([{ playerId, points: 1 }]);
});

test("a draft that the other process took in at the lock is with this one's marker", async () => {
  const cookie = await here.signIn();
  const { sessionId, pin } = await here.startSession(cookie, sheetQuiz);
  const path = `/api/sessions/${sessionId}`;
  const { token } = await there.join(pin, "Far away");
  const order = here.orders(cookie, sessionId);
  for (let step = 0; step < 2; step++) await order({ type: "advance" });
  const { question } = await order({ type: "advance" });
  await order({ type: "lockQuestion" });
  await vi.waitFor(
    async () => {
      const view = await there.request<Envelope<PlayerView>>("GET", `${path}/view`, { token });
      expect(view.json.view.shared.phase).toBe("locked");
    },
    { timeout: 5_000 },
  );
  const body = { questionId: question?.id, submissionId: "in the field", value: text("fox") };
  const saved = await there.request<AnswerReply>("POST", `${path}/answers`, { token, body });
  expect(saved.json.ok).toBe(true);
  await vi.waitFor(
    async () => {
      const marking = await here.request<MarkingView>("GET", `${path}/marking`, { cookie });
      expect(marking.json.questions.flatMap(({ groups }) => groups)).toMatchObject([{ text: "fox" }]);
    },
    { timeout: lateDraftsMs + 5_000, interval: 500 },
  );
});
