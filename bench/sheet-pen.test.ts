import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AnswerReply, SubmitAnswer } from "@/lib/contracts/answers";
import type { MeView, SharedView } from "@/lib/contracts/views";
import { History } from "./history";
import { only } from "./measures";
import { memoryStorage } from "./memory-storage";
import { questionsOf, rehearsalQuiz } from "./quiz";
import { agrees, SheetPen } from "./sheet-pen";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

let id = 0;
const questions = questionsOf(rehearsalQuiz(2, () => `id${id++}`, "sheet"));
const saved = (answer: SubmitAnswer): AnswerReply => ({
  ok: true,
  questionId: answer.questionId,
  submissionId: answer.submissionId,
  value: answer.value,
  revision: (answer.revision ?? -1) + 1,
});

/** A guest before whom `asked` questions lie; what was sent, down either road, in order. */
function writes(number: number, asked: number, repeatsChanges = false) {
  const history = new History();
  const sent: SubmitAnswer[] = [];
  const posted: SubmitAnswer[] = [];
  const pen = new SheetPen("session", {
    number,
    history,
    questions: new Map(questions.map((question) => [question.id, question])),
    isDouble: () => false,
    repeatsChanges,
    outbox: {
      storage: memoryStorage(),
      newId: () => `submission-${id++}`,
      monotonicNow: () => Date.now(),
      setTimer: (run, ms) => setTimeout(run, ms),
      clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
      random: Math.random,
    },
    deliver: async (answer) => {
      sent.push(answer);
      return saved(answer);
    },
    post: async (answer) => {
      posted.push(answer);
      return saved(answer);
    },
    serverNow: () => 0,
    thinkingMs: () => 100,
  });
  const sheet = questions.slice(0, asked).map((question) => ({ id: question.id }));
  const look = (phase: "question" | "locked") =>
    pen.look({ phase, sheet, closesAt: null } as unknown as SharedView, { sheet: [] } as unknown as MeView);
  return { pen, history, sent, posted, look };
}

it("answers every question on the sheet once, also one it saw late", async () => {
  const { pen, history, sent, look } = writes(1, 2);
  look("question");
  look("question");
  expect(pen.isDoneWith(questions[0]!.id)).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent.map(({ questionId }) => questionId)).toEqual(questions.map((question) => question.id));
  expect(only(history.entries, "changed")).toEqual([]);
  expect(history.counts).toMatchObject({ tapped: 2, saved: 2 });
  expect(questions.every((question) => pen.isDoneWith(question.id))).toBe(true);
});

it("changes an answer as every third phone, on the revision it was told, and sends the change twice", async () => {
  const { history, sent, posted, look } = writes(3, 1, true);
  look("question");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent.map(({ revision }) => revision)).toEqual([undefined, 0]);
  expect(sent[1]!.value).not.toEqual(sent[0]!.value);
  expect(posted).toEqual([sent[1]]);
  expect(only(history.entries, "saved").map(({ revision }) => revision)).toEqual([0, 1]);
  expect(only(history.entries, "repeated").map((entry) => entry.agrees)).toEqual([true]);
  // one answer, however often it is changed
  expect(history.counts).toMatchObject({ tapped: 1, saved: 1 });
});

it("writes nothing once the sheet is locked", async () => {
  const { sent, look } = writes(3, 1);
  look("question");
  look("locked");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual([]);
});

it("holds a second delivery to what the first was told, unless a newer change has overtaken it", () => {
  const value = { kind: "text" as const, text: "Amber" };
  const answer: SubmitAnswer = { questionId: "q", submissionId: "submission", value, revision: 3 };
  const changed: AnswerReply = { ok: false, code: "ANSWER_CHANGED", message: "", stored: value, revision: 5 };
  expect(agrees(answer, saved(answer), true)).toBe(true);
  expect(agrees(answer, { ...saved(answer), revision: 5 } as AnswerReply, true)).toBe(false);
  expect(agrees(answer, changed, true)).toBe(false);
  expect(agrees(answer, changed, false)).toBe(true);
  expect(agrees(answer, null, true)).toBe(true);
});
