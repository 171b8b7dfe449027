import { describe, expect, test } from "vitest";
import { decide } from "./decide";
import { applyEvents } from "./evolve";
import {
  advancedTo,
  given,
  type Press,
  pressed,
  question,
  quizOf,
  refusal,
  seat,
  start,
} from "./night.test-support";
import { scoreSession } from "./scoring";
import { currentState, newSession, type SessionState } from "./state";
import { hostStandings, meView, nextStep, sharedView } from "./views";

const quiz = quizOf(
  { questions: [question("q1", { type: "text", accepted: ["yes"] })] },
  { questions: [question("q2", { type: "text", accepted: ["yes"] })] },
);
const teams = ["a", "b", "c"];
/** a and b share the first place */
const answers = [given("a", "q1", "yes"), given("b", "q1", "yes"), given("c", "q1", "no")];

function press(state: SessionState, what: Press, teamCount = teams.length): SessionState {
  const command = typeof what === "string" ? { type: what } : what;
  const order = { ...command, basedOn: state.version } as Parameters<typeof decide>[1];
  const decided = decide(state, order, { now: start, teamCount });
  if (!decided.ok) throw new Error(`${JSON.stringify(what)} was refused: ${decided.error.code}`);
  return applyEvents(state, decided.value);
}
const show = (how: SessionState["showsStandings"]): Press => ({ type: "setStandings", show: how });

function seen(state: SessionState, left: string[] = []) {
  const players = teams.map((id) => seat(id, { removed: left.includes(id) }));
  const scores = scoreSession(state, players, answers);
  const shared = sharedView(state, scores);
  const places = teams.map((playerId) => {
    const player = { playerId, name: playerId, seatCode: "X" };
    return meView({ state, player, answerOf: () => null, scores }).standing?.rank ?? null;
  });
  return {
    rows: "standings" in shared ? shared.standings.rows.map(({ playerId }) => playerId) : null,
    covered: "standings" in shared ? shared.standings.coveredCount : null,
    places,
    host: hostStandings(state, scores)?.rows.length ?? null,
  };
}

const opened = (how: SessionState["showsStandings"]) => press(newSession("s", quiz), show(how));
const shownAs = (how: SessionState["showsStandings"]) => advancedTo("standings", opened(how));

describe("standings place by place", () => {
  test("no phone knows its place before the big screen shows it, and each press shows one more from the bottom", () => {
    let state = advancedTo("reveal", opened("staged"));
    expect(seen(state)).toEqual({ rows: null, covered: null, places: [null, null, null], host: null });
    state = press(state, "advance");
    expect(seen(state)).toEqual({ rows: [], covered: 3, places: [null, null, null], host: 3 });
    expect(nextStep(state, 3)).toBe("uncoverPlace");
    state = press(state, "advance");
    expect(seen(state)).toEqual({ rows: ["c"], covered: 2, places: [null, null, 3], host: 3 });
    state = press(state, { type: "uncoverPlaces", places: 1 });
    expect(seen(state)).toEqual({ rows: ["b", "c"], covered: 1, places: [null, 1, 3], host: 3 });
    state = press(state, "advance");
    expect(seen(state)).toEqual({ rows: ["a", "b", "c"], covered: 0, places: [1, 1, 3], host: 3 });
    expect(nextStep(state, 3)).toBe("nextRound");
    expect(press(state, "advance").position.phase).toBe("roundIntro");
  });

  test("whoever is next above and still covered is not given away by the gap", () => {
    const state = press(shownAs("staged"), "advance");
    const scores = scoreSession(
      state,
      teams.map((id) => seat(id)),
      answers,
    );
    const player = { playerId: "c", name: "c", seatCode: "X" };
    const { standing } = meView({ state, player, answerOf: () => null, scores });
    expect(standing).toMatchObject({ rank: 3, gapToNext: null, nextName: null });
  });

  test("undo covers the place again, and all of them after all were shown", () => {
    const one = press(shownAs("staged"), "advance");
    const all = press(one, { type: "uncoverPlaces", places: null });
    expect(seen(all).covered).toBe(0);
    const back = press(all, "undo");
    expect(seen(back).covered).toBe(2);
    expect(seen(press(back, "undo")).covered).toBe(3);
    expect(press(press(back, "undo"), "undo").position.phase).toBe("reveal");
  });

  test("of two presses on the same view one counts", () => {
    const state = shownAs("staged");
    const order = { type: "uncoverPlaces" as const, places: 1, basedOn: state.version };
    const decided = decide(state, order, { now: start, teamCount: 3 });
    if (!decided.ok) throw new Error(decided.error.code);
    const after = applyEvents(state, decided.value);
    expect(decide(after, order, { now: start, teamCount: 3 })).toMatchObject({ error: { code: "STALE" } });
  });

  test("a team that leaves uncovers nobody", () => {
    const state = press(shownAs("staged"), "advance");
    expect(seen(state, ["c"])).toMatchObject({ rows: [], covered: 2 });
    expect(seen(state, ["a"])).toMatchObject({ rows: [], covered: 2, places: [null, null, null] });
  });

  test("with nobody in the room the large button goes on", () => {
    expect(press(shownAs("staged"), "advance", 0).position.phase).toBe("roundIntro");
  });

  test("where nothing is covered there is nothing to uncover", () => {
    expect(refusal(shownAs("all"), { type: "uncoverPlaces", places: 1 })).toBe("WRONG_PHASE");
    expect(refusal(shownAs("hidden"), { type: "uncoverPlaces", places: 1 })).toBe("WRONG_PHASE");
    expect(refusal(newSession("s", quiz), { type: "uncoverPlaces", places: 1 })).toBe("WRONG_PHASE");
  });
});

describe("standings that are hidden, and a host who changes his mind", () => {
  test("no place is shown to the room all night, also at the reveals, and the podium shows them all", () => {
    let state = opened("hidden");
    for (let presses = 0; state.endedAt === null && presses < 30; presses++) {
      const { rows, places } = seen(state);
      expect([rows ?? [], places]).toEqual([[], [null, null, null]]);
      state = press(state, "advance");
    }
    expect(seen(state)).toEqual({ rows: ["a", "b", "c"], covered: 0, places: [1, 1, 3], host: 3 });
  });

  test("hidden in the middle and shown again: what was uncovered is uncovered still", () => {
    const one = press(shownAs("staged"), "advance");
    const hidden = press(one, show("hidden"));
    expect(seen(hidden)).toMatchObject({ rows: [], covered: 3, places: [null, null, null] });
    expect(seen(press(hidden, show("staged")))).toMatchObject({ rows: ["c"], covered: 2 });
    expect(seen(press(hidden, show("all")))).toMatchObject({ covered: 0 });
  });

  test("a table that is up can be started anew from the bottom", () => {
    expect(seen(press(shownAs("all"), show("staged")))).toMatchObject({ rows: [], covered: 3 });
  });

  test("the next standings begin covered", () => {
    const all = press(shownAs("staged"), { type: "uncoverPlaces", places: null });
    expect(seen(advancedTo("standings", all))).toMatchObject({ covered: 3 });
  });

  test("after the end it cannot be changed any more", () => {
    const over = pressed(newSession("s", quiz), { type: "endSession" });
    expect(refusal(over, show("hidden"))).toBe("SESSION_ENDED");
  });

  test("a night saved by an earlier version shows all places at once", () => {
    const { showsStandings: _, ...saved } = newSession("s", quiz);
    expect(currentState(saved as SessionState).showsStandings).toBe("all");
  });
});
