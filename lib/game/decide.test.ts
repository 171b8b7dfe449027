import { describe, expect, test } from "vitest";
import type { PhaseCommand } from "@/lib/contracts/commands";
import { decide, type Order } from "./decide";
import { applyEvents, closesDueAt } from "./evolve";
import { exampleQuiz } from "./example-quiz";
import { acceptsAnswer, currentQuestion } from "./questions";
import { answerGraceMs, newSession, type SessionState, undoDepth } from "./state";

type WithoutVersion<C> = C extends unknown ? Omit<C, "basedOn"> : never;
type Press = WithoutVersion<PhaseCommand> | "closeDue" | "advance" | "skipQuestion" | "undo" | "resume";

const start = 1_000_000;
const lobby = newSession("s1", exampleQuiz);

function orderOf(state: SessionState, press: Press): Order {
  if (press === "closeDue") return { type: "closeDue" };
  const command = typeof press === "string" ? { type: press } : press;
  return { ...command, basedOn: state.version } as PhaseCommand;
}

function pressed(state: SessionState, press: Press, now = start): SessionState {
  const decided = decide(state, orderOf(state, press), { now });
  if (!decided.ok) throw new Error(`${JSON.stringify(press)} was refused: ${decided.error.code}`);
  return applyEvents(state, decided.value);
}

function refusal(state: SessionState, press: Press, now = start) {
  const decided = decide(state, orderOf(state, press), { now });
  return decided.ok ? null : decided.error.code;
}

const play = (presses: Press[], from = lobby, now = start) =>
  presses.reduce((state, press) => pressed(state, press, now), from);
const where = ({ position, paused }: SessionState) =>
  `${paused ? "paused in " : ""}${position.phase} ${position.roundIndex}.${position.questionIndex}`;

const intro = play(["advance"]);
const open = play(["advance", "advance"]);
const locked = pressed(open, { type: "lockQuestion" });
const reveal = pressed(open, { type: "lockAndReveal" });
const standings = pressed(reveal, { type: "showStandings" });
const finished = pressed(open, { type: "endSession" });
const everyPhase = { lobby, intro, open, locked, reveal, standings };

describe("the large button", () => {
  test("walks the whole night, one phase a press, and ends at the podium", () => {
    const seen = [where(lobby)];
    let state = lobby;
    while (state.endedAt === null) {
      state = pressed(state, "advance");
      seen.push(where(state));
    }
    expect(seen).toEqual([
      "lobby -1.-1",
      "roundIntro 0.-1",
      "question 0.0",
      "reveal 0.0",
      "question 0.1",
      "reveal 0.1",
      "question 0.2",
      "reveal 0.2",
      "standings 0.2",
      "roundIntro 1.-1",
      "question 1.0",
      "reveal 1.0",
      "question 1.1",
      "reveal 1.1",
      "standings 1.1",
      "finished 1.1",
    ]);
  });

  test("a question opens now and closes after its own time limit", () => {
    expect(open.position).toMatchObject({ opensAt: start, closesAt: start + 30_000 });
  });

  test("a locked question is revealed, standings in mid-round go on with the round", () => {
    expect(where(pressed(locked, "advance"))).toBe("reveal 0.0");
    expect(where(pressed(standings, "advance"))).toBe("question 0.1");
  });
});

describe("what a command is based on", () => {
  test("HST-06 of two presses based on the same state one moves the night, the other hears STALE", () => {
    const first = decide(reveal, { type: "advance", basedOn: reveal.version }, { now: start });
    if (!first.ok) throw new Error("refused");
    const next = applyEvents(reveal, first.value);
    expect(where(next)).toBe("question 0.1");
    expect(next.version).toBe(reveal.version + 1);
    const second = decide(next, { type: "advance", basedOn: reveal.version }, { now: start });
    expect(second).toMatchObject({ ok: false, error: { code: "STALE" } });
  });

  test("HST-06 STALE is heard even where the command would be wrong now", () => {
    const stale = decide(finished, { type: "lockQuestion", basedOn: 0 }, { now: start });
    expect(stale).toMatchObject({ error: { code: "STALE" } });
  });

  test("lock and reveal are one command and one version", () => {
    expect(reveal.version).toBe(open.version + 1);
  });
});

describe("the wrong moment", () => {
  const onlyIn: [WithoutVersion<PhaseCommand>, (keyof typeof everyPhase)[]][] = [
    [{ type: "lockQuestion" }, ["open"]],
    [{ type: "lockAndReveal" }, ["open", "locked"]],
    [{ type: "extendQuestion", seconds: 15 }, ["open"]],
    [{ type: "skipQuestion" }, ["open", "locked", "reveal"]],
    [{ type: "showStandings" }, ["reveal"]],
    [{ type: "resume" }, []],
  ];
  for (const [press, allowed] of onlyIn)
    test(`${press.type} is taken in ${allowed.join(", ") || "no phase but a break"}, else WRONG_PHASE`, () => {
      for (const [name, state] of Object.entries(everyPhase)) {
        const isAllowed = (allowed as string[]).includes(name);
        expect([name, refusal(state, press)]).toEqual([name, isAllowed ? null : "WRONG_PHASE"]);
      }
    });

  test("on a break the question waits: nothing about it is taken", () => {
    const paused = pressed(open, { type: "pause", minutes: null });
    for (const [press] of onlyIn)
      expect([press.type, refusal(paused, press)]).toEqual([
        press.type,
        press.type === "resume" ? null : "WRONG_PHASE",
      ]);
    expect(refusal(paused, { type: "pause", minutes: 5 })).toBe("WRONG_PHASE");
  });

  test("HST-07 after the end every command hears SESSION_ENDED", () => {
    const presses: Press[] = [
      "advance",
      "undo",
      "skipQuestion",
      { type: "lockQuestion" },
      { type: "pause", minutes: null },
      { type: "endSession" },
      { type: "setJoinLocked", locked: true },
    ];
    for (const press of presses) expect(refusal(finished, press)).toBe("SESSION_ENDED");
    expect(refusal(finished, "closeDue")).toBe("WRONG_PHASE");
  });
});

describe("the deadline", () => {
  const dueAt = start + 30_000 + answerGraceMs;

  test("HST-04 an open question is locked by the clock exactly once, after its grace", () => {
    expect(closesDueAt(open)).toBe(dueAt);
    expect(refusal(open, "closeDue", dueAt)).toBe("WRONG_PHASE");
    const closed = pressed(open, "closeDue", dueAt + 1);
    expect(where(closed)).toBe("locked 0.0");
    expect(closed.asked).toEqual([
      { questionId: "q1", openedAt: start, lockedAt: dueAt + 1, revealed: false },
    ]);
    expect(closesDueAt(closed)).toBeNull();
    expect(refusal(closed, "closeDue", dueAt + 2)).toBe("WRONG_PHASE");
  });

  test("HST-04 skip, break and end work at any time, also past the deadline", () => {
    for (const now of [start, dueAt - 1, dueAt + 60_000]) {
      expect(where(pressed(open, "skipQuestion", now))).toBe("question 0.1");
      expect(where(pressed(open, { type: "pause", minutes: null }, now))).toMatch(/^paused in /);
      expect(where(pressed(open, { type: "endSession" }, now))).toBe("finished 0.0");
    }
  });

  test("a break after the deadline locks the question: nobody gets the grace twice", () => {
    const closesAt = open.position.closesAt ?? 0;
    const before = pressed(open, { type: "pause", minutes: null }, closesAt - 1);
    expect(where(before)).toBe("paused in question 0.0");
    expect(before.paused?.remainingMs).toBe(1);
    const after = pressed(open, { type: "pause", minutes: null }, closesAt);
    expect(where(after)).toBe("paused in locked 0.0");
    expect(where(pressed(after, "resume", closesAt + 5_000))).toBe("locked 0.0");
  });

  test("undo after more time takes back the time and not the question", () => {
    const longer = pressed(open, { type: "extendQuestion", seconds: 60 }, start + 1_000);
    const back = pressed(longer, "undo", start + 2_000);
    expect(where(back)).toBe("question 0.0");
    expect(back.position.closesAt).toBe(open.position.closesAt);
    expect(back.asked).toEqual(open.asked);
    // never less than it takes to read and tap
    expect(pressed(longer, "undo", start + 80_000).position.closesAt).toBe(start + 90_000);
  });

  test("undo during a break takes back the break, and an open question keeps what was left of its time", () => {
    const paused = pressed(open, { type: "pause", minutes: 10 }, start + 10_000);
    const back = pressed(paused, "undo", start + 60_000);
    expect(where(back)).toBe("question 0.0");
    expect(back.position.closesAt).toBe(start + 60_000 + 20_000);
    expect(back.history).toEqual(open.history);
  });

  test("HST-12 time is data: a laptop that slept 90 s finds the question due, not running", () => {
    const woken = JSON.parse(JSON.stringify(open)) as SessionState;
    expect(acceptsAnswer(woken, "q1", start + 90_000)).toMatchObject({ error: { code: "QUESTION_CLOSED" } });
    expect(where(pressed(woken, "closeDue", start + 90_000))).toBe("locked 0.0");
  });

  test("TMR-05 one grace on every road: 50 ms before its end counts, 50 ms after does not", () => {
    expect(acceptsAnswer(open, "q1", dueAt - 50).ok).toBe(true);
    expect(acceptsAnswer(open, "q1", dueAt).ok).toBe(true);
    expect(acceptsAnswer(open, "q1", dueAt + 50)).toMatchObject({ error: { code: "QUESTION_CLOSED" } });
  });

  test("only the question on show takes answers, and not on a break", () => {
    const next = pressed(reveal, "advance");
    expect(acceptsAnswer(next, "q1", start)).toMatchObject({ error: { code: "QUESTION_CLOSED" } });
    expect(acceptsAnswer(next, "q2", start).ok).toBe(true);
    expect(acceptsAnswer(open, "q2", start)).toMatchObject({ error: { code: "UNKNOWN_QUESTION" } });
    expect(acceptsAnswer(open, "nope", start)).toMatchObject({ error: { code: "UNKNOWN_QUESTION" } });
    for (const state of [lobby, intro, locked, reveal, standings, finished])
      expect(acceptsAnswer(state, "q1", start).ok).toBe(false);
    expect(acceptsAnswer(pressed(open, { type: "pause", minutes: null }), "q1", start).ok).toBe(false);
  });

  test("more time counts from the deadline, or from now once that has passed", () => {
    const more: Press = { type: "extendQuestion", seconds: 15 };
    expect(pressed(open, more, start + 10_000).position.closesAt).toBe(start + 45_000);
    expect(pressed(open, more, start + 30_200).position.closesAt).toBe(start + 45_200);
  });

  test("LAT-03 no count of answers closes a question: the rules do not know who has answered", () => {
    expect(refusal(open, "closeDue", start + 29_000)).toBe("WRONG_PHASE");
  });
});

describe("skipping", () => {
  test("HST-05 five presses of one state void one question and open the next once", () => {
    let state = open;
    const heard = Array.from({ length: 5 }, () => {
      const decided = decide(state, { type: "skipQuestion", basedOn: open.version }, { now: start });
      if (decided.ok) state = applyEvents(state, decided.value);
      return decided.ok ? "taken" : decided.error.code;
    });
    expect(heard).toEqual(["taken", "STALE", "STALE", "STALE", "STALE"]);
    expect(state.skippedQuestionIds).toEqual(["q1"]);
    expect(where(state)).toBe("question 0.1");
    expect(state.asked.map((entry) => entry.questionId)).toEqual(["q1", "q2"]);
  });

  test("the last question of a round, skipped, leads to the standings", () => {
    const last = play(["skipQuestion", "skipQuestion"], open);
    expect(where(last)).toBe("question 0.2");
    expect(where(pressed(last, "skipQuestion"))).toBe("standings 0.2");
  });

  test("one undo takes back a skip: the question is open again and counts", () => {
    const back = play(["skipQuestion", "undo"], open);
    expect(where(back)).toBe("question 0.0");
    expect(back.skippedQuestionIds).toEqual([]);
    expect(back.asked).toEqual([{ questionId: "q1", openedAt: start, lockedAt: null, revealed: false }]);
    const fromReveal = play(["skipQuestion", "undo"], reveal);
    expect(where(fromReveal)).toBe("reveal 0.0");
    expect(fromReveal.asked).toEqual(reveal.asked);
  });
});

describe("breaks", () => {
  test("from every phase and back to the same one", () => {
    for (const [name, state] of Object.entries(everyPhase)) {
      const paused = pressed(state, { type: "pause", minutes: 10 });
      expect([name, paused.paused?.resumesAt]).toEqual([name, start + 600_000]);
      expect(currentQuestion(paused)).toEqual(currentQuestion(state));
      for (const press of ["resume", "advance"] as const)
        expect(where(pressed(paused, press))).toBe(where(state));
    }
  });

  test("an open question keeps the time that was left, and no clock runs meanwhile", () => {
    const paused = pressed(open, { type: "pause", minutes: null }, start + 12_000);
    expect(paused.paused).toEqual({ startedAt: start + 12_000, resumesAt: null, remainingMs: 18_000 });
    expect(closesDueAt(paused)).toBeNull();
    expect(refusal(paused, "closeDue", start + 900_000)).toBe("WRONG_PHASE");
    expect(pressed(paused, "resume", start + 900_000).position).toMatchObject({
      phase: "question",
      closesAt: start + 918_000,
    });
  });

  test("the night can be ended from a break", () => {
    const ended = pressed(pressed(open, { type: "pause", minutes: 5 }), { type: "endSession" });
    expect(where(ended)).toBe("finished 0.0");
    expect(ended.endedAt).toBe(start);
  });
});

describe("undo", () => {
  test("gives a locked question back what was left of it", () => {
    const lockedEarly = pressed(open, { type: "lockQuestion" }, start + 8_000);
    const back = pressed(lockedEarly, "undo", start + 20_000);
    expect(back.position).toMatchObject({ phase: "question", opensAt: start, closesAt: start + 42_000 });
    expect(back.asked[0]?.lockedAt).toBeNull();
  });

  test("gives at least ten seconds where less or nothing was left", () => {
    const closed = pressed(open, "closeDue", start + 31_000);
    expect(pressed(closed, "undo", start + 60_000).position.closesAt).toBe(start + 70_000);
  });

  test("hides an answer that was shown: it no longer counts", () => {
    const back = pressed(reveal, "undo");
    expect(where(back)).toBe("locked 0.0");
    expect(back.asked[0]?.revealed).toBe(false);
  });

  test("a question whose opening was undone has not been asked", () => {
    const back = play(["advance", "undo"], reveal);
    expect(where(back)).toBe("reveal 0.0");
    expect(back.asked.map((entry) => entry.questionId)).toEqual(["q1"]);
  });

  test("leads back to the lobby step by step, then NOTHING_TO_UNDO", () => {
    const back = play(["undo", "undo", "undo", "undo"], reveal);
    expect(where(back)).toBe("lobby -1.-1");
    expect(back.asked).toEqual([]);
    expect(refusal(back, "undo")).toBe("NOTHING_TO_UNDO");
  });

  test("remembers so many steps and no more", () => {
    let state = lobby;
    for (let round = 0; round < 40; round += 1)
      state = state.position.phase === "reveal" ? pressed(state, "undo") : pressed(state, "advance");
    expect(state.history.length).toBeLessThanOrEqual(undoDepth);
  });

  test("survives being saved as JSON between any two steps", () => {
    const viaJson = (state: SessionState) => JSON.parse(JSON.stringify(state)) as SessionState;
    const presses: Press[] = [
      "advance",
      "advance",
      "skipQuestion",
      "undo",
      "skipQuestion",
      "advance",
      "undo",
    ];
    let saved = lobby;
    for (const press of presses) saved = viaJson(pressed(saved, press));
    expect(saved).toEqual(viaJson(play(presses)));
  });
});

describe("the door and the end", () => {
  test("the door is locked and opened in any phase without moving the night", () => {
    for (const state of Object.values(everyPhase)) {
      const shut = pressed(state, { type: "setJoinLocked", locked: true });
      expect(shut).toEqual({
        ...state,
        joinLocked: true,
        version: state.version + 1,
        movedAtVersion: state.version + 1,
      });
    }
  });

  test("HST-07 a new session of the same quiz starts in the lobby with nothing asked", () => {
    expect(where(finished)).toBe("finished 0.0");
    const again = newSession("s2", finished.quiz);
    expect(again).toMatchObject({
      version: 0,
      asked: [],
      skippedQuestionIds: [],
      history: [],
      endedAt: null,
    });
    expect(where(play(["advance", "advance"], again))).toBe("question 0.0");
  });
});
