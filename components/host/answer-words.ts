/** The right answer of every type in words, for the host's eyes. Pure. */
import type { Question, QuestionType } from "@/lib/contracts/quiz";

export const typeWords: Record<QuestionType, string> = {
  single: "single choice",
  multiple: "multiple choice",
  boolean: "true or false",
  text: "typed",
  number: "number",
  list: "list",
  ordering: "put in order",
  matching: "match up",
  buzzer: "buzzer",
  info: "slide to read",
};

/** null: nothing to answer, or the choices show it themselves. */
export function answerWords(question: Question): string | null {
  switch (question.type) {
    case "text":
      return question.accepted.join(" / ");
    case "number":
      if (question.closestWins) return `${question.value}; the closest answer wins`;
      return question.tolerance > 0 ? `${question.value} ± ${question.tolerance}` : String(question.value);
    case "list":
      return `${question.wanted} of: ${question.items.map((spellings) => spellings[0]).join(", ")}`;
    case "ordering":
      return question.items.map(({ text }, index) => `${index + 1}. ${text}`).join("  ");
    case "matching":
      return question.pairs.map(({ left, right }) => `${left.text} → ${right.text}`).join(", ");
    case "buzzer":
      return question.answer;
    case "single":
    case "multiple":
    case "boolean":
    case "info":
      return null;
  }
}

/** With the right choices named: where there is no room for all of them. */
export function keyWords(question: Question): string {
  if ("choices" in question)
    return question.choices
      .filter(({ correct }) => correct)
      .map(({ text }) => text)
      .join(", ");
  return answerWords(question) ?? "";
}

/** What is special about its points, in a few words each. */
export function pointWords(question: Question): string[] {
  if (question.type === "info") return [];
  if (question.type === "number" && question.isTieBreak) return ["tie-break: no points"];
  const words = [`${question.points} points`];
  if (question.wrongPoints) words.push(`−${question.wrongPoints} for a wrong answer`);
  if ("wager" in question && question.wager) words.push(`a wager of up to ${question.wager.max}`);
  if ("partial" in question && question.partial) words.push("points for each right part");
  if (question.type === "list") words.push(`shared out over ${question.wanted}`);
  return words;
}
