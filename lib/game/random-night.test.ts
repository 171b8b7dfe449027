import fc from "fast-check";
import { expect, test } from "vitest";
import type { AnswerValue } from "@/lib/contracts/answers";
import type { PhaseCommand } from "@/lib/contracts/commands";
import type { Question } from "@/lib/contracts/quiz";
import { meViewSchema, sharedViewSchema } from "@/lib/contracts/views";
import { decide, type Order } from "./decide";
import { applyEvents } from "./evolve";
import { exampleQuiz, forbiddenBeforeReveal } from "./example-quiz";
import { acceptsAnswer, currentQuestion, findQuestion } from "./questions";
import { type AnswerRecord, type PlayerRecord, scoreSession } from "./scoring";
import { type GameEvent, newSession, type SessionState, undoDepth } from "./state";
import { meView, nextStep, sharedView } from "./views";

type Step =
  | { do: "press"; press: Record<string, unknown>; staleBy: number }
  | { do: "closeDue" }
  | { do: "answer"; player: number; pick: number }
  | { do: "join" }
  | { do: "wait"; ms: number };

const press = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ type: "advance" }) },
  { weight: 3, arbitrary: fc.constant({ type: "undo" }) },
  fc.constantFrom(
    { type: "lockQuestion" },
    { type: "lockAndReveal" },
    { type: "skipQuestion" },
    { type: "showStandings" },
    { type: "pause", minutes: null },
    { type: "pause", minutes: 5 },
    { type: "resume" },
    { type: "extendQuestion", seconds: 15 },
    { type: "setJoinLocked", locked: true },
    { type: "setJoinLocked", locked: false },
  ),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("press" as const),
      press,
      staleBy: fc.constantFrom(0, 0, 0, 0, 1),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "closeDue" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "join" as const }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("answer" as const), player: fc.nat(5), pick: fc.nat(3) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.nat(40_000) }) },
);
/** Ends the night in one of three runs, so that long ones are seen as well. */
const steps = fc.tuple(fc.array(step, { minLength: 1, maxLength: 70 }), fc.constantFrom(false, false, true));

/** Right for `pick` 0, else wrong; never a text or number that a leak would be looked for by. */
function valueFor(question: Question, pick: number): AnswerValue {
  if (question.type === "text") return { kind: "text", text: `guess ${pick}` };
  if (question.type === "number") return { kind: "number", number: pick };
  if (!("choices" in question)) throw new Error(question.type);
  const right = question.choices.filter((choice) => choice.correct).map((choice) => choice.id);
  if (question.type === "multiple")
    return { kind: "choices", choiceIds: pick === 0 ? right : right.slice(0, 1) };
  return { kind: "choice", choiceId: question.choices[pick % question.choices.length]!.id };
}

/** Questions that give points, as seen from outside. */
const scoredQuestionIds = (state: SessionState): string[] =>
  [...scoreSession(state, [], []).questionStats.keys()].filter(
    (id) => !state.skippedQuestionIds.includes(id),
  );

type Night = { state: SessionState; players: PlayerRecord[]; answers: AnswerRecord[]; log: GameEvent[][] };

function give(night: Night, player: number, pick: number, now: number): void {
  const seat = night.players[player];
  const question = currentQuestion(night.state);
  if (!seat || !question || !acceptsAnswer(night.state, question.id, now).ok) return;
  const isFirst = !night.answers.some(
    (answer) => answer.playerId === seat.playerId && answer.questionId === question.id,
  );
  if (!isFirst) return;
  const value = valueFor(question, pick);
  night.answers.push({ playerId: seat.playerId, questionId: question.id, value, receivedAt: now });
}

function join(night: Night, now: number): void {
  const joinOrder = night.players.length;
  const seat = { playerId: `p${joinOrder}`, name: `Team ${joinOrder}`, joinedAt: now, joinOrder };
  night.players.push({ ...seat, removed: joinOrder === 4 });
}

function order(night: Night, given: Order, now: number): void {
  const before = JSON.stringify(night.state);
  const decided = decide(night.state, given, { now });
  expect(JSON.stringify(night.state)).toBe(before);
  if (!decided.ok) return;
  expect(decided.value.length).toBeGreaterThan(0);
  const next = applyEvents(night.state, decided.value);
  expect(JSON.stringify(night.state)).toBe(before);
  expect(next.version).toBe(night.state.version + 1);
  night.state = next;
  night.log.push(decided.value);
}

function checkState({ state }: Night): void {
  const { position } = state;
  expect(position.closesAt !== null).toBe(position.phase === "question");
  expect(state.history.length).toBeLessThanOrEqual(undoDepth);
  const asked = state.asked.map((entry) => entry.questionId);
  expect(new Set(asked).size).toBe(asked.length);
  expect(new Set(state.skippedQuestionIds).size).toBe(state.skippedQuestionIds.length);
  for (const id of state.skippedQuestionIds) expect(asked).toContain(id);
  const current = currentQuestion(state);
  if (current) expect(state.skippedQuestionIds).not.toContain(current.id);
  expect(nextStep(state) === null).toBe(position.phase === "finished");
}

function checkScores({ state, players, answers }: Night): void {
  const scores = scoreSession(state, players, answers);
  const counted = new Set(scoredQuestionIds(state));
  const current = currentQuestion(state);
  if (current && state.position.phase !== "reveal") expect(counted.has(current.id)).toBe(false);
  for (const row of scores.standings) {
    const cells = [...(scores.cells.get(row.playerId) ?? [])];
    expect(row.points).toBe(cells.reduce((sum, [, cell]) => sum + cell.points, 0));
    for (const [id, cell] of cells)
      if (!counted.has(id)) expect(cell).toEqual({ outcome: "skipped", points: 0, bonus: 0 });
    expect(row.rank).toBe(1 + scores.standings.filter((other) => other.points > row.points).length);
    const most = [...counted].reduce((sum, id) => sum + (findQuestion(state, id)?.question.points ?? 0), 0);
    expect(row.points).toBeLessThanOrEqual(most);
  }
  expect(scores.standings).toHaveLength(players.filter((player) => !player.removed).length);
}

function checkViews({ state, players, answers }: Night): void {
  const scores = scoreSession(state, players, answers);
  const shared = sharedView(state, scores);
  sharedViewSchema.parse(shared);
  const isShown = shared.phase === "reveal" || shared.phase === "standings" || shared.phase === "finished";
  for (const { playerId, name } of players) {
    const answerOf = (id: string) => {
      const found = answers.find((entry) => entry.playerId === playerId && entry.questionId === id);
      return found ? { value: found.value, revision: 0 } : null;
    };
    const me = meView({ state, player: { playerId, name, seatCode: "X" }, answerOf, scores });
    meViewSchema.parse(me);
    if (isShown) continue;
    const sent = JSON.stringify([shared, me]);
    for (const forbidden of forbiddenBeforeReveal) expect(sent).not.toContain(forbidden);
    expect(me.standing).toBeNull();
  }
}

test("ANS-09, ANS-05 a random night: replay agrees, scores are the sum of their cells, nothing leaks early", () => {
  fc.assert(
    fc.property(steps, ([taken, endsIt]) => {
      const night: Night = { state: newSession("s1", exampleQuiz), players: [], answers: [], log: [] };
      let now = 1_000_000;
      for (let index = 0; index < 3; index += 1) join(night, now);
      for (const one of taken) {
        now += 250;
        if (one.do === "wait") now += one.ms;
        else if (one.do === "join") join(night, now);
        else if (one.do === "answer") give(night, one.player, one.pick, now);
        else if (one.do === "closeDue") order(night, { type: "closeDue" }, now);
        else {
          const basedOn = night.state.version - one.staleBy;
          order(night, { ...one.press, basedOn } as PhaseCommand, now);
        }
        checkState(night);
        checkScores(night);
        checkViews(night);
      }
      if (endsIt) order(night, { type: "endSession", basedOn: night.state.version }, now);
      checkScores(night);
      checkViews(night);

      // from the stored events, with every state in between saved and read back
      const replayed = night.log.reduce(
        (state, events) => JSON.parse(JSON.stringify(applyEvents(state, events))) as SessionState,
        newSession("s1", exampleQuiz),
      );
      expect(replayed).toEqual(JSON.parse(JSON.stringify(night.state)));
    }),
    { numRuns: 150, seed: 20_261_130 },
  );
});
