/** Plays a night in tests, press by press, on a clock of its own. Not for use in the product. */
import type { AnswerValue } from "@/lib/contracts/answers";
import type { MarkCommand, PhaseCommand } from "@/lib/contracts/commands";
import type { Question, Quiz, Round } from "@/lib/contracts/quiz";
import { decide, type Order } from "./decide";
import { applyEvents } from "./evolve";
import type { AnswerRecord, PlayerRecord } from "./scoring";
import type { SessionState } from "./state";

type WithoutVersion<C> = C extends unknown ? Omit<C, "basedOn"> : never;
export type Press =
  | WithoutVersion<PhaseCommand>
  | "advance"
  | "closeDue"
  | "undo"
  | "skipQuestion"
  | "resume";

export const start = 1_000_000;

function orderOf(state: SessionState, press: Press): Order {
  if (press === "closeDue") return { type: "closeDue" };
  const command = typeof press === "string" ? { type: press } : press;
  return { ...command, basedOn: state.version } as PhaseCommand;
}

export function pressed(state: SessionState, press: Press, now = start): SessionState {
  const decided = decide(state, orderOf(state, press), { now });
  if (!decided.ok) throw new Error(`${JSON.stringify(press)} was refused: ${decided.error.code}`);
  return applyEvents(state, decided.value);
}

export function refusal(state: SessionState, press: Press, now = start) {
  const decided = decide(state, orderOf(state, press), { now });
  return decided.ok ? null : decided.error.code;
}

export const play = (presses: Press[], from: SessionState, now = start): SessionState =>
  presses.reduce((state, press) => pressed(state, press, now), from);

export function corrected(state: SessionState, command: MarkCommand, now = start): SessionState {
  const decided = decide(state, command, { now });
  if (!decided.ok) throw new Error(`${command.type} was refused: ${decided.error.code}`);
  return applyEvents(state, decided.value);
}

export const where = ({ position, paused }: SessionState): string =>
  `${paused ? "paused in " : ""}${position.phase} ${position.roundIndex}.${position.questionIndex}`;

/** The large button until the phase is reached. */
export function advancedTo(
  phase: SessionState["position"]["phase"],
  from: SessionState,
  now = start,
): SessionState {
  let state = pressed(from, "advance", now);
  while (state.position.phase !== phase) state = pressed(state, "advance", now);
  return state;
}

type Draft<Q> = Q extends unknown ? Partial<Q> & Pick<Q, "type" & keyof Q> : never;
/** A question of ten points and thirty seconds, but for what is said. */
export const question = (id: string, draft: Draft<Question>): Question =>
  ({
    id,
    text: `Question ${id}?`,
    points: 10,
    timeLimitSeconds: 30,
    explanation: null,
    hostNotes: null,
    ...draft,
  }) as Question;

export const quizOf = (...rounds: (Partial<Round> & Pick<Round, "questions">)[]): Quiz => ({
  title: "A night",
  rounds: rounds.map((round, index) => ({ id: `r${index + 1}`, title: `Round ${index + 1}`, ...round })),
});

export const seat = (playerId: string, more: Partial<PlayerRecord> = {}): PlayerRecord => ({
  playerId,
  name: playerId.toUpperCase(),
  joinedAt: 0,
  joinOrder: playerId.charCodeAt(0),
  removed: false,
  ...more,
});

export const given = (
  playerId: string,
  questionId: string,
  value: AnswerValue | string | number,
  receivedAt = start,
): AnswerRecord => ({
  playerId,
  questionId,
  receivedAt,
  value:
    typeof value === "string"
      ? { kind: "text", text: value }
      : typeof value === "number"
        ? { kind: "number", number: value }
        : value,
});
