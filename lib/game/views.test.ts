import { describe, expect, test } from "vitest";
import { type AnswerValue, jokerIdOf } from "@/lib/contracts/answers";
import type { PhaseCommand } from "@/lib/contracts/commands";
import { type Quiz, questionTypes } from "@/lib/contracts/quiz";
import { type SharedChange, sharedChange, withChange } from "@/lib/contracts/view-change";
import { meViewSchema, sharedViewSchema } from "@/lib/contracts/views";
import { decide } from "./decide";
import { applyEvents } from "./evolve";
import { exampleNight, exampleQuiz, forbiddenBeforeReveal, forbiddenInShared, secret } from "./example-quiz";
import { currentQuestion } from "./questions";
import { type AnswerRecord, type PlayerRecord, scoreSession } from "./scoring";
import { newSession, type SessionState } from "./state";
import { forPhones, meView, nextStep, sharedView } from "./views";

const start = 1_000_000;
type Press = PhaseCommand extends infer C ? (C extends unknown ? Omit<C, "basedOn"> : never) : never;

function pressed(state: SessionState, press: Press): SessionState {
  const decided = decide(state, { ...press, basedOn: state.version } as PhaseCommand, { now: start });
  if (!decided.ok) throw new Error(`${press.type} was refused: ${decided.error.code}`);
  return applyEvents(state, decided.value);
}

/** Every state of the night, with each question locked by hand before it is revealed. */
function wholeNight(quiz: Quiz): SessionState[] {
  const states = [newSession("s1", quiz)];
  for (let state = states[0]; state && state.endedAt === null; ) {
    const isOneQuestion = state.position.phase === "question" && nextStep(state) === "lockAndReveal";
    state = pressed(state, { type: isOneQuestion ? "lockQuestion" : "advance" });
    states.push(state);
  }
  return states;
}
const night = wholeNight(exampleQuiz);
const breaksFrom = (states: SessionState[]) =>
  states
    .filter((state) => state.endedAt === null)
    .map((state) => pressed(state, { type: "pause", minutes: 10 }));
const paused = breaksFrom(night);
const isShown = ({ position }: SessionState) => ["reveal", "standings", "finished"].includes(position.phase);

const names = ["anna", "bert", "cleo"];
const players: PlayerRecord[] = names.map((playerId, joinOrder) => ({
  playerId,
  name: playerId,
  joinedAt: 0,
  joinOrder,
  removed: false,
}));
/** Wrong on purpose, so that a right answer of one's own is not mistaken for a leak. */
const given: Record<string, AnswerValue> = {
  q1: { kind: "choice", choiceId: "q1-w" },
  q2: { kind: "choices", choiceIds: ["q2-x"] },
  q3: { kind: "choice", choiceId: "q3-x" },
  q4: { kind: "text", text: "no idea" },
  q5: { kind: "number", number: 7 },
  n1: { kind: "number", number: 8 },
  t1: { kind: "number", number: 9 },
  b1: { kind: "buzz" },
  l1: { kind: "texts", texts: ["no idea"] },
  o1: { kind: "order", itemIds: ["o1-x", "o1-c", "o1-m"] },
  m1: {
    kind: "pairs",
    pairs: [
      { leftId: "m1-q", rightId: "m1-a" },
      { leftId: "m1-b", rightId: "m1-f" },
      { leftId: "m1-k", rightId: "m1-z" },
    ],
  },
  [jokerIdOf("r2")]: { kind: "joker", played: true },
};
const answers: AnswerRecord[] = Object.entries(given).map(([questionId, value]) => ({
  playerId: "anna",
  questionId,
  value,
  receivedAt: start,
}));

function viewsOf(state: SessionState, playerId = "anna") {
  // more than a caller would pass: views must not show scores early even where they have them
  const scores = scoreSession(state, players, answers);
  const answerOf = (id: string) =>
    playerId === "anna" && given[id] ? { value: given[id], revision: 0 } : null;
  const player = { playerId, name: playerId, seatCode: "SWAN7" };
  return { shared: sharedView(state, scores), me: meView({ state, player, answerOf, scores }) };
}
const label = ({ position, paused: onBreak }: SessionState) =>
  `${onBreak ? "a break from " : ""}${position.phase} ${position.roundIndex}.${position.questionIndex}`;

describe("ANS-09 every phase of a night with all five types of question", () => {
  test("the night meets every phase and every type, and a break from each", () => {
    expect(new Set(night.map((state) => state.position.phase)).size).toBe(7);
    expect(new Set(night.map((state) => currentQuestion(state)?.type)).size).toBe(6);
    expect(new Set(paused.map((state) => state.position.phase)).size).toBe(6);
  });

  for (const state of [...night, ...paused])
    test(`${label(state)}: the views are of the strict shape`, () => {
      for (const playerId of names) {
        const { shared, me } = viewsOf(state, playerId);
        expect(sharedViewSchema.parse(shared)).toEqual(shared);
        expect(meViewSchema.parse(me)).toEqual(me);
      }
    });

  for (const state of [...night.filter((state) => !isShown(state)), ...paused])
    test(`${label(state)}: no byte for phones or the big screen gives an answer away`, () => {
      for (const playerId of names) {
        const { shared, me } = viewsOf(state, playerId);
        const sent = JSON.stringify([shared, me]);
        for (const forbidden of forbiddenBeforeReveal) expect(sent).not.toContain(forbidden);
        expect(me.standing).toBeNull();
        if (!isShown(state)) expect(me.result).toBeNull();
      }
    });

  for (const state of night.filter(isShown))
    test(`${label(state)}: host notes stay with the host, also after the reveal`, () => {
      const sent = JSON.stringify(viewsOf(state));
      expect(sent).not.toContain("hostNotes");
      expect(sent).not.toContain(`${secret}: say`);
    });

  test("the search for leaks finds what a reveal shows", () => {
    const reveals = night.filter((state) => state.position.phase === "reveal");
    expect(reveals).toHaveLength(5);
    for (const state of reveals) expect(JSON.stringify(viewsOf(state).shared)).toContain(secret);
  });
});

describe("ANS-09 every phase of a night with every type of question, in both paces", () => {
  const long = wholeNight(exampleNight);
  const breaks = breaksFrom(long);
  const all = [...long, ...breaks];

  test("the night meets every type, open, locked and shown", () => {
    const typesIn = (phase: string) =>
      new Set(
        long
          .filter((state) => state.position.phase === phase)
          .flatMap((state) => {
            const { shared } = viewsOf(state);
            return "sheet" in shared && shared.sheet
              ? shared.sheet.map(({ type }) => type)
              : [currentQuestion(state)?.type];
          }),
      );
    expect(typesIn("question")).toEqual(new Set(questionTypes));
    const withAnswers = new Set(questionTypes.filter((type) => type !== "info"));
    expect(typesIn("reveal")).toEqual(withAnswers);
    expect(new Set([...typesIn("locked"), "info"])).toEqual(new Set(questionTypes));
  });

  test("the views are of the strict shape in every phase and on a break from each", () => {
    for (const state of all)
      for (const playerId of names) {
        const { shared, me } = viewsOf(state, playerId);
        expect(sharedViewSchema.parse(shared)).toEqual(shared);
        expect(meViewSchema.parse(me)).toEqual(me);
      }
  });

  test("from any shared part to any other the change leads, and holds no field that stays as it was", () => {
    const parts = all.map((state) => forPhones(viewsOf(state).shared));
    for (const before of parts)
      for (const after of parts) {
        const change: SharedChange = JSON.parse(JSON.stringify(sharedChange(before, after)));
        expect(withChange(before, change)).toEqual(JSON.parse(JSON.stringify(after)));
        const known = new Map<string, unknown>(Object.entries(before));
        for (const [field, value] of Object.entries(change.shared))
          expect(value).not.toEqual(known.get(field));
      }
  });

  test("before its reveal no byte for phones or the big screen gives an answer away", () => {
    const before = [...long.filter((state) => !isShown(state)), ...breaks];
    expect(before.length).toBeGreaterThan(30);
    for (const state of before)
      for (const playerId of names) {
        const { shared, me } = viewsOf(state, playerId);
        for (const forbidden of forbiddenInShared) expect(JSON.stringify(shared)).not.toContain(forbidden);
        for (const forbidden of forbiddenBeforeReveal) expect(JSON.stringify(me)).not.toContain(forbidden);
        expect(me.standing).toBeNull();
        if (!isShown(state)) expect(me.result).toBeNull();
      }
  });

  test("a reveal of a sheet shows one answer and not the ones to come", () => {
    const first = long.find((state) => currentQuestion(state)?.id === "q4" && isShown(state)) as SessionState;
    const sent = JSON.stringify(viewsOf(first).shared);
    expect(sent).toContain("why q4");
    for (const later of ["l1", "o1", "m1", "q2"]) expect(sent).not.toContain(`why ${later}`);
    expect(viewsOf(first).me.sheet?.map((answer) => answer.questionId)).toEqual([
      "q4",
      "l1",
      "o1",
      "m1",
      "q2",
    ]);
  });

  test("items stand sorted by their random ids until the reveal says how they belong", () => {
    const sheet = long.find((state) => state.position.phase === "locked" && state.position.roundIndex === 1);
    const shared = viewsOf(sheet as SessionState).shared;
    if (shared.phase !== "locked" || !shared.sheet) throw new Error(shared.phase);
    const [, list, , ordering, matching] = shared.sheet;
    expect(list?.wanted).toBe(2);
    expect(ordering?.items?.map(({ id }) => id)).toEqual(["o1-c", "o1-m", "o1-x"]);
    expect(matching?.lefts?.map(({ id }) => id)).toEqual(["m1-b", "m1-k", "m1-q"]);
    expect(matching?.rights?.map(({ id }) => id)).toEqual(["m1-a", "m1-f", "m1-z"]);
    // what may be left out is said where it is so
    expect(matching?.partial).toBe(true);
    const strict = structuredClone(sheet as SessionState);
    for (const question of strict.quiz.rounds[1]?.questions ?? [])
      if (question.type === "matching") question.partial = false;
    const strictView = viewsOf(strict).shared;
    if (strictView.phase !== "locked" || !strictView.sheet) throw new Error(strictView.phase);
    expect(strictView.sheet.at(4)).not.toHaveProperty("partial");
    const revealOf = (id: string) => {
      const state = long.find((at) => at.position.phase === "reveal" && currentQuestion(at)?.id === id);
      const view = viewsOf(state as SessionState).shared;
      return view.phase === "reveal" ? view.reveal : null;
    };
    expect(revealOf("o1")?.order).toEqual(["o1-m", "o1-c", "o1-x"]);
    expect(revealOf("m1")?.pairs?.[0]).toEqual({ leftId: "m1-q", rightId: "m1-f" });
    expect(revealOf("n1")?.winners).toEqual([{ playerId: "anna", name: "anna", text: "8" }]);
    expect(revealOf("l1")).not.toHaveProperty("winners");
  });

  test("what gives no points says so: slides and tie-breaks", () => {
    const points = new Map(
      long.flatMap((state) => {
        const { shared } = viewsOf(state);
        return "question" in shared ? [[shared.question.id, shared.question.points] as const] : [];
      }),
    );
    expect(["q1", "i1", "i2", "t1", "q5"].map((id) => points.get(id))).toEqual([10, 0, 0, 0, 10]);
  });

  test("the last of the round and of the quiz, on a sheet and at its reveals", () => {
    const flags = long.flatMap((state) => {
      const { shared } = viewsOf(state);
      return shared.phase === "reveal" && state.position.roundIndex === 3
        ? [[shared.question.id, shared.question.isLastOfRound, shared.question.isLastOfQuiz]]
        : [];
    });
    expect(flags).toEqual([
      ["q5", false, false],
      ["t1", true, true],
    ]);
  });
});

describe("the reveal", () => {
  const shown = (id: string) => {
    const state = night.find((at) => at.position.phase === "reveal" && currentQuestion(at)?.id === id);
    if (!state) throw new Error(`no reveal of ${id}`);
    return state;
  };

  test("shows the right choices, the answer in words and how the room did", () => {
    const { shared } = viewsOf(shown("q2"));
    expect(shared).toMatchObject({
      reveal: {
        correctChoiceIds: ["q2-w", "q2-y"],
        answerText: "Choice 1, Choice 3",
        explanation: `${secret}: why q2`,
        skipped: false,
        rightCount: 0,
        answeredCount: 1,
      },
    });
    expect(viewsOf(shown("q4")).shared).toMatchObject({
      reveal: { correctChoiceIds: [], answerText: secret, distribution: [] },
    });
  });

  test("tells each player what happened to the own answer", () => {
    expect(viewsOf(shown("q1")).me).toMatchObject({
      answer: { questionId: "q1", value: given.q1, revision: 0 },
      result: { outcome: "wrong", points: 0 },
    });
    expect(viewsOf(shown("q1"), "bert").me).toMatchObject({
      answer: null,
      result: { outcome: "unanswered" },
    });
  });

  test("LAT-02 who joined after the question hears just that", () => {
    const late: PlayerRecord = { ...players[0]!, playerId: "dora", joinedAt: start + 1 };
    const state = shown("q1");
    const scores = scoreSession(state, [...players, late], answers);
    const me = meView({
      state,
      player: { playerId: "dora", name: "dora", seatCode: "X" },
      answerOf: () => null,
      scores,
    });
    expect(me.result).toEqual({ outcome: "joinedLater", points: 0, bonus: 0 });
  });
});

describe("standings", () => {
  const state = night.find((at) => at.position.phase === "standings") as SessionState;
  const many: PlayerRecord[] = Array.from({ length: 15 }, (_, index) => ({
    ...players[0]!,
    playerId: `p${index}`,
    name: `Team ${index}`,
    joinOrder: index,
  }));
  const rightAnswer = (playerId: string, receivedAt: number): AnswerRecord => ({
    playerId,
    questionId: "q1",
    value: { kind: "choice", choiceId: "q1-x" },
    receivedAt,
  });
  const scores = scoreSession(state, many, [rightAnswer("p7", start), rightAnswer("p9", start + 5)]);
  const standingOf = (playerId: string) =>
    meView({ state, player: { playerId, name: playerId, seatCode: "X" }, answerOf: () => null, scores })
      .standing;

  test("the big screen gets twelve rows at most, and how many there are", () => {
    const view = sharedView(state, scores);
    if (view.phase !== "standings") throw new Error(view.phase);
    expect(view.standings.rows).toHaveLength(12);
    expect(view.standings.playerCount).toBe(15);
  });

  test("ANS-08 a phone shows the same rank, and the gap to the next better place", () => {
    expect(standingOf("p7")).toMatchObject({ rank: 1, gapToNext: null, nextName: null, playerCount: 15 });
    expect(standingOf("p9")).toMatchObject({ rank: 1, gapToNext: null, nextName: null });
    expect(standingOf("p14")).toMatchObject({ rank: 3, points: 0, gapToNext: 10, nextName: "Team 9" });
    expect(standingOf("stranger")).toBeNull();
  });
});

describe("what stands around a question", () => {
  test("its number, whether it is the last, and the choices in the order of the quiz", () => {
    const questions = night.flatMap((state) => {
      const { shared } = viewsOf(state);
      return shared.phase === "question" ? [shared.question] : [];
    });
    expect(questions.map((q) => [q.id, q.number, q.isLastOfRound, q.isLastOfQuiz])).toEqual([
      ["q1", 1, false, false],
      ["q2", 2, false, false],
      ["q3", 3, true, false],
      ["q4", 1, false, false],
      ["q5", 2, true, true],
    ]);
    expect(questions[0]?.choices.map((choice) => choice.id)).toEqual(["q1-w", "q1-x", "q1-y", "q1-z"]);
  });

  test("a break shows where it came from and when it ends, and no question", () => {
    const onBreak = paused.find((state) => state.position.phase === "question") as SessionState;
    expect(viewsOf(onBreak).shared).toEqual({
      sessionId: "s1",
      title: exampleQuiz.title,
      joinLocked: false,
      phase: "paused",
      pausedFrom: "question",
      resumesAt: start + 600_000,
    });
  });
});

test("HST-01 the large button's name in every state of the night", () => {
  const steps = night.map((state) => nextStep(state));
  const question = ["lockAndReveal", "reveal"];
  expect(steps).toEqual([
    "openDoors",
    "startRound",
    ...[...question, "nextQuestion", ...question, "nextQuestion", ...question, "standings"],
    "nextRound",
    "startRound",
    ...[...question, "nextQuestion", ...question, "standings"],
    "podium",
    null,
  ]);
  for (const state of paused) expect(nextStep(state)).toBe("resume");
});
