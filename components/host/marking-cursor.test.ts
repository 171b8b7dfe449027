import { describe, expect, test } from "vitest";
import { choicesOf, fractionWords } from "./marking-choices";
import {
  cursorIn,
  groupsInOrder,
  groupsShown,
  isToMark,
  judge,
  nextToMark,
  onQuestion,
  pressKey,
  stepQuestion,
} from "./marking-cursor";
import { groupOf, markingQuestion, markingViewOf } from "./sample-views";

const right = groupOf("Jupiter", "right", ["a", "b", "c", "d"]);
const near = groupOf("Jupitor", "near", ["e"]);
const nearToo = groupOf("Jupter", "near", ["f", "g"]);
const wrong = groupOf("Saturn", "wrong", ["h", "i", "j"]);
const rare = groupOf("Mars", "wrong", ["k"]);
const first = markingQuestion(1, [right, rare, near, wrong, nearToo]);
const second = markingQuestion(2, [groupOf("Mars", "right", ["a"])]);
const third = markingQuestion(3, [groupOf("Plato", "wrong", ["a"]), groupOf("Pluot", "near", ["b"])]);
const view = markingViewOf([first, second, third]);
const start = onQuestion(first);

describe("the order of the answers", () => {
  test("near misses first, then wrong ones by size, then what is right by itself", () => {
    expect(groupsInOrder(first).map(({ text }) => text)).toEqual([
      "Jupter",
      "Jupitor",
      "Saturn",
      "Mars",
      "Jupiter",
    ]);
    expect(groupsShown(first, false).map(({ text }) => text)).not.toContain("Jupiter");
  });

  test("judging an answer moves none of them: the next press must not hit another one", () => {
    const judged = {
      ...first,
      groups: first.groups.map((group) => ({ ...group, judged: true, fraction: 1 })),
    };
    expect(groupsInOrder(judged).map(({ key }) => key)).toEqual(groupsInOrder(first).map(({ key }) => key));
  });
});

describe("keys", () => {
  test("begin on the first near miss of the first question that has one", () => {
    expect(cursorIn(view, null)).toEqual({ questionId: "q1", key: "jupter", showRight: false });
    expect(cursorIn(markingViewOf([second, third]), null)?.questionId).toBe("q3");
    expect(cursorIn(markingViewOf([]), null)).toBeNull();
  });

  test("space judges the whole group right and goes on to the next near miss of the question", () => {
    const pressed = pressKey(view, start, " ");
    expect(pressed?.command).toEqual({ type: "markGroup", questionId: "q1", key: "jupter", fraction: 1 });
    expect(pressed?.cursor.key).toBe("jupitor");
  });

  test("h is half, x is wrong, a is as marked by itself", () => {
    const fractionOf = (key: string) => {
      const command = pressKey(view, start, key)?.command;
      return command?.type === "markGroup" ? command.fraction : undefined;
    };
    expect([fractionOf("h"), fractionOf("x"), fractionOf("a"), fractionOf("Enter")]).toEqual([
      0.5,
      0,
      null,
      1,
    ]);
  });

  test("space takes back what is right already, and stays there", () => {
    const marked = markingViewOf([markingQuestion(1, [{ ...wrong, judged: true, fraction: 1 }, rare])]);
    const pressed = pressKey(marked, onQuestion(marked.questions[0]!), " ");
    expect(pressed).toMatchObject({ command: { fraction: 0 }, cursor: { key: "saturn" } });
  });

  test("arrows stop at either end", () => {
    const up = pressKey(view, start, "ArrowUp");
    expect(up?.cursor.key).toBe("jupter");
    let cursor = start;
    for (let presses = 0; presses < 10; presses++) cursor = pressKey(view, cursor, "ArrowDown")!.cursor;
    expect(cursor.key).toBe("mars");
  });

  test("n and p go through the night, m only to questions with something to mark, round and back", () => {
    expect(pressKey(view, start, "n")?.cursor).toEqual({ questionId: "q2", key: null, showRight: false });
    expect(pressKey(view, start, "p")?.cursor).toEqual(start);
    expect(pressKey(view, start, "m")?.cursor).toEqual({ questionId: "q3", key: "pluot", showRight: false });
    expect(nextToMark(view, onQuestion(third))?.questionId).toBe("q1");
    expect(stepQuestion(view, onQuestion(third), 1).questionId).toBe("q3");
  });

  test("a key with no meaning here is left to the browser", () => {
    expect(pressKey(view, start, "F5")).toBeNull();
    expect(pressKey(view, start, "Tab")).toBeNull();
  });

  test("r unfolds what is right by itself, and folding it away again takes the cursor along", () => {
    const open = pressKey(view, start, "r")!.cursor;
    expect(groupsShown(first, open.showRight)).toHaveLength(5);
    const folded = pressKey(view, { ...open, key: "jupiter" }, "r")!.cursor;
    expect(folded.key).toBe("jupter");
  });
});

describe("what is still to mark", () => {
  test("a near miss is done when it is judged, or every answer of it alone", () => {
    expect(isToMark(near)).toBe(true);
    expect(isToMark({ ...near, judged: true })).toBe(false);
    const alone = {
      ...near,
      answers: near.answers.map((a) => ({ ...a, override: { fraction: 1, reason: "x" } })),
    };
    expect(isToMark(alone)).toBe(false);
  });

  test("a void question has nothing to mark", () => {
    const voided = markingViewOf([{ ...first, isVoid: true }, third]);
    expect(cursorIn(voided, null)?.questionId).toBe("q3");
  });

  test("a group that is gone leaves the cursor on the question", () => {
    expect(cursorIn(view, { ...start, key: "gone" })).toEqual(start);
    expect(judge(view, start, "gone", "right").command).toBeNull();
  });
});

describe("an answer in parts", () => {
  const near2 = groupOf("red, bleu, green", "near", ["a"], { fraction: 0.4, automaticFraction: 0.4 });
  const partly = groupOf("red", "partly", ["b"], { fraction: 0.2, automaticFraction: 0.2 });
  const night = markingViewOf([markingQuestion(1, [near2, partly], { type: "list", parts: 5 })]);
  const at = onQuestion(night.questions[0]!);
  const fractionOf = (key: string, cursor = at, of = night) => {
    const command = pressKey(of, cursor, key)?.command;
    return command?.type === "markGroup" ? command.fraction : undefined;
  };

  test("a number is how many are right", () => {
    expect(["0", "1", "3", "5"].map((key) => fractionOf(key))).toEqual([0, 0.2, 0.6, 1]);
    expect(pressKey(night, at, "6")).toBeNull();
    expect(pressKey(view, start, "1")).toBeNull();
  });

  test("space lets the automatic count stand and never gives the full points; r gives all", () => {
    expect([" ", "Enter", "r", "x", "a"].map((key) => fractionOf(key))).toEqual([0.4, 0.4, 1, 0, null]);
    expect(fractionOf("h")).toBeUndefined();
    // what counts by itself already needs no mark
    expect(fractionOf(" ", { ...at, key: partly.key })).toBeUndefined();
    const all = markingViewOf([
      markingQuestion(1, [{ ...near2, judged: true, fraction: 1 }, partly], { type: "list", parts: 5 }),
    ]);
    expect(fractionOf(" ", at, all)).toBe(0.4);
  });

  test("the choices are the counts, the last of them all", () => {
    const choices = choicesOf({ parts: 3 });
    expect(choices.map(({ value, id }) => [value, id])).toEqual([
      [0, "0"],
      [1 / 3, "1"],
      [2 / 3, "2"],
      [1, "right"],
    ]);
    expect(choicesOf({ parts: null }).map(({ id }) => id)).toEqual(["right", "half", "wrong"]);
    const said = [0, 0.5, 2 / 3, 1].map((fraction) => fractionWords({ parts: 3 }, fraction));
    expect(said).toEqual(["wrong", "half right", "2 of 3 right", "right"]);
  });
});
