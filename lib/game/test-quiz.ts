/** A small quiz of every type for tests, with words in it that must never leave the house before the reveal. */
import type { Quiz } from "@/lib/contracts/quiz";

/** Stands in keys, explanations and notes. */
export const secret = "SENTINEL-SECRET";

export function testQuiz(): Quiz {
  const base = (id: string) => ({
    id,
    text: `Question ${id}?`,
    points: 10,
    timeLimitSeconds: 30,
    explanation: `${secret} explanation`,
    hostNotes: `${secret} notes`,
  });
  const choices = (id: string, right: number[]) =>
    [0, 1, 2].map((index) => ({
      id: `${id}c${index}`,
      text: `Choice ${index}`,
      correct: right.includes(index),
    }));
  return {
    title: "Test night",
    rounds: [
      {
        id: "r1",
        title: "First",
        questions: [
          { ...base("q1"), type: "single", choices: choices("q1", [1]) },
          { ...base("q2"), type: "multiple", choices: choices("q2", [0, 2]) },
          { ...base("q3"), type: "text", accepted: [`${secret} accepted`, "Rock 'n' Roll"] },
        ],
      },
      {
        id: "r2",
        title: "Second",
        questions: [
          { ...base("q4"), type: "number", value: 987654321, tolerance: 0 },
          { ...base("q5"), type: "boolean", choices: choices("q5", [0]).slice(0, 2) },
        ],
      },
    ],
  };
}
