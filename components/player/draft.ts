/** What a player has typed, picked or put in order so far, and the answer it makes. Without React. */
import type { AnswerValue } from "@/lib/contracts/answers";
import type { PublicQuestion } from "@/lib/contracts/views";
import { answerInWords } from "./answer-words";
import { parseNumber } from "./parse-number";

export type Draft = {
  questionId: string;
  typed: string;
  picked: string[];
  texts: string[];
  /** ids of the items, first to last */
  order: string[];
  /** id of a left item → id of its right one */
  pairs: Record<string, string>;
};

const idsOf = (items: { id: string }[] | undefined): string[] => (items ?? []).map(({ id }) => id);

/** `value`: an answer to go on from; null: nothing yet. */
export function draftOf(question: PublicQuestion, value: AnswerValue | null = null): Draft {
  const texts = value?.kind === "texts" ? value.texts : [];
  return {
    questionId: question.id,
    typed: value?.kind === "text" ? value.text : value?.kind === "number" ? String(value.number) : "",
    picked: value?.kind === "choice" ? [value.choiceId] : value?.kind === "choices" ? value.choiceIds : [],
    texts: Array.from({ length: question.wanted ?? 0 }, (_, place) => texts[place] ?? ""),
    order: value?.kind === "order" ? value.itemIds : idsOf(question.items),
    pairs:
      value?.kind === "pairs"
        ? Object.fromEntries(value.pairs.map(({ leftId, rightId }) => [leftId, rightId]))
        : {},
  };
}

/**
 * Null while it makes no answer: nothing typed, no number, nothing matched, or, where parts bring no points, a left
 * without its right.
 */
export function answerOf(question: PublicQuestion, draft: Draft): AnswerValue | null {
  const { picked } = draft;
  switch (question.type) {
    case "text": {
      const text = draft.typed.trim();
      return text ? { kind: "text", text } : null;
    }
    case "number": {
      const number = parseNumber(draft.typed);
      return number === null ? null : { kind: "number", number };
    }
    case "single":
    case "boolean":
      return picked[0] === undefined ? null : { kind: "choice", choiceId: picked[0] };
    case "multiple":
      return picked.length === 0 ? null : { kind: "choices", choiceIds: picked };
    case "list": {
      const texts = draft.texts.map((text) => text.trim()).filter((text) => text !== "");
      return texts.length === 0 ? null : { kind: "texts", texts };
    }
    case "ordering":
      return { kind: "order", itemIds: draft.order };
    case "matching": {
      const pairs = idsOf(question.lefts).flatMap((leftId) => {
        const rightId = draft.pairs[leftId];
        return rightId === undefined ? [] : [{ leftId, rightId }];
      });
      const needed = question.partial ? 1 : idsOf(question.lefts).length;
      return pairs.length < needed ? null : { kind: "pairs", pairs };
    }
    case "buzzer":
    case "info":
      return null;
  }
}

/** Typed answers may hold half a word: what is in the field stays there until it is left. */
export const isTyped = ({ type }: Pick<PublicQuestion, "type">): boolean =>
  type === "text" || type === "number" || type === "list";

/** Matching: how many lefts have their right. */
const matchedCount = ({ lefts }: PublicQuestion, { pairs }: Draft): number =>
  idsOf(lefts).filter((id) => pairs[id] !== undefined).length;

/** What was begun and makes no answer, in its own words, with the reason; null: nothing of the kind. */
export function unfinished(question: PublicQuestion, draft: Draft): { said: string; reason: string } | null {
  if (answerOf(question, draft)) return null;
  if (question.type === "number" && draft.typed.trim() !== "")
    return { said: draft.typed.trim(), reason: "Not saved: it cannot be read as a number." };
  if (question.type !== "matching" || matchedCount(question, draft) === 0) return null;
  const { lefts = [] } = question;
  const pairs = lefts.flatMap(({ id: leftId }) => {
    const rightId = draft.pairs[leftId];
    return rightId === undefined ? [] : [{ leftId, rightId }];
  });
  return {
    said: answerInWords(question, { kind: "pairs", pairs }),
    reason: `Not saved: ${pairs.length} of ${lefts.length} were matched, and this question counts only with all.`,
  };
}

/** One place up (−1) or down (+1), or to any other. */
export function moved(order: string[], id: string, to: number): string[] {
  const rest = order.filter((other) => other !== id);
  const place = Math.max(0, Math.min(rest.length, to));
  return [...rest.slice(0, place), id, ...rest.slice(place)];
}

/** Each right belongs to one left: it is taken away where it was before. Empty: none. */
export function paired(pairs: Draft["pairs"], leftId: string, rightId: string): Draft["pairs"] {
  const others = Object.entries(pairs).filter(([left, right]) => left !== leftId && right !== rightId);
  return Object.fromEntries(rightId === "" ? others : [...others, [leftId, rightId]]);
}
