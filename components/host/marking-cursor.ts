/**
 * Where the marker is and what a key does there. Pure: view, cursor and key in; cursor and judgment out. Groups keep
 * their place while they are judged, or the next press would hit another answer.
 */
import type { MarkCommand } from "@/lib/contracts/commands";
import type { AnswerGroup, MarkingQuestion, MarkingView } from "@/lib/contracts/marking";

export type MarkingCursor = { questionId: string; key: string | null; showRight: boolean };

/** A near miss nobody has looked at. One whose every answer was judged by itself is looked at, too. */
export const isToMark = (group: AnswerGroup): boolean =>
  group.automatic === "near" && !group.judged && group.answers.some(({ override }) => override === null);

export const toMarkIn = (question: MarkingQuestion): number =>
  question.isVoid ? 0 : question.groups.filter(isToMark).length;

const place = { near: 0, partly: 1, wrong: 1, right: 2 };

/** Near misses first, then what counts as wrong, then what is right by itself; the most teams first in each. */
export function groupsInOrder(question: MarkingQuestion): AnswerGroup[] {
  return [...question.groups].sort(
    (a, b) => place[a.automatic] - place[b.automatic] || b.answers.length - a.answers.length,
  );
}

/** What stands in the list: the answers that are right by themselves only when asked for. */
export const groupsShown = (question: MarkingQuestion, showRight: boolean): AnswerGroup[] =>
  groupsInOrder(question).filter((group) => showRight || group.automatic !== "right");

const questionOf = (view: MarkingView, cursor: MarkingCursor | null) =>
  view.questions.find(({ questionId }) => questionId === cursor?.questionId);

/** On its first near miss, or else its first group. */
export function onQuestion(question: MarkingQuestion, showRight = false): MarkingCursor {
  const shown = groupsShown(question, showRight);
  const first = shown.find(isToMark) ?? shown[0];
  return { questionId: question.questionId, key: first?.key ?? null, showRight };
}

/** The cursor of a view: where it was, or the first question with something to mark, or the newest. */
export function cursorIn(view: MarkingView, cursor: MarkingCursor | null): MarkingCursor | null {
  const question = questionOf(view, cursor);
  if (!question || !cursor) {
    const start = view.questions.find((one) => toMarkIn(one) > 0) ?? view.questions.at(-1);
    return start ? onQuestion(start) : null;
  }
  // a group can go (an answer was edited into being right) and a first one can come
  const isThere = groupsShown(question, cursor.showRight).some(({ key }) => key === cursor.key);
  return isThere ? cursor : onQuestion(question, cursor.showRight);
}

/** The question that many places on in the night, or the same at either end. */
export function stepQuestion(view: MarkingView, cursor: MarkingCursor, by: 1 | -1): MarkingCursor {
  const at = view.questions.findIndex(({ questionId }) => questionId === cursor.questionId);
  const question = view.questions[at + by];
  return question ? onQuestion(question) : cursor;
}

/** Where the large button leads: the next question with something to mark, from here round to here again. */
export function nextToMark(view: MarkingView, cursor: MarkingCursor): MarkingCursor | null {
  const at = view.questions.findIndex(({ questionId }) => questionId === cursor.questionId);
  const around = [...view.questions.slice(at + 1), ...view.questions.slice(0, at)];
  const question = around.find((one) => toMarkIn(one) > 0);
  return question ? onQuestion(question) : null;
}

export function stepGroup(view: MarkingView, cursor: MarkingCursor, by: 1 | -1): MarkingCursor {
  const question = questionOf(view, cursor);
  if (!question) return cursor;
  const shown = groupsShown(question, cursor.showRight);
  const at = shown.findIndex(({ key }) => key === cursor.key);
  const group = shown[Math.min(shown.length - 1, Math.max(0, at + by))];
  return { ...cursor, key: group?.key ?? null };
}

/** A number: the share of the points, where the answer has parts. */
export type Judgment = "right" | "half" | "wrong" | "automatic" | number;
const fractions = { right: 1, half: 0.5, wrong: 0, automatic: null };

export type Pressed = { cursor: MarkingCursor; command: MarkCommand | null };

/** One judgment for every team that wrote this. After a near miss the cursor goes on to the next one here. */
export function judge(
  view: MarkingView,
  cursor: MarkingCursor,
  key: string | null,
  judgment: Judgment,
): Pressed {
  const question = questionOf(view, cursor);
  const group = question?.groups.find((one) => one.key === key);
  if (!question || !group) return { cursor, command: null };
  const command: MarkCommand = {
    type: "markGroup",
    questionId: question.questionId,
    key: group.key,
    fraction: typeof judgment === "number" ? judgment : fractions[judgment],
  };
  const others = groupsShown(question, cursor.showRight);
  const at = others.indexOf(group);
  const next = isToMark(group) ? [...others.slice(at + 1), ...others.slice(0, at)].find(isToMark) : undefined;
  return { cursor: { ...cursor, key: next?.key ?? group.key }, command };
}

/** Space and Enter: right, and on what is right already: wrong. */
const toggled = (view: MarkingView, cursor: MarkingCursor): Judgment => {
  const group = questionOf(view, cursor)?.groups.find(({ key }) => key === cursor.key);
  return group && !isToMark(group) && group.fraction === 1 ? "wrong" : "right";
};

/** How many parts of the answer a share of the points stands for. */
export const partsIn = (fraction: number, parts: number): number => Math.round(fraction * parts);

/** Folds the answers that are right by themselves out and in. */
export const toggleRight = (view: MarkingView, cursor: MarkingCursor): Pressed => ({
  cursor: cursorIn(view, { ...cursor, showRight: !cursor.showRight }) ?? cursor,
  command: null,
});

/** Keys of an answer in parts: so many are right. Space lets stand what is counted by itself: two of five stay two. */
function pressPartsKey(
  view: MarkingView,
  cursor: MarkingCursor,
  parts: number,
  key: string,
): Pressed | "elsewhere" {
  if (/^\d$/.test(key) && Number(key) <= parts) return judge(view, cursor, cursor.key, Number(key) / parts);
  switch (key) {
    case " ":
    case "Enter": {
      const group = questionOf(view, cursor)?.groups.find((one) => one.key === cursor.key);
      if (!group) return { cursor, command: null };
      const stands = !isToMark(group) && group.fraction === group.automaticFraction;
      return stands ? { cursor, command: null } : judge(view, cursor, group.key, group.automaticFraction);
    }
    case "r":
      return judge(view, cursor, cursor.key, "right");
    case "h":
      return { cursor, command: null };
    default:
      return "elsewhere";
  }
}

/** null: the key means nothing here. */
export function pressKey(view: MarkingView, cursor: MarkingCursor, key: string): Pressed | null {
  const moved = (to: MarkingCursor): Pressed => ({ cursor: to, command: null });
  const parts = questionOf(view, cursor)?.parts ?? null;
  const pressed = parts === null ? "elsewhere" : pressPartsKey(view, cursor, parts, key);
  if (pressed !== "elsewhere") return pressed;
  switch (key) {
    case "ArrowDown":
    case "j":
      return moved(stepGroup(view, cursor, 1));
    case "ArrowUp":
    case "k":
      return moved(stepGroup(view, cursor, -1));
    case "ArrowRight":
    case "n":
      return moved(stepQuestion(view, cursor, 1));
    case "ArrowLeft":
    case "p":
      return moved(stepQuestion(view, cursor, -1));
    case "m":
      return moved(nextToMark(view, cursor) ?? cursor);
    case "r":
      return toggleRight(view, cursor);
    case " ":
    case "Enter":
      return judge(view, cursor, cursor.key, toggled(view, cursor));
    case "h":
      return judge(view, cursor, cursor.key, "half");
    case "x":
      return judge(view, cursor, cursor.key, "wrong");
    case "a":
      return judge(view, cursor, cursor.key, "automatic");
    default:
      return null;
  }
}
