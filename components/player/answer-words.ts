/** An answer in the words of its question. */
import type { AnswerValue } from "@/lib/contracts/answers";
import type { PublicQuestion } from "@/lib/contracts/views";

type Item = { id: string; text: string };
export const textOf = (items: Item[] | undefined, id: string): string =>
  items?.find((item) => item.id === id)?.text ?? "?";

/** In one line: for a row of the sheet. */
export function answerInWords(question: PublicQuestion, value: AnswerValue): string {
  switch (value.kind) {
    case "choice":
      return textOf(question.choices, value.choiceId);
    case "choices":
      return question.choices
        .filter(({ id }) => value.choiceIds.includes(id))
        .map(({ text }) => text)
        .join(", ");
    case "text":
      return value.text;
    case "number":
      return String(value.number);
    case "texts":
      return value.texts.join(", ");
    case "order":
      return value.itemIds.map((id) => textOf(question.items, id)).join(", ");
    case "pairs":
      return value.pairs
        .map(
          ({ leftId, rightId }) => `${textOf(question.lefts, leftId)} – ${textOf(question.rights, rightId)}`,
        )
        .join(", ");
    case "buzz":
      return "Buzzed";
    case "joker":
      return value.played ? "Joker played" : "Joker kept";
    case "wager":
      return `${value.stake} staked`;
  }
}
