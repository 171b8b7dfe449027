import { describe, expect, test } from "vitest";
import { given, play, pressed, question, quizOf, refusal, seat, start, where } from "./night.test-support";
import { acceptsAnswer, acceptsChanges, openQuestionIds } from "./questions";
import { scoreSession } from "./scoring";
import { answerGraceMs, lateDraftsMs, newSession, type SessionState } from "./state";
import { meView, nextStep, sharedView } from "./views";

const typed = (id: string, accepted = `right ${id}`) => question(id, { type: "text", accepted: [accepted] });
const slide = (id: string) => question(id, { type: "info" });
const quiz = quizOf(
  { pace: "sheet", questions: [typed("q1"), typed("q2"), slide("i1"), typed("q3")] },
  { questions: [typed("p1")] },
);
const lobby = newSession("s1", quiz);
const intro = pressed(lobby, "advance");
const first = pressed(intro, "advance");
const full = play(["advance", "advance", "advance"], first);
const locked = pressed(full, "advance");
const ids = (state: SessionState) => openQuestionIds(state);
const sheetOf = (state: SessionState) => {
  const view = sharedView(state, null);
  return "sheet" in view ? (view.sheet?.map(({ id }) => id) ?? null) : null;
};

describe("the large button in sheet pace", () => {
  test("asks every question, locks the sheets, reveals one by one, and shows the standings", () => {
    const seen: string[] = [];
    let state = lobby;
    while (state.position.roundIndex < 1) {
      seen.push(`${where(state)} ${nextStep(state)}`);
      state = pressed(state, "advance");
    }
    expect(seen).toEqual([
      "lobby -1.-1 openDoors",
      "roundIntro 0.-1 startRound",
      "question 0.0 nextQuestion",
      "question 0.1 nextQuestion",
      "question 0.2 nextQuestion",
      "question 0.3 lockSheets",
      "locked 0.3 reveal",
      "reveal 0.0 reveal",
      "reveal 0.1 reveal",
      "reveal 0.3 standings",
      "standings 0.3 nextRound",
    ]);
  });

  test("every question asked so far is open, slides are on the sheet and take no answer", () => {
    expect(ids(first)).toEqual(["q1"]);
    expect(ids(full)).toEqual(["q1", "q2", "q3"]);
    expect(sheetOf(full)).toEqual(["q1", "q2", "i1", "q3"]);
    expect(sheetOf(locked)).toEqual(["q1", "q2", "i1", "q3"]);
    expect(acceptsAnswer(full, "q1", start + 3_600_000).ok).toBe(true);
    expect(acceptsAnswer(first, "q2", start)).toMatchObject({ error: { code: "UNKNOWN_QUESTION" } });
    expect(acceptsAnswer(full, "i1", start)).toMatchObject({ error: { code: "UNKNOWN_QUESTION" } });
    for (const state of [
      intro,
      locked,
      pressed(locked, "advance"),
      pressed(full, { type: "pause", minutes: 5 }),
    ])
      expect(ids(state)).toEqual([]);
    expect(acceptsAnswer(locked, "q1", start + lateDraftsMs + 1)).toMatchObject({
      error: { code: "QUESTION_CLOSED" },
    });
  });

  test("answers on a sheet may be changed, answers to one question at a time may not", () => {
    expect(acceptsChanges(full, "q1")).toBe(true);
    expect(acceptsChanges(full, "p1")).toBe(false);
    expect(acceptsChanges(full, "nope")).toBe(false);
  });

  test("the host may lock early: what was not asked is not revealed", () => {
    const early = pressed(first, { type: "lockQuestion" });
    expect(where(early)).toBe("locked 0.0");
    expect(where(play(["advance", "advance"], early))).toBe("standings 0.0");
    expect(where(pressed(first, { type: "lockAndReveal" }))).toBe("reveal 0.0");
  });

  test("standings in the middle of the reveals go on with the reveals", () => {
    const midway = play(["advance", { type: "showStandings" }], locked);
    expect([where(midway), nextStep(midway)]).toEqual(["standings 0.0", "reveal"]);
    expect(where(pressed(midway, "advance"))).toBe("reveal 0.1");
    expect(where(play(["advance", "undo"], midway))).toBe("standings 0.0");
  });
});

describe("time on a sheet", () => {
  const called = pressed(first, { type: "callTime", seconds: 300 }, start + 1_000);

  test("TMR-05 there is none until it is called; then the sheets lock by themselves, after the grace", () => {
    expect(first.position.closesAt).toBeNull();
    expect(refusal(first, "closeDue", start + 9_000_000)).toBe("WRONG_PHASE");
    expect(called.position.closesAt).toBe(start + 301_000);
    expect(acceptsAnswer(called, "q1", start + 301_000 + answerGraceMs).ok).toBe(true);
    expect(acceptsAnswer(called, "q1", start + 301_001 + answerGraceMs).ok).toBe(false);
    const closed = pressed(called, "closeDue", start + 301_001 + answerGraceMs);
    expect(where(closed)).toBe("locked 0.0");
  });

  test("calling again replaces it, a further question keeps it, more time adds to it, undo takes it back", () => {
    expect(pressed(called, { type: "callTime", seconds: 60 }, start).position.closesAt).toBe(start + 60_000);
    expect(pressed(called, "advance", start + 5_000).position.closesAt).toBe(start + 301_000);
    expect(pressed(called, { type: "extendQuestion", seconds: 15 }, start).position.closesAt).toBe(
      start + 316_000,
    );
    expect(pressed(called, "undo", start + 9_000).position).toEqual(first.position);
    expect(refusal(first, { type: "extendQuestion", seconds: 15 })).toBe("WRONG_PHASE");
  });

  test("it is called on open sheets only", () => {
    const oneByOne = play(Array<"advance">(6).fill("advance"), locked);
    expect(where(oneByOne)).toBe("question 1.0");
    for (const state of [lobby, intro, locked, pressed(locked, "advance"), oneByOne])
      expect(refusal(state, { type: "callTime", seconds: 60 })).toBe("WRONG_PHASE");
  });

  test("a break keeps a sheet without a time as it is, and stops the time that was called", () => {
    const pausedOpen = play([{ type: "pause", minutes: 10 }, "resume"], full, start + 60_000);
    expect(pausedOpen.position).toEqual(full.position);
    const paused = pressed(called, { type: "pause", minutes: null }, start + 101_000);
    expect(pressed(paused, "resume", start + 900_000).position.closesAt).toBe(start + 1_100_000);
  });
});

describe("undo on a sheet", () => {
  test("a question that was asked comes off the sheet, and its answers count only if it is asked again", () => {
    const back = pressed(full, "undo");
    expect([where(back), sheetOf(back)]).toEqual(["question 0.2", ["q1", "q2", "i1"]]);
    const answers = [given("a", "q3", "right q3")];
    const withoutIt = play(["advance", "advance"], pressed(back, { type: "lockQuestion" }));
    expect(scoreSession(withoutIt, [seat("a")], answers).standings[0]?.points).toBe(0);
    const again = play(["advance", "advance", "advance", "advance", "advance"], back);
    expect(where(again)).toBe("reveal 0.3");
    expect(scoreSession(again, [seat("a")], answers).standings[0]?.points).toBe(10);
  });

  test("an undone lock opens every question again", () => {
    const back = pressed(locked, "undo", start + 5_000);
    expect([where(back), ids(back)]).toEqual(["question 0.3", ["q1", "q2", "q3"]]);
    expect(back.position.closesAt).toBeNull();
    expect(back.asked.every((entry) => entry.lockedAt === null)).toBe(true);
  });

  test("an undone reveal no longer counts, step by step", () => {
    const second = play(["advance", "advance"], locked);
    const revealed = (state: SessionState) =>
      state.asked.filter((entry) => entry.revealed).map((e) => e.questionId);
    expect(revealed(second)).toEqual(["q1", "q2"]);
    expect(revealed(pressed(second, "undo"))).toEqual(["q1"]);
    expect(revealed(play(["undo", "undo"], second))).toEqual([]);
    expect(where(play(["undo", "undo"], second))).toBe("locked 0.3");
  });

  test("leads back to the lobby step by step", () => {
    let state = play(["advance", "advance"], locked);
    while (state.position.phase !== "lobby") state = pressed(state, "undo");
    expect(state.asked).toEqual([]);
    expect(refusal(state, "undo")).toBe("NOTHING_TO_UNDO");
  });
});

describe("skipping on a sheet", () => {
  test("the newest comes off the sheet and the next is asked; the others stay open", () => {
    const skipped = pressed(pressed(first, "advance"), "skipQuestion");
    expect([where(skipped), ids(skipped)]).toEqual(["question 0.2", ["q1"]]);
    expect(ids(pressed(skipped, "undo"))).toEqual(["q1", "q2"]);
  });

  test("after the last one the teams go on writing, and it is not asked again", () => {
    const skipped = pressed(full, "skipQuestion");
    expect([where(skipped), ids(skipped), nextStep(skipped)]).toEqual([
      "question 0.2",
      ["q1", "q2"],
      "lockSheets",
    ]);
    expect(pressed(skipped, "undo").asked).toEqual(full.asked);
    const more = pressed(skipped, { type: "callTime", seconds: 60 });
    expect(pressed(more, "undo").asked).toEqual(skipped.asked);
  });

  test("of a locked sheet nothing is skipped by the button; of a shown answer it is, and the next is shown", () => {
    expect(refusal(locked, "skipQuestion")).toBe("WRONG_PHASE");
    const skipped = play(["advance", "skipQuestion"], locked);
    expect([where(skipped), skipped.skippedQuestionIds]).toEqual(["reveal 0.1", ["q1"]]);
    expect(pressed(skipped, "undo").asked).toEqual(pressed(locked, "advance").asked);
  });

  test("a sheet of which everything was skipped leads to the standings", () => {
    const bare = newSession("s1", quizOf({ pace: "sheet", questions: [typed("q1")] }));
    expect(where(play(["advance", "advance", "skipQuestion"], bare))).toBe("standings 0.0");
    const slides = newSession("s1", quizOf({ pace: "sheet", questions: [slide("i1")] }));
    expect(nextStep(play(["advance", "advance", "advance"], slides))).toBe("standings");
    expect(where(play(["advance", "advance", "advance", "advance"], slides))).toBe("standings 0.0");
  });
});

describe("slides, one question at a time", () => {
  const night = newSession("s1", quizOf({ questions: [slide("i1"), typed("q1"), slide("i2")] }));
  const shown = play(["advance", "advance"], night);

  test("no deadline, no lock, no reveal: the button goes on", () => {
    expect(shown.position.closesAt).toBeNull();
    expect([nextStep(shown), ids(shown)]).toEqual(["nextQuestion", []]);
    for (const type of ["lockQuestion", "lockAndReveal"] as const)
      expect(refusal(shown, { type })).toBe("WRONG_PHASE");
    const asked = pressed(shown, "advance");
    expect([where(asked), ids(asked)]).toEqual(["question 0.1", ["q1"]]);
    const last = play(["advance", "advance", "advance"], shown);
    expect([where(last), nextStep(last)]).toEqual(["question 0.2", "standings"]);
    const standings = pressed(last, "advance");
    expect(where(standings)).toBe("standings 0.2");
    expect(standings.asked.every((entry) => entry.lockedAt !== null)).toBe(true);
    expect(where(pressed(standings, "undo"))).toBe("question 0.2");
    expect(
      scoreSession(standings, [seat("a")], [])
        .cells.get("a")
        ?.has("i1"),
    ).toBe(false);
  });

  test("undo leads back to a slide, which has no deadline either", () => {
    const back = play(["advance", "undo"], shown, start + 4_000);
    expect(back.position).toEqual(shown.position);
    expect(back.asked.map((entry) => entry.questionId)).toEqual(["i1"]);
  });
});

describe("a team's own sheet", () => {
  const answerOf = (id: string) =>
    id === "q1" ? { value: { kind: "text" as const, text: "hm" }, revision: 3 } : null;
  const mine = (state: SessionState) =>
    meView({ state, player: { playerId: "a", name: "A", seatCode: "X" }, answerOf, scores: null }).sheet;

  test("stands from the first question to the last reveal, with its revisions", () => {
    const stored = [{ questionId: "q1", value: { kind: "text", text: "hm" }, revision: 3 }];
    for (const state of [first, full, locked, pressed(locked, "advance")])
      expect(mine(state)).toEqual(stored);
    expect(mine(intro)).toBeNull();
    const nextRound = play(["advance", "advance", "advance", "advance", "advance", "advance"], locked);
    expect([where(nextRound), mine(nextRound)]).toEqual(["question 1.0", null]);
  });
});
