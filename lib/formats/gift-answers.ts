/**
 * Cuts what is between the braces of a GIFT question into its single answers: marker, weight, text,
 * feedback. It must not judge them: what a weight means depends on the kind of question.
 */

export type AnswerEntry = {
  /** null for a text in front of the first marker, which Moodle takes as an answer too */
  marker: "=" | "~" | null;
  /** percent, may be negative; null where none is given */
  weight: number | null;
  /** parked text */
  raw: string;
  feedback: string | null;
};

/** One or two digits, then more after an optional point: "100" is 10 and 0 to Moodle, and "%+5%" is text. */
const weightInFront = /^\s*%(-?[0-9]{1,2}\.?[0-9]*)%/;

export function readAnswerEntries(body: string): AnswerEntry[] {
  return body
    .split(/(?=[~=])/)
    .filter((entry) => entry.trim() !== "")
    .map((entry) => {
      const first = entry.charAt(0);
      const marker = first === "=" || first === "~" ? first : null;
      const marked = marker ? entry.slice(1) : entry;
      const weight = marker ? weightInFront.exec(marked) : null;
      const rest = weight ? marked.slice(weight[0].length) : marked;
      const feedbackAt = rest.indexOf("#");
      return {
        marker,
        weight: weight ? Number.parseFloat(weight[1] ?? "") : null,
        raw: (feedbackAt < 0 ? rest : rest.slice(0, feedbackAt)).trim(),
        feedback: feedbackAt < 0 ? null : rest.slice(feedbackAt + 1),
      };
    });
}
