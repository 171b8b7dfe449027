/**
 * Phones are sent what to order and match sorted by id, and choices with theirs: an id that says "1", "2", "3" or
 * "right" would give the answer away. So those of a saved quiz are made here, whatever its author called them.
 */
import type { Question, Quiz } from "@/lib/contracts/quiz";
import { newId } from "./tokens";

const renamed = <T extends { id: string }>(part: T): T => ({ ...part, id: newId() });

function withOwnIds(question: Question): Question {
  switch (question.type) {
    case "single":
    case "multiple":
    case "boolean":
      return { ...question, choices: question.choices.map(renamed) };
    case "ordering":
      return { ...question, items: question.items.map(renamed) };
    case "matching":
      return {
        ...question,
        pairs: question.pairs.map(({ left, right }) => ({ left: renamed(left), right: renamed(right) })),
      };
    default:
      return question;
  }
}

export const quizWithOwnIds = (quiz: Quiz): Quiz => ({
  ...quiz,
  rounds: quiz.rounds.map((round) => ({ ...round, questions: round.questions.map(withOwnIds) })),
});
