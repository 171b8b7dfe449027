/** Points staked on a question are an answer to this id. Without zod, for the phone's bundle. */
export const wagerIdOf = (questionId: string): string => `wager:${questionId}`;
