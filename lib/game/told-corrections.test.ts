import { describe, expect, test } from "vitest";
import type { MarkCommand } from "@/lib/contracts/commands";
import { meViewSchema, sharedViewSchema } from "@/lib/contracts/views";
import { wagerIdOf } from "@/lib/contracts/wager-id";
import { applyEvents } from "./evolve";
import {
  advancedTo,
  corrected,
  given,
  play,
  pressed,
  question,
  quizOf,
  seat,
  start,
} from "./night.test-support";
import { type AnswerRecord, type PlayerRecord, scoreSession } from "./scoring";
import { currentState, newSession, type SessionState } from "./state";
import { scoresToShow } from "./told-corrections";
import { meView, sharedView } from "./views";

const quiz = quizOf(
  {
    questions: [
      question("q1", { type: "text", accepted: ["Shakespeare"], points: 2 }),
      question("q2", { type: "number", value: 10, tolerance: 0, closestWins: true, points: 2 }),
    ],
  },
  { questions: [question("q3", { type: "text", accepted: ["Elbe"] })] },
);
const players = ["a", "b", "c"].map((id) => seat(id));
const answers = [
  given("a", "q1", "Shakespeare"),
  given("b", "q1", "Shakespear"),
  given("c", "q1", "Marlowe"),
  given("a", "q2", 10),
  given("b", "q2", 12),
];
const markGroup = (key: string, fraction: number | null, questionId = "q1"): MarkCommand => ({
  type: "markGroup",
  questionId,
  key,
  fraction,
});
const adjust = (
  adjustmentId: string,
  playerId: string,
  points: number,
  round: number | null,
): MarkCommand => ({
  type: "adjustPoints",
  adjustmentId,
  playerId,
  round,
  points,
  reason: "singing",
});

/** What the room and each team are told; nothing at all where the view has no place for it. */
function told(
  state: SessionState,
  { seats = players, records = answers }: { seats?: PlayerRecord[]; records?: AnswerRecord[] } = {},
) {
  const { phase } = state.position;
  const isShown = phase === "reveal" || phase === "standings" || phase === "finished";
  const scores = isShown ? scoresToShow(state, seats, records) : null;
  const shared = sharedViewSchema.parse(sharedView(state, scores));
  const own = seats.flatMap(({ playerId, name }) => {
    const view = meView({ state, player: { playerId, name, seatCode: "X" }, answerOf: () => null, scores });
    const { corrections } = meViewSchema.parse(view);
    return corrections ? [[playerId, corrections] as const] : [];
  });
  return { room: "corrections" in shared ? shared.corrections : undefined, own: Object.fromEntries(own) };
}
const nothing = { room: undefined, own: {} };
const ofB = { round: 1, question: 1, outcome: "right", points: 2, bonus: 0, of: 2 };

const fresh = newSession("s", quiz);
const standings = advancedTo("standings", fresh);

describe("a correction after the answer was shown", () => {
  test("is said of the question to the room, and with the points to the team whose own changed", () => {
    const marked = corrected(standings, markGroup("shakespear", 1));
    expect(told(marked)).toEqual({ room: [{ round: 1, question: 1 }], own: { b: [ofB] } });
  });

  test("a won stake is on top of the question's points, as a joker is", () => {
    const staked = quizOf({
      questions: [question("q1", { type: "text", accepted: ["Shakespeare"], points: 2, wager: { max: 20 } })],
    });
    const marked = corrected(advancedTo("standings", newSession("s", staked)), markGroup("shakespear", 1));
    const stake: AnswerRecord = {
      playerId: "b",
      questionId: wagerIdOf("q1"),
      value: { kind: "wager", stake: 20 },
      receivedAt: start,
    };
    const records = [...answers.filter(({ questionId }) => questionId === "q1"), stake];
    // before: wrong, and 20 points lost
    expect(told(marked, { records }).own).toEqual({ b: [{ ...ofB, points: 22, bonus: 20 }] });
  });

  test("is in the state: what was saved and read again says the same", () => {
    const marked = corrected(standings, markGroup("shakespear", 1));
    expect(told(currentState(JSON.parse(JSON.stringify(marked))))).toEqual(told(marked));
    const { recentCorrections: _, ...saved } = standings;
    expect(told(currentState(saved as SessionState))).toEqual(nothing);
  });

  test("taken back it was never there, for the screens and for the results", () => {
    const marked = corrected(corrected(standings, markGroup("marlowe", 0.5)), markGroup("shakespear", 1));
    const back = corrected(corrected(marked, markGroup("shakespear", null)), markGroup("marlowe", null));
    expect(told(back)).toEqual(nothing);
    expect(back.asked.some((entry) => entry.corrected)).toBe(false);
    const one = corrected(marked, markGroup("shakespear", null));
    expect(Object.keys(told(one).own)).toEqual(["c"]);
    // corrected and told in an earlier phase, it stays a corrected one in the results
    const later = corrected(
      corrected(advancedTo("roundIntro", marked), markGroup("elbe", 1)),
      markGroup("elbe", null),
    );
    expect(later.asked.find(({ questionId }) => questionId === "q1")?.corrected).toBe(true);
  });

  test("that changes nobody's points is not said", () => {
    expect(told(corrected(standings, markGroup("shakespeare", 1)))).toEqual(nothing);
    expect(
      told(corrected(standings, { type: "editQuestion", questionId: "q1", text: "Who wrote it?" })),
    ).toEqual(nothing);
    // a team that is no longer there
    const seats = players.map((player) => ({ ...player, removed: player.playerId === "b" }));
    expect(told(corrected(standings, markGroup("shakespear", 1)), { seats })).toEqual(nothing);
  });

  test("before the answer is shown it is marking, and is not said", () => {
    const locked = pressed(advancedTo("question", fresh), { type: "lockQuestion" });
    const marked = corrected(locked, markGroup("shakespear", 1));
    expect(told(advancedTo("reveal", marked))).toEqual(nothing);
  });

  test("another key, one team's answer, a question without points: all are said, also to who loses by it", () => {
    const edited = corrected(standings, { type: "editQuestion", questionId: "q1", accepted: ["Marlowe"] });
    expect(told(edited).own).toMatchObject({ a: [{ points: 0, of: 2 }], c: [{ points: 2, of: 2 }] });
    const overridden = corrected(standings, {
      type: "overrideMark",
      questionId: "q2",
      playerId: "a",
      fraction: 0,
      reason: "shouted it",
    });
    // the next nearest has won instead
    expect(told(overridden)).toEqual({
      room: [{ round: 1, question: 2 }],
      own: {
        a: [{ round: 1, question: 2, outcome: "wrong", points: 0, bonus: 0, of: 2, reason: "shouted it" }],
        b: [{ round: 1, question: 2, outcome: "right", points: 2, bonus: 0, of: 2 }],
      },
    });
    const voided = corrected(standings, { type: "voidQuestion", questionId: "q1", isVoid: true });
    expect(told(voided)).toEqual({
      room: [{ round: 1, question: 1 }],
      own: { a: [{ round: 1, question: 1, outcome: "skipped", points: 0, bonus: 0, of: 2 }] },
    });
  });

  test("points doubled by a joker say what is on top of the question's own", () => {
    const joker = quizOf({ hasJoker: true, questions: quiz.rounds[0]?.questions ?? [] });
    const records = [...answers, given("b", "joker:r1", { kind: "joker", played: true })];
    const marked = corrected(advancedTo("standings", newSession("s", joker)), markGroup("shakespear", 1));
    expect(told(marked, { records }).own).toEqual({ b: [{ ...ofB, points: 4, bonus: 2 }] });
  });
});

describe("how long it is said", () => {
  const marked = corrected(standings, markGroup("shakespear", 1));

  test("until the night moves on", () => {
    expect(told(pressed(marked, "advance"))).toEqual(nothing);
    expect(told(advancedTo("reveal", marked))).toEqual(nothing);
    expect(told(advancedTo("finished", marked))).toEqual(nothing);
  });

  test("a break does not end it, nor does the door", () => {
    const paused = pressed(marked, { type: "pause", minutes: null });
    expect(told(paused)).toEqual(nothing);
    expect(told(play([{ type: "setJoinLocked", locked: true }, "resume"], paused))).toEqual(told(marked));
  });

  test("while places are uncovered one by one it stays", () => {
    const staged = advancedTo("standings", pressed(fresh, { type: "setStandings", show: "staged" }));
    const shown = corrected(staged, markGroup("shakespear", 1));
    const uncovered = applyEvents(shown, [{ type: "placesUncovered", covered: 2 }]);
    expect(told(pressed(uncovered, "undo"))).toEqual(told(shown));
    expect(told(uncovered).room).toEqual([{ round: 1, question: 1 }]);
  });

  test("made while a question is open, it is said with the next answer", () => {
    const open = advancedTo("question", standings);
    const late = corrected(open, markGroup("shakespear", 1));
    expect(told(late)).toEqual(nothing);
    const reveal = pressed(late, "advance");
    expect(told(reveal)).toEqual({ room: [{ round: 1, question: 1 }], own: { b: [ofB] } });
    expect(told(pressed(reveal, "advance"))).toEqual(nothing);
  });

  test("at the end it stands", () => {
    const over = corrected(advancedTo("finished", fresh), markGroup("shakespear", 1));
    expect(told(over)).toEqual({ room: [{ round: 1, question: 1 }], own: { b: [ofB] } });
  });

  test("an undone step ends it, too", () => {
    expect(told(pressed(marked, "undo"))).toEqual(nothing);
  });
});

describe("points by hand", () => {
  test("are said to the room without a name, to the team with their sum, and taken back they were never there", () => {
    const twice = corrected(
      corrected(standings, adjust("adjust-1", "c", 0.1, 1)),
      adjust("adjust-2", "c", 0.2, 1),
    );
    expect(told(twice)).toEqual({
      room: [{ round: 1, question: null }],
      own: { c: [{ round: 1, question: null, points: 0.3 }] },
    });
    const back = ["adjust-1", "adjust-2"].reduce(
      (state, adjustmentId) => corrected(state, { type: "removeAdjustment", adjustmentId }),
      twice,
    );
    expect(told(back)).toEqual(nothing);
  });

  test("given in an earlier phase and taken back now, the team hears of it", () => {
    const later = advancedTo("reveal", corrected(standings, adjust("adjust-1", "c", 5, null)));
    expect(told(later)).toEqual(nothing);
    const taken = corrected(later, { type: "removeAdjustment", adjustmentId: "adjust-1" });
    expect(told(taken).own).toEqual({ c: [{ round: null, question: null, points: -5 }] });
  });

  test("before any answer was shown there is nothing to correct", () => {
    const early = corrected(advancedTo("question", fresh), adjust("adjust-1", "c", 5, 1));
    expect(told(advancedTo("reveal", early))).toEqual(nothing);
  });

  test("the score of a team on paper is no correction; another score instead is one", () => {
    const seats = [...players, seat("p", { onPaper: true })];
    const entered = corrected(standings, adjust("adjust-1", "p", 7, 1));
    expect(told(entered, { seats })).toEqual(nothing);
    const later = advancedTo("standings", entered);
    const mended = corrected(
      corrected(later, { type: "removeAdjustment", adjustmentId: "adjust-1" }),
      adjust("adjust-2", "p", 9, 1),
    );
    expect(told(mended, { seats }).room).toEqual([{ round: 1, question: null }]);
  });
});

test("what it costs: the scores of a marker's page never look for it", () => {
  const marked = corrected(standings, markGroup("shakespear", 1));
  const { told: lazily, ...scores } = scoresToShow(marked, players, answers);
  expect(scores).toEqual(scoreSession(marked, players, answers));
  expect(lazily?.()).toBe(lazily?.());
});
