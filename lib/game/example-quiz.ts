/**
 * A small quiz with all five question types, for tests. What players must not know before the reveal carries the
 * word `secret`, so that a test can look for it in any payload. Not for use in the product.
 */
import type { Question, Quiz } from "@/lib/contracts/quiz";

/** In every explanation, host note, accepted text and number of the example, and nowhere else. */
export const secret = "sesame";
const secretNumber = 8_675_309;

const base = (id: string) => ({
  id,
  text: `Question ${id}?`,
  points: 10,
  timeLimitSeconds: 30,
  explanation: `${secret}: why ${id}`,
  hostNotes: `${secret}: say ${id} slowly`,
});

const choices = (id: string, right: number[], count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${id}-${"wxyz"[index]}`,
    text: `Choice ${index + 1}`,
    correct: right.includes(index),
  }));

const single: Question = { ...base("q1"), type: "single", choices: choices("q1", [1], 4) };
const multiple: Question = { ...base("q2"), type: "multiple", choices: choices("q2", [0, 2], 4) };
const boolean: Question = { ...base("q3"), type: "boolean", choices: choices("q3", [0], 2) };
const text: Question = { ...base("q4"), type: "text", accepted: [secret, `the other ${secret}`] };
const number: Question = { ...base("q5"), type: "number", value: secretNumber, tolerance: 2 };

/** Round one: single, multiple, true/false. Round two: text, number. */
export const exampleQuiz: Quiz = {
  title: "An evening at the Swan",
  rounds: [
    { id: "r1", title: "Warm-up", questions: [single, multiple, boolean] },
    { id: "r2", title: "Closing time", questions: [text, number] },
  ],
};

/** What no payload may hold before the reveal, as it would stand in JSON. */
export const forbiddenBeforeReveal = [
  secret,
  String(secretNumber),
  "correct",
  "accepted",
  "tolerance",
  "explanation",
  "hostNotes",
  "answerText",
  "distribution",
];
