/**
 * Marks of answers that people type: single ones and lists. Each spelling is looked at once per question, because three
 * hundred teams send the same few answers and every correction scores the whole night anew.
 */
import type { AnswerValue } from "@/lib/contracts/answers";
import type { Question } from "@/lib/contracts/quiz";
import { acceptedForms } from "./accepted-answers";
import type { Marker } from "./marking";
import { isNearMiss } from "./near-miss";
import { normaliseAnswer } from "./normalise";

/**
 * Spellings kept per question. A thousand teams that each change an answer ten times stay below; above it the cache
 * starts anew, so that a script cannot fill the memory.
 */
const mostSpellings = 10_000;

/** Remembers what `read` made of a text. */
function perSpelling<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= mostSpellings) known.clear();
    const made = read(text);
    known.set(text, made);
    return made;
  };
}

/** What typed text is compared by. The empty key is no answer's: a text of nothing but invisible signs keeps itself. */
const comparable = (text: string): string => normaliseAnswer(text) || text;

export function textMarker(question: Extract<Question, { type: "text" }>): Marker {
  const accepted = acceptedForms(question.accepted);
  const keyOf = perSpelling(comparable);
  const isNear = perSpelling((key) => [...accepted].some((form) => isNearMiss(key, form)));
  const textOf = (value: AnswerValue) => (value.kind === "text" ? value.text : "");
  return {
    fractionOf: (value) => (value.kind === "text" && accepted.has(keyOf(value.text)) ? 1 : 0),
    automaticOf: (value) => {
      const key = keyOf(textOf(value));
      if (accepted.has(key)) return "right";
      return isNear(key) ? "near" : "wrong";
    },
    keyOf: (value) => keyOf(textOf(value)),
  };
}

type ReadList = { rightCount: number; key: string; isNear: boolean };

export function listMarker(question: Extract<Question, { type: "list" }>): Marker {
  const forms = question.items.map(acceptedForms);
  const keyOf = perSpelling(comparable);
  const readAs = perSpelling((joined) => readList(forms, (JSON.parse(joined) as string[]).map(keyOf)));
  const read = (value: AnswerValue): ReadList =>
    value.kind === "texts" ? readAs(JSON.stringify(value.texts)) : { rightCount: 0, key: "", isNear: false };
  const fractionOf = (value: AnswerValue) => Math.min(1, read(value).rightCount / question.wanted);
  return {
    fractionOf,
    automaticOf: (value) => {
      const fraction = fractionOf(value);
      if (fraction === 1) return "right";
      if (read(value).isNear) return "near";
      return fraction > 0 ? "partly" : "wrong";
    },
    keyOf: (value) => read(value).key,
  };
}

/** Each item counts once, in whatever spelling. Two lists of the same things have the same key, in any order. */
function readList(forms: Set<string>[], typed: string[]): ReadList {
  const named = new Set<number>();
  const left: string[] = [];
  for (const text of typed) {
    const item = forms.findIndex((spellings, index) => !named.has(index) && spellings.has(text));
    if (item >= 0) named.add(item);
    else left.push(text);
  }
  const isNear = left.some((text) =>
    forms.some(
      (spellings, index) => !named.has(index) && [...spellings].some((form) => isNearMiss(text, form)),
    ),
  );
  const itemKeys = [...named].map((index) => [...(forms[index] ?? [])][0] ?? "");
  return { rightCount: named.size, key: [...itemKeys, ...new Set(left)].sort().join(" | "), isNear };
}
