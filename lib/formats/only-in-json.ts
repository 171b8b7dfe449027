/**
 * What a question or its round has that CSV and GIFT have no place for, in words for the person who opens the file: an
 * export never drops something in silence. Roomful JSON keeps it all.
 */
import { mediaWords } from "@/lib/contracts/media";
import type { Question, Round } from "@/lib/contracts/quiz";

/** Empty where the file says everything. */
export function onlyInJson(round: Round, question: Question): string[] {
  const words: string[] = [];
  if (question.media) words.push(`a ${mediaWords[question.media.kind].one}`);
  if (question.wrongPoints) words.push(`${question.wrongPoints} points are taken for a wrong answer`);
  if ("wager" in question && question.wager)
    words.push(`up to ${question.wager.max} points may be staked on it`);
  if (question.type === "multiple" && question.partial) words.push("points for each part");
  if (question.type === "number" && question.closestWins) words.push("the closest number wins");
  if (question.type === "number" && question.isTieBreak) words.push("a tie-break without points");
  if (round.pace === "sheet") words.push("asked on an answer sheet");
  if (round.hasJoker) words.push("a joker may be played in this round");
  if (round.speedBonus) words.push("a speed bonus is given in this round");
  if (round.streak) words.push("right answers in a row bring more in this round");
  if (round.textOnScreenOnly) words.push("its text stands on the big screen alone");
  return words;
}
