/**
 * A quiz as GIFT for Moodle. Texts are marked [plain], so that "<b>" stays what it is. GIFT has no place for
 * points, times and host notes, and no true/false but True and False: such a question goes out as a choice.
 * Every line end in a text is written as \n, since an empty line would end the question. What it cannot hold is
 * named in a comment where it would have stood.
 */
import type { Question, Quiz, Round } from "@/lib/contracts/quiz";
import { onlyInJson } from "./only-in-json";

export function exportGift(quiz: Quiz): string {
  const parts = quiz.rounds.flatMap((round) => [
    `$CATEGORY: ${categoryName(round.title)}`,
    ...round.questions.map((question) => giftQuestion(round, question)),
  ]);
  return `${parts.join("\n\n")}\n`;
}

/** A slash in a name is doubled, and a backslash is an escape there too. */
const categoryName = (title: string) =>
  title.replace(/\s+/g, " ").replaceAll("\\", "\\\\").replaceAll("/", "//");

const escapeText = (text: string) => text.replace(/[\\:#={}~]/g, "\\$&").replaceAll("\n", "\\n");

/** "[html]" at the start of an answer would be taken for its format. */
const answerText = (text: string) => (text.startsWith("[") ? `[plain]${escapeText(text)}` : escapeText(text));

/** One line, whatever is in the text: the next one would be a question. */
const comment = (text: string) => `// ${text.replace(/\s+/g, " ")}`;

function giftQuestion(round: Round, question: Question): string {
  const answers = answerLines(question);
  if (!answers)
    return comment(`Left out, GIFT has no question of the type "${question.type}": ${question.text}`);
  const lost = onlyInJson(round, question);
  const comments = lost.length > 0 ? [comment(`Only in Roomful JSON: ${lost.join("; ")}`)] : [];
  const general = question.explanation === null ? [] : [`####${answerText(question.explanation)}`];
  const gift = `[plain]${escapeText(question.text)} {${[...answers, ...general].join("\n")}\n}`;
  return [...comments, gift].join("\n");
}

/** Null for a type that GIFT does not have. */
function answerLines(question: Question): string[] | null {
  switch (question.type) {
    case "number":
      return [`#${question.value}${question.tolerance === 0 ? "" : `:${question.tolerance}`}`];
    case "text":
      return ["", ...question.accepted.map((text) => `=%100%${acceptedText(text)}`)];
    case "multiple": {
      const rightCount = question.choices.filter((choice) => choice.correct).length;
      // Moodle's own fractions have five decimals; a wrong tap costs everything, as only the exact set scores
      const weight = Number((100 / Math.max(1, rightCount)).toFixed(5));
      return [
        "",
        ...question.choices.map(({ text, correct }) => `~%${correct ? weight : -100}%${answerText(text)}`),
      ];
    }
    case "single":
    case "boolean": {
      const word = booleanWord(question);
      if (word) return [word];
      // one = for the first right choice and ~%100% for others: without any ~ it would be a typed answer
      const first = question.choices.findIndex((choice) => choice.correct);
      return [
        "",
        ...question.choices.map(
          ({ text, correct }, at) =>
            `${at === first ? "=%100%" : `~%${correct ? 100 : 0}%`}${answerText(text)}`,
        ),
      ];
    }
    case "matching":
      return [
        "",
        ...question.pairs.map(({ left, right }) => `=${leftText(left.text)} -> ${escapeText(right.text)}`),
      ];
    case "list":
    case "ordering":
    case "buzzer":
    case "info":
      return null;
  }
}

/** As an accepted answer, but for the asterisk, which means nothing here. The right side is plain to Moodle anyhow. */
const leftText = (text: string): string =>
  text.includes("->") ? acceptedText(text).replaceAll("\\*", "*") : answerText(text);

/** An asterisk is "any text" to Moodle, and "->" makes a matching question of it, for which there is no escape. */
function acceptedText(text: string): string {
  const escaped = escapeText(text).replaceAll("*", "\\*");
  if (text.includes("->"))
    return `[html]${escaped.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}`;
  return text.startsWith("[") ? `[plain]${escaped}` : escaped;
}

function booleanWord(question: Question): "TRUE" | "FALSE" | null {
  if (question.type !== "boolean") return null;
  const [first, second] = question.choices;
  if (first?.text !== "True" || second?.text !== "False" || first.correct === second.correct) return null;
  return first.correct ? "TRUE" : "FALSE";
}
