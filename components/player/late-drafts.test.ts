/** A phone's sheet at the moment the host locks it by hand: drafts, outbox and a house that closes after its two seconds. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSheetOutbox } from "@/lib/client/sheet-outbox";
import type { AnswerReply, AnswerValue, SubmitAnswer } from "@/lib/contracts/answers";
import type { PublicQuestion } from "@/lib/contracts/views";
import { lateDraftsMs } from "@/lib/game/state";
import { sheetDrafts, typingPauseMs } from "./sheet-drafts";

const question: PublicQuestion = {
  id: "q1",
  number: 1,
  type: "text",
  text: "Capital of Slovenia?",
  choices: [],
  points: 10,
  isLastOfRound: false,
  isLastOfQuiz: false,
};
const text = (said: string): AnswerValue => ({ kind: "text", text: said });

/** One way to the house. A full room on the fallback hears of a lock within 1.5 s; most phones within 50 ms. */
function open(wayMs: number) {
  let lockedAt = Number.POSITIVE_INFINITY;
  let stored: { answer: SubmitAnswer; revision: number } | null = null;
  const wait = (ms: number) => new Promise((wake) => setTimeout(wake, ms));
  function house(answer: SubmitAnswer): AnswerReply {
    if (performance.now() > lockedAt + lateDraftsMs)
      return { ok: false, code: "QUESTION_CLOSED", message: "" };
    if (stored && answer.revision !== stored.revision)
      return {
        ok: false,
        code: "ANSWER_CHANGED",
        message: "",
        stored: stored.answer.value,
        revision: stored.revision,
      };
    stored = { answer, revision: (stored?.revision ?? -1) + 1 };
    const { questionId, submissionId, value } = answer;
    return { ok: true, questionId, submissionId, value, revision: stored.revision };
  }
  let ids = 0;
  const outbox = createSheetOutbox("s1", {
    storage: { get: () => null, set: () => undefined, remove: () => undefined },
    async send(answer) {
      await wait(wayMs);
      const reply = house(answer);
      await wait(wayMs);
      return reply;
    },
    newId: () => `submission-${++ids}`,
    monotonicNow: () => performance.now(),
    setTimer: (run, ms) => setTimeout(run, ms),
    clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
    random: () => 0,
    onChange: () => undefined,
  });
  const drafts = sheetDrafts({
    entry: outbox.entry,
    change: outbox.change,
    giveWay: outbox.giveWay,
    setTimer: (run, ms) => setTimeout(run, ms),
    clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
    onChange: () => undefined,
  });
  return {
    type: (typed: string) => drafts.edit(question, { ...drafts.shown(question), typed }, typingPauseMs),
    /** The host locks; the phone hears of it `noticeMs` later and sends what stands in its fields. */
    lock(noticeMs: number) {
      lockedAt = performance.now();
      setTimeout(() => drafts.commitAll(), noticeMs);
    },
    entry: () => outbox.entry("q1"),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  [20, 50],
  [100, 1_500],
])("the last letters are saved, %i ms from the house and told after %i ms", async (wayMs, noticeMs) => {
  const phone = open(wayMs);
  phone.type("Ljubljana");
  await vi.advanceTimersByTimeAsync(10);
  phone.lock(noticeMs);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(phone.entry()).toMatchObject({ stored: { value: text("Ljubljana") }, sending: null, refusal: null });
});

test("a change that waits behind one on its way goes out after it, still in time", async () => {
  const phone = open(150);
  phone.type("Lju");
  await vi.advanceTimersByTimeAsync(450);
  expect(phone.entry().sending?.value).toEqual(text("Lju"));
  phone.type("Ljubljana");
  phone.lock(50);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(phone.entry()).toMatchObject({
    stored: { value: text("Ljubljana"), revision: 1 },
    sending: null,
    refusal: null,
  });
});

test("a phone that hears of it too late is told so, with its words", async () => {
  const phone = open(20);
  phone.type("Ljub");
  await vi.advanceTimersByTimeAsync(450);
  phone.type("Ljubljana");
  // its pause in typing must not be what saves it
  vi.clearAllTimers();
  phone.lock(lateDraftsMs + 1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(phone.entry().refusal).toMatchObject({ code: "QUESTION_CLOSED", value: text("Ljubljana") });
});
