import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { emptyEntry, type SheetEntry } from "@/lib/client/sheet-outbox";
import type { AnswerValue } from "@/lib/contracts/answers";
import type { PublicQuestion } from "@/lib/contracts/views";
import { policiesFor } from "@/lib/limits/policies";
import { answerOf, type Draft, draftOf, moved, paired } from "./draft";
import { firstWordsPauseMs, sheetDrafts, typingPauseMs } from "./sheet-drafts";

const question = (more: Partial<PublicQuestion> = {}): PublicQuestion => ({
  id: "q1",
  number: 1,
  type: "text",
  text: "Capital of Slovenia?",
  choices: [],
  points: 10,
  isLastOfRound: false,
  isLastOfQuiz: false,
  ...more,
});
const text = (said: string): AnswerValue => ({ kind: "text", text: said });
const items = ["a", "b", "c"].map((id) => ({ id, text: id.toUpperCase() }));

function open() {
  const entries = new Map<string, SheetEntry>();
  const sent: { value: AnswerValue; basedOn: number | null }[] = [];
  const drafts = sheetDrafts({
    entry: (id) => entries.get(id) ?? emptyEntry,
    change: (_, value, basedOn) => sent.push({ value, basedOn }),
    giveWay(id) {
      entries.set(id, { ...(entries.get(id) ?? emptyEntry), lost: null });
    },
    setTimer: (run, ms) => setTimeout(run, ms),
    clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
    onChange: () => undefined,
  });
  const type = (typed: string, asked = question()) =>
    drafts.edit(asked, { ...drafts.shown(asked), typed }, typingPauseMs);
  const stored = (value: AnswerValue, revision: number, isMine = false, lost: AnswerValue | null = null) =>
    entries.set("q1", { ...emptyEntry, stored: { value, revision, isMine }, lost });
  const refuse = (value: AnswerValue, revision: number) =>
    entries.set("q1", {
      ...emptyEntry,
      stored: { value: text("Zagreb"), revision, isMine: false },
      refusal: { code: "QUESTION_CLOSED", message: "", value },
    });
  return { drafts, sent, type, stored, refuse };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("what is typed", () => {
  test("is sent after a pause, not with every key", () => {
    const { sent, type } = open();
    for (const typed of ["L", "Lj", "Lju"]) {
      type(typed);
      vi.advanceTimersByTime(firstWordsPauseMs - 1);
    }
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual([{ value: text("Lju"), basedOn: null }]);
  });

  test("and more is typed after the first words: that waits for a longer pause, until the field is left", () => {
    const { drafts, sent, type, stored } = open();
    type("Lju");
    vi.advanceTimersByTime(firstWordsPauseMs);
    for (const typed of ["Ljub", "Ljublj"]) {
      type(typed);
      vi.advanceTimersByTime(typingPauseMs - 1);
    }
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sent.at(-1)?.value).toEqual(text("Ljublj"));
    stored(text("Ljublj"), 1, true);
    drafts.leave("q1");
    type("Zagreb");
    vi.advanceTimersByTime(firstWordsPauseMs);
    expect(sent.at(-1)?.value).toEqual(text("Zagreb"));
  });

  test.each([450, 500, 1_050])(
    "a key every %i ms for a minute: no more than the limit for answers lets pass",
    (betweenKeys) => {
      const { sent, type } = open();
      for (let at = 0; at < 60_000; at += betweenKeys) {
        type("x".repeat(at / betweenKeys + 1));
        vi.advanceTimersByTime(betweenKeys);
      }
      const { perMinute, burst } = policiesFor({ roomSize: 300 }).submitAnswer;
      expect(sent.length).toBeGreaterThan(0);
      expect(sent.length).toBeLessThanOrEqual(burst + perMinute);
    },
  );

  test("is sent when the field is left, and only once", () => {
    const { drafts, sent, type, stored } = open();
    type("Ljubljana ");
    drafts.leave("q1");
    stored(text("Ljubljana"), 0, true);
    vi.advanceTimersByTime(60_000);
    expect(sent).toEqual([{ value: text("Ljubljana"), basedOn: null }]);
    drafts.commitAll();
    expect(sent).toHaveLength(1);
  });

  test("stays in the field as it was typed while the player is in it", () => {
    const { drafts, type, stored } = open();
    type("San ");
    vi.advanceTimersByTime(typingPauseMs);
    stored(text("San"), 0, true);
    expect(drafts.shown(question()).typed).toBe("San ");
    drafts.leave("q1");
    expect(drafts.shown(question()).typed).toBe("San");
  });

  test("and is no number is not sent and not lost", () => {
    const asked = question({ type: "number" });
    const { drafts, sent, type } = open();
    type("about ten", asked);
    drafts.leave("q1");
    expect(sent).toEqual([]);
    expect(drafts.shown(asked).typed).toBe("about ten");
  });

  test("emptied: what is stored stays, and shows again", () => {
    const { drafts, sent, type, stored } = open();
    stored(text("Zagreb"), 0, true);
    type("");
    drafts.leave("q1");
    expect(sent).toEqual([]);
    expect(drafts.shown(question()).typed).toBe("Zagreb");
  });

  test("and was refused in a break can be sent again, on what is stored by then", () => {
    const { drafts, sent, refuse } = open();
    refuse(text("Ljubljana"), 2);
    drafts.sendAgain("q1");
    expect(sent).toEqual([{ value: text("Ljubljana"), basedOn: 2 }]);
  });

  test("goes out with the bell, and not after the round", () => {
    const { drafts, sent, type } = open();
    type("Lju");
    drafts.commitAll();
    expect(sent).toHaveLength(1);
    type("Ljub");
    drafts.clear();
    vi.advanceTimersByTime(60_000);
    expect(sent).toHaveLength(1);
  });
});

describe("another phone of the team", () => {
  test("wrote while this one was typing: nothing is sent until the player has chosen", () => {
    const { drafts, sent, type, stored } = open();
    type("Ljubl");
    stored(text("Zagreb"), 0);
    vi.advanceTimersByTime(60_000);
    drafts.leave("q1");
    expect(sent).toEqual([]);
    expect(drafts.conflict("q1")).toEqual({ theirs: text("Zagreb"), mine: text("Ljubl") });
    expect(drafts.shown(question()).typed).toBe("Ljubl");
    type("Ljubljana");
    vi.advanceTimersByTime(60_000);
    expect(sent).toEqual([]);
    drafts.takeMine("q1");
    expect(sent).toEqual([{ value: text("Ljubljana"), basedOn: 0 }]);
  });

  test("keeping theirs shows theirs", () => {
    const { drafts, type, stored } = open();
    type("Ljubl");
    stored(text("Zagreb"), 0);
    drafts.keepTheirs("q1");
    expect(drafts.conflict("q1")).toBeNull();
    expect(drafts.shown(question()).typed).toBe("Zagreb");
  });

  test("was quicker, as the house says: this phone's words can be put back", () => {
    const { drafts, sent, stored } = open();
    stored(text("Zagreb"), 3, false, text("Ljubljana"));
    expect(drafts.conflict("q1")?.mine).toEqual(text("Ljubljana"));
    drafts.takeMine("q1");
    expect(sent).toEqual([{ value: text("Ljubljana"), basedOn: 3 }]);
  });

  test("wrote the same, or this phone wrote it: no question is asked", () => {
    const { drafts, type, stored } = open();
    type("Zagreb");
    stored(text("Zagreb"), 0);
    expect(drafts.conflict("q1")).toBeNull();
    type("Zagreb!");
    stored(text("Zagreb"), 0, true);
    expect(drafts.conflict("q1")).toBeNull();
  });

  test("a tap is made on what is in sight", () => {
    const asked = question({ type: "single", choices: items });
    const { drafts, sent, stored } = open();
    stored({ kind: "choice", choiceId: "a" }, 4, false, { kind: "choice", choiceId: "c" });
    drafts.edit(asked, { ...drafts.shown(asked), picked: ["b"] }, 0);
    expect(sent).toEqual([{ value: { kind: "choice", choiceId: "b" }, basedOn: 4 }]);
    expect(drafts.conflict("q1")).toBeNull();
  });
});

describe("what makes an answer", () => {
  const of = (asked: PublicQuestion, change: Partial<Draft>) =>
    answerOf(asked, { ...draftOf(asked), ...change });
  test("a list: blank lines are left out", () => {
    const asked = question({ type: "list", wanted: 3 });
    expect(of(asked, {})).toBeNull();
    expect(of(asked, { texts: ["", " Tyne ", "Trent"] })).toEqual({
      kind: "texts",
      texts: ["Tyne", "Trent"],
    });
  });
  test("matching: only when every left has its right", () => {
    const asked = question({ type: "matching", lefts: items.slice(0, 2), rights: items });
    expect(of(asked, { pairs: { a: "c" } })).toBeNull();
    expect(of(asked, { pairs: { b: "a", a: "c" } })).toEqual({
      kind: "pairs",
      pairs: [
        { leftId: "a", rightId: "c" },
        { leftId: "b", rightId: "a" },
      ],
    });
  });
  test("matching that brings points for each pair: what is chosen so far goes out, and nothing of nothing", () => {
    const asked = question({ type: "matching", partial: true, lefts: items, rights: items });
    expect(of(asked, {})).toBeNull();
    expect(of(asked, { pairs: { b: "a" } })).toEqual({
      kind: "pairs",
      pairs: [{ leftId: "b", rightId: "a" }],
    });
    const { drafts, sent } = open();
    drafts.edit(asked, { ...draftOf(asked), pairs: { b: "a" } }, 700);
    expect(drafts.isWaiting("q1")).toBe(true);
    vi.advanceTimersByTime(700);
    expect(sent).toEqual([
      { value: { kind: "pairs", pairs: [{ leftId: "b", rightId: "a" }] }, basedOn: null },
    ]);
    expect(drafts.isWaiting("q1")).toBe(false);
  });
  test("what was begun and makes no answer is known, with the reason", () => {
    const asked = question({ type: "matching", lefts: items, rights: items });
    const { drafts, sent } = open();
    expect(drafts.unfinished(asked)).toBeNull();
    drafts.edit(asked, { ...draftOf(asked), pairs: { a: "c", b: "a" } }, 700);
    drafts.commitAll();
    drafts.leave("q1");
    expect(sent).toEqual([]);
    expect(drafts.unfinished(asked)).toEqual({
      said: "A – C, B – A",
      reason: "Not saved: 2 of 3 were matched, and this question counts only with all.",
    });
    expect(drafts.unfinished({ ...asked, id: "q2" })).toBeNull();
    const number = question({ type: "number" });
    drafts.edit(number, { ...draftOf(number), typed: "about ten" }, 700);
    expect(drafts.unfinished(number)?.said).toBe("about ten");
    drafts.edit(number, { ...draftOf(number), typed: "10" }, 700);
    expect(drafts.unfinished(number)).toBeNull();
  });
  test("ordering: the order they are shown in", () => {
    const asked = question({ type: "ordering", items });
    expect(of(asked, {})).toEqual({ kind: "order", itemIds: ["a", "b", "c"] });
  });
  test.each<AnswerValue>([
    text("Lju"),
    { kind: "number", number: -3.5 },
    { kind: "texts", texts: ["Tyne", "Trent"] },
    { kind: "order", itemIds: ["c", "a", "b"] },
    { kind: "choice", choiceId: "b" },
    { kind: "choices", choiceIds: ["b", "c"] },
    { kind: "pairs", pairs: items.map(({ id }) => ({ leftId: id, rightId: id })) },
  ])("%o can be taken up again", (value) => {
    const types = {
      text: "text",
      number: "number",
      texts: "list",
      order: "ordering",
      choice: "single",
      choices: "multiple",
      pairs: "matching",
    } as const;
    const type = types[value.kind as keyof typeof types];
    const asked = question({ type, choices: items, items, lefts: items, rights: items, wanted: 3 });
    expect(answerOf(asked, draftOf(asked, value))).toEqual(value);
  });
  test("things are moved by one place or many, and never out of the list", () => {
    expect(moved(["a", "b", "c"], "c", 1)).toEqual(["a", "c", "b"]);
    expect(moved(["a", "b", "c"], "a", 2)).toEqual(["b", "c", "a"]);
    expect(moved(["a", "b", "c"], "a", -1)).toEqual(["a", "b", "c"]);
    expect(moved(["a", "b", "c"], "c", 9)).toEqual(["a", "b", "c"]);
  });
  test("a right that is given to another left is taken from the first", () => {
    expect(paired({ a: "x", b: "y" }, "b", "x")).toEqual({ b: "x" });
    expect(paired({ a: "x", b: "y" }, "b", "")).toEqual({ a: "x" });
  });
});
