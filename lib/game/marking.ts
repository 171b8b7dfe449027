/**
 * Does an answer fit its question, and how much of it is right. Pure, and the same for every road an answer takes;
 * never looks at the clock, at who answered or at what a person marked.
 */
import type { AnswerValue } from "@/lib/contracts/answers";
import type { AutomaticMark } from "@/lib/contracts/marking";
import type { Question } from "@/lib/contracts/quiz";
import { hasInk, withoutInvisible } from "@/lib/contracts/readable-text";
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import { normaliseAnswer } from "./normalise";
import { listMarker, textMarker } from "./typed-marker";

/** Without what nobody sees, which Postgres could not store all of (U+0000, half a surrogate pair); empty without ink. */
function storable(typed: string): string {
  const text = withoutInvisible(typed).trim();
  return hasInk(text) ? text : "";
}
const bad = (message: string) => refuse("BAD_ANSWER", message);
const hasTwice = (ids: string[]): boolean => new Set(ids).size !== ids.length;

/** The answer as it is stored, or BAD_ANSWER with what is wrong with it. */
export function checkAnswer(question: Question, value: AnswerValue): Result<AnswerValue> {
  switch (question.type) {
    case "single":
    case "boolean":
      if (value.kind !== "choice") return bad("Pick one of the choices.");
      return question.choices.some((choice) => choice.id === value.choiceId)
        ? ok(value)
        : bad("That choice is not one of this question's.");
    case "multiple": {
      if (value.kind !== "choices" || value.choiceIds.length === 0)
        return bad("Pick one or more of the choices.");
      if (hasTwice(value.choiceIds)) return bad("A choice was picked twice.");
      const picked = new Set(value.choiceIds);
      const known = question.choices.filter((choice) => picked.has(choice.id)).map((choice) => choice.id);
      return known.length === picked.size
        ? ok({ kind: "choices", choiceIds: known })
        : bad("That choice is not one of this question's.");
    }
    case "text": {
      const text = value.kind === "text" ? storable(value.text) : "";
      return text === "" ? bad("Type an answer.") : ok({ kind: "text", text });
    }
    case "number":
      return value.kind === "number" && Number.isFinite(value.number) ? ok(value) : bad("Type a number.");
    case "list": {
      const texts = value.kind === "texts" ? value.texts.map(storable).filter((text) => text !== "") : [];
      if (texts.length === 0) return bad("Type at least one answer.");
      return texts.length > question.wanted
        ? bad(`Name ${question.wanted} at the most.`)
        : ok({ kind: "texts", texts });
    }
    case "ordering": {
      if (value.kind !== "order") return bad("Put the items in order.");
      const known = new Set(question.items.map((item) => item.id));
      if (!value.itemIds.every((id) => known.has(id))) return bad("That item is not one of this question's.");
      if (hasTwice(value.itemIds)) return bad("An item stands there twice.");
      return value.itemIds.length === known.size ? ok(value) : bad("Put every item in order.");
    }
    case "matching":
      return checkPairs(question, value);
    case "buzzer":
      return value.kind === "buzz" ? ok(value) : bad("This is a buzzer question: press the buzzer.");
    case "info":
      return bad("This is a slide to read: it takes no answer.");
  }
}

/**
 * Stored in the order of the quiz, whatever order a team drew its lines in. Where each pair gives points, a team may
 * leave out what it does not know.
 */
function checkPairs(
  question: Extract<Question, { type: "matching" }>,
  value: AnswerValue,
): Result<AnswerValue> {
  if (value.kind !== "pairs") return bad("Match the items.");
  const lefts = new Set(question.pairs.map(({ left }) => left.id));
  const rights = new Set(question.pairs.map(({ right }) => right.id));
  if (!value.pairs.every(({ leftId, rightId }) => lefts.has(leftId) && rights.has(rightId)))
    return bad("That item is not one of this question's.");
  if (
    hasTwice(value.pairs.map(({ leftId }) => leftId)) ||
    hasTwice(value.pairs.map(({ rightId }) => rightId))
  )
    return bad("An item was matched twice.");
  if (value.pairs.length === 0) return bad("Match at least one item.");
  if (!question.partial && value.pairs.length !== question.pairs.length) return bad("Match every item.");
  const rightOf = new Map(value.pairs.map(({ leftId, rightId }) => [leftId, rightId]));
  const pairs = [...lefts].flatMap((leftId) => {
    const rightId = rightOf.get(leftId);
    return rightId === undefined ? [] : [{ leftId, rightId }];
  });
  return ok({ kind: "pairs", pairs });
}

export type Marker = {
  /** 0 to 1: the share that is right by itself. A near miss is none of it until somebody judges it. */
  fractionOf(value: AnswerValue): number;
  automaticOf(value: AnswerValue): AutomaticMark;
  /** The same for answers that read the same: the name of their group. At most `mostKeyLength` characters. */
  keyOf(value: AnswerValue): string;
};

/** 0 to 1, for one answer; closest-wins questions are decided between answers (judging.ts). */
export const markAnswer = (question: Question, value: AnswerValue): number =>
  markerFor(question).fractionOf(value);

const markers = new WeakMap<Question, Marker>();

/** The marks of a question: its key is prepared once, and an edited question is another one. */
export function markerFor(question: Question): Marker {
  let marker = markers.get(question);
  if (!marker) {
    const made = newMarker(question);
    marker = { ...made, keyOf: (value) => shortKey(made.keyOf(value)) };
    markers.set(question, marker);
  }
  return marker;
}

function newMarker(question: Question): Marker {
  switch (question.type) {
    case "text":
      return textMarker(question);
    case "list":
      return listMarker(question);
    case "single":
    case "boolean": {
      const right = new Set(question.choices.filter((choice) => choice.correct).map((choice) => choice.id));
      return exactMarker(
        (value) => (value.kind === "choice" && right.has(value.choiceId) ? 1 : 0),
        (value) => (value.kind === "choice" ? value.choiceId : ""),
      );
    }
    case "multiple":
      return exactMarker(
        (value) => (value.kind === "choices" ? multipleFraction(question, value.choiceIds) : 0),
        (value) => (value.kind === "choices" ? [...value.choiceIds].sort().join(" ") : ""),
      );
    case "number": {
      // a billionth of the size of the numbers: 0.1 + 0.2 is within 0.3 ± 0
      const within = question.tolerance + 1e-9 * Math.max(1, Math.abs(question.value));
      return exactMarker(
        (value) => (value.kind === "number" && Math.abs(value.number - question.value) <= within ? 1 : 0),
        // −0 is 0
        (value) => (value.kind === "number" ? String(value.number + 0) : ""),
      );
    }
    case "ordering": {
      const texts = new Map(question.items.map((item) => [item.id, normaliseAnswer(item.text)]));
      return exactMarker(
        (value) => {
          if (value.kind !== "order") return 0;
          // by text: of two items that read the same either may stand first
          const inPlace = question.items.filter(
            (item, at) => texts.get(item.id) === texts.get(value.itemIds[at] ?? ""),
          );
          return shareOf(inPlace.length, question.items.length, question.partial);
        },
        (value) => (value.kind === "order" ? value.itemIds.join(" ") : ""),
      );
    }
    case "matching": {
      const texts = new Map(question.pairs.map(({ right }) => [right.id, normaliseAnswer(right.text)]));
      const due = new Map(question.pairs.map(({ left, right }) => [left.id, texts.get(right.id)]));
      return exactMarker(
        (value) => {
          if (value.kind !== "pairs") return 0;
          const right = value.pairs.filter(({ leftId, rightId }) => due.get(leftId) === texts.get(rightId));
          return shareOf(right.length, question.pairs.length, question.partial);
        },
        (value) =>
          value.kind === "pairs"
            ? value.pairs.map(({ leftId, rightId }) => `${leftId}=${rightId}`).join(" ")
            : "",
      );
    }
    case "buzzer":
      return exactMarker(
        () => 0,
        () => "buzz",
      );
    case "info":
      return exactMarker(
        () => 0,
        () => "",
      );
  }
}

const exactMarker = (fractionOf: Marker["fractionOf"], keyOf: Marker["keyOf"]): Marker => ({
  fractionOf,
  automaticOf: (value) => {
    const fraction = fractionOf(value);
    if (fraction === 1) return "right";
    return fraction > 0 ? "partly" : "wrong";
  },
  keyOf,
});

const shareOf = (right: number, all: number, partial: boolean | undefined): number =>
  right === all ? 1 : partial ? right / all : 0;

/** Partial: a wrong pick takes back a right one, or picking everything would be the best answer. */
function multipleFraction(question: Extract<Question, { type: "multiple" }>, choiceIds: string[]): number {
  const picked = new Set(choiceIds);
  const right = question.choices.filter((choice) => choice.correct);
  const hits = right.filter((choice) => picked.has(choice.id)).length;
  const misses = picked.size - hits;
  if (!question.partial) return hits === right.length && misses === 0 ? 1 : 0;
  return Math.max(0, hits - misses) / Math.max(1, right.length);
}

/** What `markGroup` takes. Twelve pairs of ids and twenty typed items are longer. */
export const mostKeyLength = 500;

/** A long key keeps its beginning; 64 bits of a hash of all of it tell it from others that begin so. */
function shortKey(key: string): string {
  if (key.length <= mostKeyLength) return key;
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < key.length; at += 1) {
    const code = key.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  const hash = (high >>> 0).toString(36) + (low >>> 0).toString(36);
  return `${key.slice(0, mostKeyLength - hash.length - 1).toWellFormed()}#${hash}`;
}
