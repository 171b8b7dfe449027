import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { playableQuizSchema } from "@/lib/contracts/quiz";
import { HandicapRule } from "./handicap-rule";
import { fieldsOf, questionFrom } from "./question-fields";
import { common, hostViewOf, liveOf, livePlayer, roundOf, typedQuestion } from "./sample-views";
import { WagerCard } from "./wager-card";
import { wholeFrom } from "./whole-from";

const words = (element: ReactElement) =>
  renderToStaticMarkup(element)
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
const order = vi.fn();

test("the console counts who has staked, without teams on paper, and names the question", () => {
  const players = [livePlayer("A", { staked: true }), livePlayer("B"), livePlayer("C", { isPaper: true })];
  const intro = (wagers?: { number: number; max: number }[], questionCount = 4) =>
    hostViewOf(
      { ...common, phase: "roundIntro", round: roundOf({ questionCount, ...(wagers ? { wagers } : {}) }) },
      { live: liveOf({ players }) },
    );
  const said = (...given: Parameters<typeof intro>) => words(<WagerCard view={intro(...given)} />);
  expect(said([{ number: 3, max: 20 }])).toContain("1 of 2 teams has staked on question 3");
  expect(said([{ number: 1, max: 20 }], 1)).toContain("staked on the question");
  expect(
    said([
      { number: 1, max: 20 },
      { number: 2, max: 5 },
    ]),
  ).toContain("staked on 2 questions");
  expect(said()).toBe("");
});

test("the rule for large teams is said in words, with how many teams have not said their size", () => {
  const lobby = hostViewOf({ ...common, phase: "lobby" });
  expect(words(<HandicapRule view={lobby} order={order} />)).toContain("Every team keeps what it wins");
  const players = [livePlayer("A", { heads: 7 }), livePlayer("B"), livePlayer("Bot", { isBot: true })];
  const ruled = hostViewOf(
    { ...common, phase: "lobby", handicap: { freeHeads: 6, points: 1, per: "night" } },
    { live: liveOf({ players }) },
  );
  expect(words(<HandicapRule view={ruled} order={order} />)).toMatch(
    /Teams of more than 6 give away 1 point for each head over that, once a night\..*1 team has not said how many they are\./,
  );
});

test("whole numbers as hosts type them", () => {
  expect(
    [" 7 ", "１２", "0", "100", "-1", "2.5", "", "seven"].map((typed) => wholeFrom(typed, 1, 99)),
  ).toEqual([7, 12, null, null, null, null, null, null]);
});

test("a wager goes through the editor, is bounded there, and goes where the question takes none", () => {
  const newId = () => "id";
  const staked = typedQuestion(1, { wager: { max: 20 } });
  expect(questionFrom(staked, fieldsOf(staked), newId)).toEqual({ ok: true, value: staked });
  const plain = questionFrom(staked, { ...fieldsOf(staked), isWager: false }, newId);
  expect(plain).toEqual({ ok: true, value: typedQuestion(1) });
  for (const wagerMax of ["0", "1001", "2.5", "all"])
    expect(questionFrom(staked, { ...fieldsOf(staked), wagerMax }, newId)).toMatchObject({
      ok: false,
      error: "The most to stake is a whole number, 1 to 1000.",
    });
  const number = {
    ...typedQuestion(2),
    type: "number" as const,
    accepted: undefined,
    value: 3,
    tolerance: 0,
    wager: { max: 5 },
  };
  const { accepted: _, ...question } = number;
  const tieBreak = questionFrom(question, { ...fieldsOf(question), isTieBreak: true }, newId);
  expect(tieBreak).toMatchObject({ ok: true, value: { isTieBreak: true } });
  if (!tieBreak.ok) return;
  expect(tieBreak.value).not.toHaveProperty("wager");
  const quiz = { title: "T", rounds: [{ id: "r", title: "R", questions: [tieBreak.value] }] };
  expect(playableQuizSchema.safeParse(quiz).success).toBe(true);
});
