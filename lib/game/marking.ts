/**
 * Does an answer fit its question, and how much of it is right. Pure, and the same for every road an answer takes;
 * never looks at the clock or at who answered.
 */
import type { AnswerValue } from "@/lib/contracts/answers";
import type { Question } from "@/lib/contracts/quiz";
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import { normaliseAnswer } from "./normalise";

/** The answer as it is stored, or BAD_ANSWER with what is wrong with it. */
export function checkAnswer(question: Question, value: AnswerValue): Result<AnswerValue> {
  switch (question.type) {
    case "single":
    case "boolean":
      if (value.kind !== "choice") return refuse("BAD_ANSWER", "Pick one of the choices.");
      return question.choices.some((choice) => choice.id === value.choiceId)
        ? ok(value)
        : refuse("BAD_ANSWER", "That choice is not one of this question's.");
    case "multiple": {
      if (value.kind !== "choices") return refuse("BAD_ANSWER", "Pick one or more of the choices.");
      const picked = new Set(value.choiceIds);
      if (picked.size === 0) return refuse("BAD_ANSWER", "Pick one or more of the choices.");
      if (picked.size !== value.choiceIds.length) return refuse("BAD_ANSWER", "A choice was picked twice.");
      const known = question.choices.filter((choice) => picked.has(choice.id)).map((choice) => choice.id);
      return known.length === picked.size
        ? ok({ kind: "choices", choiceIds: known })
        : refuse("BAD_ANSWER", "That choice is not one of this question's.");
    }
    case "text": {
      if (value.kind !== "text") return refuse("BAD_ANSWER", "Type an answer.");
      // Postgres cannot store U+0000, and lone surrogates are not text
      const text = value.text.replaceAll("\u0000", "").toWellFormed().trim();
      return text === "" ? refuse("BAD_ANSWER", "Type an answer.") : ok({ kind: "text", text });
    }
    case "number":
      return value.kind === "number" && Number.isFinite(value.number)
        ? ok(value)
        : refuse("BAD_ANSWER", "Type a number.");
  }
}

/** 0 to 1. Multiple choice is all or nothing: exactly the right ones. */
export const markAnswer = (question: Question, value: AnswerValue): number => markerFor(question)(value);

/** `markAnswer` for many answers to one question: prepares its key once, and marks each spelling once. */
export function markerFor(question: Question): (value: AnswerValue) => number {
  switch (question.type) {
    case "single":
    case "boolean": {
      const right = new Set(question.choices.filter((choice) => choice.correct).map((choice) => choice.id));
      return (value) => (value.kind === "choice" && right.has(value.choiceId) ? 1 : 0);
    }
    case "multiple":
      return (value) => {
        if (value.kind !== "choices") return 0;
        const picked = new Set(value.choiceIds);
        return question.choices.every((choice) => choice.correct === picked.has(choice.id)) ? 1 : 0;
      };
    case "text": {
      const accepted = new Set(question.accepted.map(normaliseAnswer));
      const marked = new Map<string, number>();
      return (value) => {
        if (value.kind !== "text") return 0;
        const known = marked.get(value.text);
        if (known !== undefined) return known;
        const fraction = accepted.has(normaliseAnswer(value.text)) ? 1 : 0;
        marked.set(value.text, fraction);
        return fraction;
      };
    }
    case "number": {
      // a billionth of the size of the numbers: 0.1 + 0.2 is within 0.3 ± 0
      const within = question.tolerance + 1e-9 * Math.max(1, Math.abs(question.value));
      return (value) =>
        value.kind === "number" && Math.abs(value.number - question.value) <= within ? 1 : 0;
    }
  }
}
