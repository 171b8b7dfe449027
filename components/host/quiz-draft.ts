/** Changes to a quiz before it is saved. Pure: a quiz in, another one out. */
import type { Question, Quiz, Round } from "@/lib/contracts/quiz";

const replaced = <T>(list: T[], at: number, change: (item: T) => T): T[] =>
  list.map((item, index) => (index === at ? change(item) : item));

export const withRound = (quiz: Quiz, at: number, change: (round: Round) => Round): Quiz => ({
  ...quiz,
  rounds: replaced(quiz.rounds, at, change),
});

export const withQuestion = (quiz: Quiz, at: number, index: number, question: Question): Quiz =>
  withRound(quiz, at, (round) => ({ ...round, questions: replaced(round.questions, index, () => question) }));

export const withNewQuestion = (quiz: Quiz, at: number, question: Question): Quiz =>
  withRound(quiz, at, (round) => ({ ...round, questions: [...round.questions, question] }));

/** The last question of a round takes the round with it: a round without questions cannot be played. */
export const withoutQuestion = (quiz: Quiz, at: number, index: number): Quiz => {
  const next = withRound(quiz, at, (round) => ({
    ...round,
    questions: round.questions.filter((_, position) => position !== index),
  }));
  return { ...next, rounds: next.rounds.filter(({ questions }) => questions.length > 0) };
};

export function withMoved(quiz: Quiz, at: number, index: number, by: 1 | -1): Quiz {
  return withRound(quiz, at, (round) => {
    const questions = [...round.questions];
    const [moved] = questions.splice(index, 1);
    if (moved) questions.splice(index + by, 0, moved);
    return { ...round, questions };
  });
}

/** Rules that do not go together are mended rather than refused: the page says which. */
export function withPace(round: Round, pace: "question" | "sheet"): Round {
  const { speedBonus, ...rest } = round;
  return pace === "sheet" ? { ...rest, pace } : { ...rest, pace, ...(speedBonus ? { speedBonus } : {}) };
}

/** Why a round cannot be played on a sheet as it is, in words. */
export const sheetFault = (round: Round): string | null =>
  round.pace === "sheet" && round.questions.some(({ type }) => type === "buzzer")
    ? "A buzzer question cannot stand on a sheet: ask this round question by question, or take it out."
    : null;
