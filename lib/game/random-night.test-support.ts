/**
 * What can happen on a night, drawn at random, and a night that lets it happen. For the random-night test alone: answers
 * are given as the store would take them (first counts, or compare-and-set by revision), orders as the service would.
 */
import fc from "fast-check";
import { expect } from "vitest";
import { type AnswerValue, jokerIdOf, wagerIdOf } from "@/lib/contracts/answers";
import type { MarkCommand, PhaseCommand } from "@/lib/contracts/commands";
import type { Question } from "@/lib/contracts/quiz";
import { decide, type Order } from "./decide";
import { applyEvents } from "./evolve";
import { exampleNight } from "./example-quiz";
import { checkJoker } from "./jokers";
import { checkAnswer, markerFor } from "./marking";
import { acceptsAnswer, acceptsChanges, findQuestion, openQuestionIds } from "./questions";
import type { AnswerRecord, PlayerRecord } from "./scoring";
import { type GameEvent, newSession, type SessionState } from "./state";
import { checkWager, findWager } from "./wagers";

export type Step =
  | { do: "press"; press: Record<string, unknown>; staleBy: number }
  | { do: "closeDue" }
  | { do: "answer"; player: number; open: number; pick: number }
  | { do: "mark"; kind: number; target: number; player: number; fraction: number | null }
  | { do: "join" }
  | { do: "leave"; player: number }
  | { do: "wait"; ms: number };

const press = fc.oneof(
  { weight: 20, arbitrary: fc.constant({ type: "advance" }) },
  { weight: 3, arbitrary: fc.constant({ type: "undo" }) },
  fc.constantFrom(
    { type: "lockQuestion" },
    { type: "lockAndReveal" },
    { type: "skipQuestion" },
    { type: "callTime", seconds: 30 },
    { type: "showStandings" },
    { type: "pause", minutes: null },
    { type: "pause", minutes: 5 },
    { type: "resume" },
    { type: "extendQuestion", seconds: 15 },
    { type: "setJoinLocked", locked: true },
    { type: "setJoinLocked", locked: false },
    { type: "setStandings", show: "all" },
    { type: "setStandings", show: "staged" },
    { type: "setStandings", show: "hidden" },
    { type: "uncoverPlaces", places: 2 },
    { type: "uncoverPlaces", places: null },
  ),
);
const one = <T extends string>(what: T) => fc.constant(what);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: one("press"), press, staleBy: fc.constantFrom(0, 0, 0, 0, 1) }) },
  { weight: 1, arbitrary: fc.constant({ do: "closeDue" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "join" as const }) },
  { weight: 1, arbitrary: fc.record({ do: one("leave"), player: fc.nat(5) }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: one("answer"), player: fc.nat(5), open: fc.nat(7), pick: fc.nat(3) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: one("mark"),
      kind: fc.nat(5),
      target: fc.nat(20),
      player: fc.nat(5),
      fraction: fc.constantFrom(0, 0.5, 1, null),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: one("wait"), ms: fc.nat(40_000) }) },
);
/** Long enough to reach the last round, half of the time; some are ended before. */
export const nights = fc.tuple(
  fc.oneof(
    fc.array(step, { minLength: 1, maxLength: 40 }),
    fc.array(step, { minLength: 150, maxLength: 260, size: "max" }),
  ),
  fc.constantFrom(false, false, true),
);

/** Right for `pick` 0 where that says nothing, else wrong; never a text or number that a leak would be looked for by. */
function valueFor(question: Question, pick: number): AnswerValue {
  switch (question.type) {
    case "text":
      return { kind: "text", text: `guess ${pick}` };
    case "number":
      return { kind: "number", number: pick };
    case "list":
      return { kind: "texts", texts: [`guess ${pick}`, "guess 1"] };
    case "ordering": {
      const ids = question.items.map(({ id }) => id);
      return { kind: "order", itemIds: [...ids.slice(pick), ...ids.slice(0, pick)] };
    }
    case "matching": {
      const rights = question.pairs.map(({ right }) => right.id);
      return {
        kind: "pairs",
        pairs: question.pairs.map(({ left }, at) => ({
          leftId: left.id,
          rightId: rights[(at + pick) % rights.length] ?? "",
        })),
      };
    }
    case "buzzer":
    case "info":
      return { kind: "buzz" };
    case "multiple": {
      const right = question.choices.filter((choice) => choice.correct).map((choice) => choice.id);
      return { kind: "choices", choiceIds: pick === 0 ? right : right.slice(0, 1) };
    }
    default:
      return { kind: "choice", choiceId: question.choices[pick % question.choices.length]!.id };
  }
}

export type Night = {
  state: SessionState;
  players: PlayerRecord[];
  answers: (AnswerRecord & { revision: number })[];
  log: GameEvent[][];
};

export const newNight = (): Night => ({
  state: newSession("s1", exampleNight),
  players: [],
  answers: [],
  log: [],
});

function give(night: Night, { player, open, pick }: Extract<Step, { do: "answer" }>, now: number): void {
  const seat = night.players[player];
  const ids = openQuestionIds(night.state);
  const questionId = ids[open % Math.max(1, ids.length)];
  if (!seat || seat.removed || !questionId || !acceptsAnswer(night.state, questionId, now).ok) return;
  const storedOf = (id: string) =>
    night.answers.find((answer) => answer.playerId === seat.playerId && answer.questionId === id);
  const question = findQuestion(night.state, questionId)?.question;
  const checked = question
    ? checkAnswer(question, valueFor(question, pick))
    : findWager(night.state, questionId)
      ? checkWager(night.state, questionId, { kind: "wager", stake: pick })
      : checkJoker(
          night.state,
          questionId,
          { kind: "joker", played: pick > 0 },
          (id) => storedOf(id)?.value ?? null,
        );
  if (!checked.ok) {
    expect(checked.error.code).toBe("JOKER_PLAYED");
    return;
  }
  const stored = storedOf(questionId);
  if (!stored)
    night.answers.push({
      playerId: seat.playerId,
      questionId,
      value: checked.value,
      receivedAt: now,
      revision: 0,
    });
  else if (acceptsChanges(night.state, questionId))
    Object.assign(stored, { value: checked.value, receivedAt: now, revision: stored.revision + 1 });
}

export function join(night: Night, now: number): void {
  const joinOrder = night.players.length;
  night.players.push({
    playerId: `p${joinOrder}`,
    name: `Team ${joinOrder}`,
    joinedAt: now,
    joinOrder,
    removed: false,
  });
}

export function order(night: Night, given: Order, now: number): void {
  const before = JSON.stringify(night.state);
  const teamCount = night.players.filter((player) => !player.removed).length;
  const decided = decide(night.state, given, { now, teamCount });
  expect(JSON.stringify(night.state)).toBe(before);
  if (!decided.ok || decided.value.length === 0) return;
  const next = applyEvents(night.state, decided.value);
  expect(JSON.stringify(night.state)).toBe(before);
  expect(next.version).toBe(night.state.version + 1);
  // a version that changes nothing would be sent to every phone
  const { version, movedAtVersion } = night.state;
  expect(JSON.stringify({ ...next, version, movedAtVersion })).not.toBe(before);
  night.state = next;
  night.log.push(decided.value);
}

function correction(
  night: Night,
  { kind, target, player, fraction }: Extract<Step, { do: "mark" }>,
): MarkCommand {
  const questions = night.state.quiz.rounds.flatMap((round) => round.questions);
  const question = questions[target % questions.length]!;
  const playerId = `p${player}`;
  const questionId = question.id;
  const some = night.answers.find((answer) => answer.questionId === questionId);
  const adjustmentId = `adjustment-${target % 4}`;
  const commands: MarkCommand[] = [
    { type: "markGroup", questionId, key: some ? markerFor(question).keyOf(some.value) : "nobody", fraction },
    { type: "overrideMark", questionId, playerId, fraction, reason: "heard it" },
    { type: "voidQuestion", questionId, isVoid: fraction === null },
    { type: "editQuestion", questionId, text: `Question ${questionId} mended ${player}?` },
    {
      type: "adjustPoints",
      adjustmentId,
      playerId,
      round: fraction === null ? null : (target % 4) + 1,
      points: player === 0 ? -0.3 : player * 1.1,
      reason: "a song",
    },
    { type: "removeAdjustment", adjustmentId },
  ];
  return commands[kind % commands.length]!;
}

export function take(night: Night, step: Step, now: number): void {
  switch (step.do) {
    case "wait":
      break;
    case "join":
      join(night, now);
      break;
    case "leave": {
      const seat = night.players[step.player];
      if (seat) seat.removed = !seat.removed;
      break;
    }
    case "answer":
      give(night, step, now);
      break;
    case "mark":
      order(night, correction(night, step), now);
      break;
    case "closeDue":
      order(night, { type: "closeDue" }, now);
      break;
    case "press":
      order(night, { ...step.press, basedOn: night.state.version - step.staleBy } as PhaseCommand, now);
  }
}

/** What takes answers while a round is introduced. */
export const introIds = exampleNight.rounds.flatMap((round) => [
  jokerIdOf(round.id),
  ...round.questions.map(({ id }) => wagerIdOf(id)),
]);
