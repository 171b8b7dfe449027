import { describe, expect, test } from "vitest";
import { handicapInWords } from "@/lib/contracts/handicap-words";
import type { HandicapRule } from "@/lib/contracts/team-size";
import { meViewSchema, sharedViewSchema } from "@/lib/contracts/views";
import { decide } from "./decide";
import { maySayHeads } from "./handicaps";
import {
  corrected,
  given,
  play,
  pressed,
  question,
  quizOf,
  refusal,
  seat,
  start,
} from "./night.test-support";
import { scoreSession } from "./scoring";
import { currentState, newSession, type SessionState } from "./state";
import { meView, sharedView } from "./views";

const typed = (id: string) => question(id, { type: "text", accepted: ["Elbe"] });
const quiz = quizOf(
  { questions: [typed("q1"), typed("q2")] },
  { questions: [question("t1", { type: "number", value: 3, tolerance: 0, isTieBreak: true })] },
  { questions: [typed("q3")] },
);
const perNight: HandicapRule = { freeHeads: 6, points: 2, per: "night" };
const perRound: HandicapRule = { freeHeads: 6, points: 2, per: "round" };
const ruled = (rule: HandicapRule | null, from = newSession("s1", quiz)) =>
  pressed(from, { type: "setHandicap", rule });
const to = (presses: number, from: SessionState) => play(Array<"advance">(presses).fill("advance"), from);
const lobby = ruled(perNight);
const players = [
  seat("a", { heads: 6 }),
  seat("b", { heads: 9 }),
  seat("c"),
  seat("d", { heads: 20, removed: true }),
];
const answers = [given("a", "q1", "Elbe"), given("b", "q1", "Elbe"), given("c", "q1", "Elbe")];
const rowsOf = (state: SessionState, who = players) =>
  Object.fromEntries(
    scoreSession(state, who, answers).standings.map(({ playerId, points, roundPoints, handicap }) => [
      playerId,
      [points, roundPoints, handicap],
    ]),
  );

describe("what a large team gives away", () => {
  test("so much for each head over the limit, from the first answer on; in no round and no cell", () => {
    expect(rowsOf(to(2, lobby))).toEqual({
      a: [0, 0, undefined],
      b: [0, 0, undefined],
      c: [0, 0, undefined],
    });
    const scores = scoreSession(to(3, lobby), players, answers);
    expect(rowsOf(to(3, lobby))).toEqual({ a: [10, 10, undefined], b: [4, 10, -6], c: [10, 10, undefined] });
    expect(scores.cells.get("b")?.get("q1")).toEqual({ outcome: "right", points: 10, bonus: 0 });
    expect(scores.handicaps.get("b")).toEqual({ heads: 9, over: 3, rounds: 1, points: -6 });
    // whoever was removed stands in no standings, and in the results with the same sum
    expect(scores.handicaps.get("d")?.points).toBe(-28);
    expect(scores.standings.map(({ playerId, rank }) => [playerId, rank])).toEqual([
      ["a", 1],
      ["c", 1],
      ["b", 3],
    ]);
  });

  test("once a night, or for each round that gives points and was not skipped as a whole", () => {
    const round3 = (rule: HandicapRule) => to(13, ruled(rule));
    expect(round3(perNight).position).toMatchObject({ phase: "reveal", roundIndex: 2 });
    expect(rowsOf(round3(perNight)).b).toEqual([4, 0, -6]);
    expect(rowsOf(round3(perRound)).b).toEqual([-2, 0, -12]);
    const isVoid = corrected(round3(perRound), { type: "voidQuestion", questionId: "q3", isVoid: true });
    expect(rowsOf(isVoid).b).toEqual([4, 0, -6]);
  });

  test("by the round only for rounds the team was there for", () => {
    const round3 = to(13, ruled(perRound));
    const late = seat("b", { heads: 9, joinedAt: start + 1 });
    expect(rowsOf(round3, [late]).b?.[2]).toBeUndefined();
    const inTime = seat("b", { heads: 9, joinedAt: start });
    expect(rowsOf(round3, [inTime]).b?.[2]).toBe(-12);
  });

  test("a rule or a size that is mended corrects what was played before; none costs nothing", () => {
    const end = to(3, lobby);
    expect(rowsOf(ruled({ ...perNight, freeHeads: 8 }, end)).b).toEqual([8, 10, -2]);
    expect(rowsOf(ruled(null, end)).b).toEqual([10, 10, undefined]);
    expect(rowsOf(end, [seat("b", { heads: 7 })]).b).toEqual([8, 10, -2]);
  });

  test("movement holds the places of before against it with the handicap of before", () => {
    const two = [seat("a", { heads: 6 }), seat("b", { heads: 7 })];
    const score = (state: SessionState) =>
      scoreSession(state, two, [given("a", "q1", "Rhine"), given("b", "q1", "Elbe")]).standings.map(
        ({ playerId, movement }) => [playerId, movement],
      );
    expect(score(to(13, ruled(perRound)))).toEqual([
      ["b", 0],
      ["a", 0],
    ]);
    // twelve points a head: the second time it costs the lead
    expect(score(to(13, ruled({ ...perRound, points: 6 })))).toEqual([
      ["a", 1],
      ["b", -1],
    ]);
  });
});

describe("setting the rule", () => {
  test("at any time until the end; the same once more is no new version", () => {
    const again = { type: "setHandicap", rule: { ...perNight }, basedOn: lobby.version } as const;
    expect(decide(lobby, again, { now: start })).toEqual({ ok: true, value: [] });
    expect(lobby.version).toBe(1);
    const over = pressed(lobby, { type: "endSession" });
    expect(refusal(over, { type: "setHandicap", rule: null })).toBe("SESSION_ENDED");
  });

  test("a session saved before there was one has none, and undo leaves it alone", () => {
    const { handicap: _, ...old } = newSession("s1", quiz);
    expect(currentState(old as SessionState).handicap).toBeNull();
    expect(play(["advance", "undo"], lobby).handicap).toEqual(perNight);
  });

  test("it is told to the room in the view, and in words", () => {
    expect(sharedViewSchema.parse(sharedView(lobby, null))).toMatchObject({ handicap: perNight });
    expect(sharedView(newSession("s1", quiz), null)).not.toHaveProperty("handicap");
    expect(handicapInWords(perNight)).toBe(
      "Teams of more than 6 give away 2 points for each head over that, once a night.",
    );
  });
});

describe("who says how many a team is", () => {
  const mine = (heads: number | null, headsByHost = false) => ({ heads, headsByHost });
  const codeOf = (state: SessionState, who: ReturnType<typeof mine>) => {
    const may = maySayHeads(state, who);
    return may.ok ? null : may.error.code;
  };

  test("the team until points are shown, and after that only where nobody has said it; never over the host", () => {
    const shown = to(3, lobby);
    expect([codeOf(lobby, mine(null)), codeOf(lobby, mine(7)), codeOf(to(2, lobby), mine(7))]).toEqual([
      null,
      null,
      null,
    ]);
    expect([codeOf(shown, mine(null)), codeOf(shown, mine(7))]).toEqual([null, "WRONG_PHASE"]);
    expect([codeOf(lobby, mine(7, true)), codeOf(shown, mine(7, true))]).toEqual(["SIZE_SET", "SIZE_SET"]);
    expect(codeOf(pressed(lobby, { type: "endSession" }), mine(null))).toBe("SESSION_ENDED");
  });

  const meOf = (state: SessionState, heads: number | null, headsByHost = false) =>
    meViewSchema.parse(
      meView({
        state,
        player: { playerId: "b", name: "B", seatCode: "X", heads, headsByHost },
        answerOf: () => null,
        scores: scoreSession(state, [seat("b", { heads })], answers),
      }),
    );

  test("its phones are asked while a rule is in force, and told why their points are lower", () => {
    const free = newSession("s1", quiz);
    expect(meOf(free, null).teamSize).toBeUndefined();
    expect(meOf(free, 7).teamSize).toEqual({ heads: 7, mayChange: true });
    expect(meOf(lobby, null).teamSize).toEqual({ heads: null, mayChange: true });
    expect(meOf(lobby, 9, true).teamSize).toEqual({ heads: 9, mayChange: false });
    expect(meOf(to(3, lobby), 9).standing).toMatchObject({
      points: 4,
      handicap: { heads: 9, over: 3, rounds: 1, points: -6 },
    });
    expect(meOf(to(3, lobby), 6).standing).not.toHaveProperty("handicap");
  });
});
