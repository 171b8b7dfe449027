/**
 * The pub night on paper: the quiz, what every team writes, and the score as a landlord with a pencil adds it up. Every
 * figure below is typed by hand from the rules in docs/running-a-night.md; nothing here asks the product.
 */
import { randomUUID } from "node:crypto";
import type { Question, Quiz } from "../lib/contracts/quiz";
import { choiceQuestion, numberQuestion, typedQuestion } from "./quizzes";

/** Three phones of one seat. */
export const trio = "The Discontents";
/** One person, one phone. */
export const solo = "Solo Sam";
/** No phone: the host enters what the landlord marked. */
export const paper = "Pencil Case";
/** No WebSocket gets through to its phone. */
export const backup = "Backroom Boys";
/** Its phone goes down the gents in round 2. */
export const lost = "Lost Property";
export const plain = "Quizzly Bears";

const roundBase = () => ({ id: randomUUID() });
const flags = ["Bhutan", "Malta", "Albania"];

/** As a file. The bonus of round 3 and the pictures of round 2 are set in the editor. */
export const pubNightQuiz = (): Quiz => ({
  title: "Thursday at the Crown",
  rounds: [
    {
      ...roundBase(),
      title: "Pot luck",
      pace: "sheet",
      hasJoker: true,
      questions: [
        typedQuestion("What is the capital of Slovenia?", ["Ljubljana"]),
        typedQuestion("Which planet has the shortest day?", ["Jupiter"]),
        typedQuestion("What does a cooper make?", ["barrels"], {
          explanation: "The word is Dutch: a kuip is a tub.",
        }),
        typedQuestion("Who painted the Night Watch?", ["Rembrandt"]),
      ],
    },
    {
      ...roundBase(),
      title: "Pictures",
      pace: "sheet",
      hasJoker: true,
      questions: [
        typedQuestion("Which constellation is this lopsided W?", ["Cassiopeia"]),
        choiceQuestion("Whose flag has this dragon?", "Wales", flags),
        typedQuestion("Which bird is this?", ["wren"]),
      ],
    },
    {
      ...roundBase(),
      title: "Quick fire",
      hasJoker: true,
      questions: [
        choiceQuestion("Which river runs through London?", "Thames", ["Severn", "Tyne", "Trent"]),
        choiceQuestion("Is a firkin larger than a hogshead?", "No", ["Yes"]),
        typedQuestion("Which grain is malted for most beer?", ["barley"]),
      ],
    },
    {
      ...roundBase(),
      title: "Last orders",
      questions: [
        {
          ...numberQuestion("How many metres high is the Eiffel Tower?", 330),
          closestWins: true,
        } as Question,
        { ...numberQuestion("How many steps lead to its top?", 1665), isTieBreak: true } as Question,
      ],
    },
  ],
});

/** Round 3: the first two right answers to a question get so many points on top. */
export const bonus = { points: 5, count: 2 };

/** Points of a question are 10 throughout. */
type Place = { rank: number; points: number };
export type Table = Record<string, Place>;

/**
 * Round 1, as marked on the night: near misses ("Jupitor") count, "casks" does not.
 *   The Discontents  10 + 10 +  0 +  0 = 20, joker 40
 *   Solo Sam         10 +  0 +  0 + 10 = 20
 *   Backroom Boys    10 + 10 +  0 +  – = 20
 *   Lost Property     0 + 10 + 10 + 10 = 30
 *   Quizzly Bears    10 + 10 + 10 +  0 = 30
 *   Pencil Case      25 on paper
 */
export const afterRound1: Table = {
  [trio]: { rank: 1, points: 40 },
  [lost]: { rank: 2, points: 30 },
  [plain]: { rank: 2, points: 30 },
  [paper]: { rank: 4, points: 25 },
  [solo]: { rank: 5, points: 20 },
  [backup]: { rank: 5, points: 20 },
};

/**
 * The room argues, and "casks" counts: 10 more for who wrote it, 20 more for the joker.
 *   The Discontents  10 + 10 + 10 +  0 = 30, joker 60
 *   Solo Sam         10 +  0 + 10 + 10 = 30
 *   Backroom Boys    10 + 10 + 10 +  – = 30
 */
export const afterRound1Corrected: Table = {
  [trio]: { rank: 1, points: 60 },
  [solo]: { rank: 2, points: 30 },
  [backup]: { rank: 2, points: 30 },
  [lost]: { rank: 2, points: 30 },
  [plain]: { rank: 2, points: 30 },
  [paper]: { rank: 6, points: 25 },
};

/**
 * Round 2: "Cassiopea" is half right, by the marker.
 *   The Discontents  10 + 10 +  0 = 20            60 + 20   = 80
 *   Solo Sam         10 +  0 + 10 = 20, joker 40  30 + 40   = 70
 *   Lost Property    10 + 10 + 10 = 30            30 + 30   = 60
 *   Quizzly Bears    10 + 10 +  0 = 20            30 + 20   = 50
 *   Backroom Boys     5 + 10 +  0 = 15            30 + 15   = 45
 *   Pencil Case      12.5 on paper                25 + 12.5 = 37.5
 */
export const afterRound2: Table = {
  [trio]: { rank: 1, points: 80 },
  [solo]: { rank: 2, points: 70 },
  [lost]: { rank: 3, points: 60 },
  [plain]: { rank: 4, points: 50 },
  [backup]: { rank: 5, points: 45 },
  [paper]: { rank: 6, points: 37.5 },
};

/**
 * Round 3, third question: "Barly" came first and counts as wrong, so the bonus is for the two after it. Totals then,
 * and once "Barly" is right: it gets 10 + 5, and Lost Property, now third, loses its 5.
 *   Lost Property  60 + 0 + 15 + 15 = 90   60 + 0 + 15 + 10 = 85
 *   Quizzly Bears  50 + 15 + 10 + 0 = 75   50 + 15 + 10 + 15 = 90
 *   The Discontents are second with "barley" either way: 80 + 10 + 10 + 15 = 115
 */
export const barly = { before: { [lost]: 90, [plain]: 75 }, after: { [lost]: 85, [plain]: 90 } } as const;

/**
 * Round 3 as a whole.
 *   The Discontents  10      + 10      + (10 + 5) = 35            80   + 35 = 115
 *   Backroom Boys    10      + (10 + 5) +  –      = 25, joker 50  45   + 50 = 95
 *   Quizzly Bears    (10 + 5) + 10      + (10 + 5) = 40            50   + 40 = 90
 *   Solo Sam         (10 + 5) +  0      +  0      = 15            70   + 15 = 85
 *   Lost Property     0      + (10 + 5) + 10      = 25            60   + 25 = 85
 *   Pencil Case      20 on paper                                  37.5 + 20 = 57.5
 */
export const afterRound3: Table = {
  [trio]: { rank: 1, points: 115 },
  [backup]: { rank: 2, points: 95 },
  [plain]: { rank: 3, points: 90 },
  [solo]: { rank: 4, points: 85 },
  [lost]: { rank: 4, points: 85 },
  [paper]: { rank: 6, points: 57.5 },
};

/**
 * Round 4, closest to 330: Solo Sam (320) and Lost Property (340) are 10 off, both get 10: three teams have 95.
 */
export const beforeTieBreak: Table = {
  ...afterRound3,
  [backup]: { rank: 2, points: 95 },
  [solo]: { rank: 2, points: 95 },
  [lost]: { rank: 2, points: 95 },
  [plain]: { rank: 5, points: 90 },
};

/**
 * The tie-break, closest to 1665: Lost Property (1700) is 35 off, Solo Sam (1600) and Backroom Boys (1730) are 65 off
 * and stay equal. Quizzly Bears say 1665 to the step, which gives no points and passes nobody.
 */
export const atTheEnd: Table = {
  [trio]: { rank: 1, points: 115 },
  [lost]: { rank: 2, points: 95 },
  [solo]: { rank: 3, points: 95 },
  [backup]: { rank: 3, points: 95 },
  [plain]: { rank: 5, points: 90 },
  [paper]: { rank: 6, points: 57.5 },
};

/** What each round brought, and the round of the joker. */
export const roundPoints: Record<string, number[]> = {
  [trio]: [60, 20, 35, 0],
  [lost]: [30, 30, 25, 10],
  [solo]: [30, 40, 15, 10],
  [backup]: [30, 15, 50, 0],
  [plain]: [30, 20, 40, 0],
  [paper]: [25, 12.5, 20, 0],
};
export const jokerRounds: Record<string, number> = { [trio]: 1, [solo]: 2, [backup]: 3 };
