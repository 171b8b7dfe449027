/** What a row of the sheet shows and sends after a change was refused: the field and the button mean the same words. */
import { expect, test } from "vitest";
import { emptyEntry, type SheetEntry } from "@/lib/client/sheet-outbox";
import type { AnswerValue } from "@/lib/contracts/answers";
import type { PublicQuestion } from "@/lib/contracts/views";
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

function open() {
  const entry: SheetEntry = {
    ...emptyEntry,
    stored: { value: text("Zagreb"), revision: 2, isMine: true },
    refusal: { code: "QUESTION_CLOSED", message: "", value: text("Ljubljana") },
  };
  const sent: { value: AnswerValue; basedOn: number | null }[] = [];
  const drafts = sheetDrafts({
    entry: () => entry,
    change: (_, value, basedOn) => sent.push({ value, basedOn }),
    giveWay: () => undefined,
    setTimer: () => undefined,
    clearTimer: () => undefined,
    onChange: () => undefined,
  });
  const type = (typed: string) => drafts.edit(question, { ...drafts.shown(question), typed }, typingPauseMs);
  return { drafts, sent, type };
}

test("the field holds the words that were refused, and those are what is sent again", () => {
  const { drafts, sent } = open();
  expect(drafts.shown(question).typed).toBe("Ljubljana");
  drafts.leave("q1");
  expect(sent).toEqual([]);
  drafts.sendAgain("q1");
  expect(sent).toEqual([{ value: text("Ljubljana"), basedOn: 2 }]);
});

test("back to what is stored: the outbox hears of it, so that the refusal goes", () => {
  const { drafts, sent, type } = open();
  type("Zagreb");
  drafts.leave("q1");
  expect(sent).toEqual([{ value: text("Zagreb"), basedOn: 2 }]);
});
