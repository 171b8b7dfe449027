/**
 * Two quizzes for tests: a small one, and one with every type of question in both paces. What players must not know before the reveal carries the
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

const item = (id: string, reads: string) => ({ id, text: reads });
/** Ids are not in the right order, so that sorting by them cannot show it. */
const ordering: Question = {
  ...base("o1"),
  type: "ordering",
  partial: true,
  items: [item("o1-m", "Alpha"), item("o1-c", "Beta"), item("o1-x", "Gamma")],
};
const matching: Question = {
  ...base("m1"),
  type: "matching",
  partial: true,
  wrongPoints: 3,
  pairs: [
    { left: item("m1-q", "North"), right: item("m1-f", "Snow") },
    { left: item("m1-b", "South"), right: item("m1-z", "Sand") },
    { left: item("m1-k", "West"), right: item("m1-a", "Rain") },
  ],
};
const list: Question = {
  ...base("l1"),
  type: "list",
  items: [[secret], [`second ${secret}`, `other ${secret}`], [`third (${secret})`]],
  wanted: 2,
  wrongPoints: 1,
};
const slide = (id: string): Question => ({ ...base(id), type: "info" });

/** Every type of question; sheets and single questions, jokers, both speed bonuses, wrong points, wagers, a tie-break. */
export const exampleNight: Quiz = {
  title: "A long evening at the Swan",
  rounds: [
    {
      id: "r1",
      title: "Quick ones",
      speedBonus: { mode: "linear", points: 7 },
      streak: { points: 2 },
      questions: [
        { ...single, wrongPoints: 2, wager: { max: 9 } },
        slide("i1"),
        { ...base("n1"), type: "number", value: secretNumber, tolerance: 0, closestWins: true },
        { ...base("b1"), type: "buzzer", answer: secret, wrongPoints: 4 },
      ],
    },
    {
      id: "r2",
      title: "On paper",
      pace: "sheet",
      hasJoker: true,
      streak: { points: 3 },
      questions: [
        { ...text, wrongPoints: 1, wager: { max: 3 } },
        list,
        slide("i2"),
        ordering,
        { ...matching, wager: { max: 12 } },
        { ...multiple, partial: true },
      ],
    },
    {
      id: "r3",
      title: "Quick again",
      hasJoker: true,
      speedBonus: { mode: "first", points: 3, count: 2 },
      questions: [boolean, slide("i3")],
    },
    {
      id: "r4",
      title: "The last sheet",
      pace: "sheet",
      questions: [
        number,
        { ...base("t1"), type: "number", value: secretNumber, tolerance: 0, isTieBreak: true },
      ],
    },
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

/** The same for the shared part alone: in the personal one these are names of a team's own answer. */
export const forbiddenInShared = [
  ...forbiddenBeforeReveal,
  '"order"',
  '"pairs"',
  '"winners"',
  '"answer"',
  '"value"',
];
