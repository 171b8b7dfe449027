/**
 * How much work marking is: 100 teams write 10 typed answers each, as guests of a pub write them; an expert marks what
 * the rules leave open, with the keys of the marking page. Seeded, so that the figure in docs/running-a-night.md stays
 * true: a change of the rules that makes more work fails here.
 */
import { expect, test } from "vitest";
import { applyMark } from "@/lib/client/apply-mark";
import type { MarkingQuestion, MarkingView } from "@/lib/contracts/marking";
import { groupAnswers } from "@/lib/game/marking-view";
import { newSession } from "@/lib/game/state";
import { cursorIn, isToMark, type MarkingCursor, nextToMark, pressKey, toMarkIn } from "./marking-cursor";
import { markingQuestion, markingViewOf } from "./sample-views";

const teams = 100;

/** What rooms know, misspell and make up: the right answer, its accepted spellings, and what is commonly wrong. */
const asked = [
  {
    text: "Which planet has the shortest day?",
    accepted: ["Jupiter"],
    wrong: ["Saturn", "Mercury", "Mars", "the big gas one"],
  },
  { text: "Who painted Guernica?", accepted: ["Pablo Picasso", "Picasso"], wrong: ["Dalí", "Goya", "Miró"] },
  { text: "What is the capital of Australia?", accepted: ["Canberra"], wrong: ["Sydney", "Melbourne"] },
  {
    text: "Which city was called Leningrad?",
    accepted: ["(Saint) Petersburg", "St. Petersburg"],
    wrong: ["Moscow", "Stalingrad"],
  },
  {
    text: "Who wrote Frankenstein?",
    accepted: ["Mary Shelley", "Shelley"],
    wrong: ["Bram Stoker", "Byron", "Edgar Allan Poe"],
  },
  {
    text: "What does a cooper make?",
    accepted: ["barrels", "casks"],
    wrong: ["chicken coops", "copper pots", "shoes"],
  },
  {
    text: "Which river runs through Budapest?",
    accepted: ["Danube", "River Danube"],
    wrong: ["Rhine", "Volga", "Vltava"],
  },
  { text: "How many strings has a violin?", accepted: ["four", "4"], wrong: ["five", "6"] },
  {
    text: "Which gas do plants take in?",
    accepted: ["carbon dioxide", "CO2"],
    wrong: ["oxygen", "nitrogen"],
  },
  { text: "Which instrument has 47 strings?", accepted: ["harp"], wrong: ["piano", "zither", "lute"] },
];

/** Mulberry32: the same night every time. */
function seeded(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A slip of a thumb: a letter left out, doubled, swapped with the next, or its neighbour on the keyboard. */
function misspelt(text: string, random: () => number): string {
  const at = 1 + Math.floor(random() * Math.max(1, text.length - 2));
  const [before, letter = "", after] = [text.slice(0, at), text[at], text.slice(at + 1)];
  const kind = Math.floor(random() * 4);
  if (kind === 0) return before + after;
  if (kind === 1) return before + letter + letter + after;
  if (kind === 2) return before + (after[0] ?? "") + letter + after.slice(1);
  return before + String.fromCharCode(97 + Math.floor(random() * 26)) + after;
}
const dressed = (text: string, random: () => number): string => {
  const kind = random();
  if (kind < 0.4) return text.toLowerCase();
  if (kind < 0.5) return text.toUpperCase();
  if (kind < 0.6) return `the ${text}`;
  return kind < 0.65 ? `${text}!` : text;
};

/** 60 of 100 are right, 15 of those with a slip; one in twenty writes nothing. */
function written({ accepted, wrong }: (typeof asked)[number], random: () => number): string | null {
  const pick = (list: string[]) => list[Math.floor(random() * list.length)] ?? "";
  const plain = pick(accepted).replace(/[()]/g, "");
  const kind = random();
  if (kind < 0.51) return dressed(plain, random);
  if (kind < 0.6) return dressed(misspelt(plain, random), random);
  if (kind < 0.95) return dressed(random() < 0.1 ? misspelt(pick(wrong), random) : pick(wrong), random);
  return null;
}

function night(seed: number): MarkingView {
  const random = seeded(seed);
  const questions = asked.map((question, index) => ({
    id: `q${index + 1}`,
    type: "text" as const,
    text: question.text,
    accepted: question.accepted,
    points: 10,
    timeLimitSeconds: 30,
    explanation: null,
    hostNotes: null,
  }));
  const state = newSession("s", {
    title: "Quiz",
    rounds: [{ id: "r", title: "R", pace: "sheet", questions }],
  });
  const players = Array.from({ length: teams }, (_, index) => ({
    playerId: `t${index}`,
    name: `Team ${index}`,
    joinedAt: 0,
    joinOrder: index,
    removed: false,
  }));
  return markingViewOf(
    questions.map((question, index) => {
      const answers = players.flatMap(({ playerId }, at) => {
        const text = written(asked[index]!, random);
        return text === null
          ? []
          : [{ playerId, questionId: question.id, value: { kind: "text" as const, text }, receivedAt: at }];
      });
      return markingQuestion(
        index + 1,
        groupAnswers(state, question, players, new Map(answers.map((answer) => [answer.playerId, answer]))),
        {
          text: question.text,
          unansweredCount: teams - answers.length,
        },
      );
    }),
  );
}

/** Space for what the person lets pass, x for the rest, m to the next question that has some. */
function markAll(start: MarkingView): { presses: number; view: MarkingView } {
  let view = start;
  let cursor: MarkingCursor | null = cursorIn(view, null);
  let presses = 0;
  const press = (key: string) => {
    const pressed = cursor && pressKey(view, cursor, key);
    if (!pressed) throw new Error(`nothing happened at ${key}`);
    presses++;
    cursor = pressed.cursor;
    if (pressed.command) view = applyMark(view, pressed.command);
  };
  for (let limit = 0; limit < 10_000 && cursor; limit++) {
    const question = view.questions.find(({ questionId }) => questionId === cursor?.questionId);
    const group = question?.groups.find(({ key }) => key === cursor?.key);
    if (group && isToMark(group)) press(limit % 5 === 0 ? "x" : " ");
    else if (nextToMark(view, cursor)) press("m");
    else break;
  }
  return { presses, view };
}

test("100 teams × 10 typed answers: 64 to 75 key presses mark them all, none of them spent on moving about", () => {
  const figures = [1, 2, 3, 4, 5].map((seed) => {
    const view = night(seed);
    const sum = (of: (question: MarkingQuestion) => number) =>
      view.questions.reduce((total, question) => total + of(question), 0);
    const marked = markAll(view);
    expect(marked.view.questions.every((question) => toMarkIn(question) === 0)).toBe(true);
    // one press for each near miss, one to reach each further question
    const withSome = view.questions.filter((question) => toMarkIn(question) > 0).length;
    expect(marked.presses).toBe(sum(toMarkIn) + withSome - 1);
    const answers = sum(({ groups }) => groups.reduce((count, group) => count + group.answers.length, 0));
    return { answers, groups: sum(({ groups }) => groups.length), presses: marked.presses };
  });
  const range = (of: keyof (typeof figures)[number]) => [
    Math.min(...figures.map((figure) => figure[of])),
    Math.max(...figures.map((figure) => figure[of])),
  ];
  // the figures of docs/running-a-night.md
  expect({ answers: range("answers"), groups: range("groups"), presses: range("presses") }).toEqual({
    answers: [950, 964],
    groups: [143, 156],
    presses: [64, 75],
  });
});
