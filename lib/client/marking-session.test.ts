import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { MarkCommand } from "@/lib/contracts/commands";
import type { MarkingReply } from "@/lib/contracts/http";
import type { AnswerGroup, MarkingView } from "@/lib/contracts/marking";
import { applyMark, takenBack } from "./apply-mark";
import { type MarkingState, noMarking, openMarking } from "./marking-session";
import { createSnapshot } from "./store";

const group = (text: string, automatic: AnswerGroup["automatic"]): AnswerGroup => ({
  key: text,
  text,
  automatic,
  fraction: automatic === "right" ? 1 : 0,
  automaticFraction: automatic === "right" ? 1 : 0,
  judged: false,
  answers: [{ playerId: `by ${text}`, name: text, text, points: 0, override: null }],
});
const viewOf = (version = 1): MarkingView => ({
  sessionId: "s1",
  version,
  title: "Quiz",
  questions: [
    {
      questionId: "q1",
      round: 1,
      number: 1,
      type: "text",
      text: "Which planet?",
      answerText: "Jupiter",
      accepted: ["Jupiter"],
      points: 10,
      parts: null,
      isVoid: false,
      isRevealed: false,
      groups: [group("Jupitor", "near"), group("Saturn", "wrong")],
      unansweredCount: 0,
    },
  ],
  adjustments: [],
  players: [{ playerId: "anna", name: "Anna", points: 0 }],
});
const replyOf = (view: MarkingView): MarkingReply => ({
  ...view,
  questionIds: view.questions.map(({ questionId }) => questionId),
});
const mark = (key: string, fraction: number | null): MarkCommand => ({
  type: "markGroup",
  questionId: "q1",
  key,
  fraction,
});
const fractions = (view: MarkingView | null) =>
  view?.questions[0]?.groups.map(({ fraction, judged }) => [fraction, judged]);

describe("what a mark does before the server has said so", () => {
  test("a group is judged, and goes back to what it is by itself", () => {
    const marked = applyMark(viewOf(), mark("Jupitor", 0.5));
    expect(fractions(marked)).toEqual([
      [0.5, true],
      [0, false],
    ]);
    expect(fractions(applyMark(marked, mark("Jupitor", null)))).toEqual(fractions(viewOf()));
  });

  test("taking back is the mark that was there before", () => {
    const marked = applyMark(viewOf(), mark("Jupitor", 0.5));
    expect(takenBack(viewOf(), mark("Jupitor", 1))).toEqual(mark("Jupitor", null));
    expect(takenBack(marked, mark("Jupitor", 1))).toEqual(mark("Jupitor", 0.5));
    expect(takenBack(viewOf(), { type: "editQuestion", questionId: "q1", text: "?" })).toBeNull();
  });

  test("an adjustment twice is one", () => {
    const command: MarkCommand = {
      type: "adjustPoints",
      adjustmentId: "adjust-1",
      playerId: "anna",
      round: null,
      points: 5,
      reason: "best name",
    };
    const once = applyMark(viewOf(), command);
    expect(applyMark(once, command)).toBe(once);
    expect(once.adjustments).toMatchObject([{ name: "Anna", points: 5 }]);
    expect(applyMark(once, { type: "removeAdjustment", adjustmentId: "adjust-1" }).adjustments).toEqual([]);
  });
});

describe("the marking of one person", () => {
  let server: {
    view: MarkingView;
    sent: MarkCommand[];
    answer: (command: MarkCommand) => Response | Promise<Response>;
  };
  let state: () => MarkingState;
  let desk: ReturnType<typeof openMarking>;
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const json = (body: unknown, status = 200) => Response.json(body, { status });

  beforeEach(() => {
    vi.useFakeTimers();
    server = {
      view: viewOf(),
      sent: [],
      answer(command) {
        server.view = { ...applyMark(server.view, command), version: server.view.version + 1 };
        return json({ ok: true, marking: replyOf(server.view) });
      },
    };
    vi.stubGlobal("document", { visibilityState: "visible" });
    vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
      if (init.method === "POST") {
        const command = JSON.parse(String(init.body)) as MarkCommand;
        server.sent.push(command);
        return server.answer(command);
      }
      return path.includes(`since=${server.view.version}`)
        ? new Response(null, { status: 204 })
        : json(replyOf(server.view));
    });
    const snapshot = createSnapshot(noMarking);
    state = snapshot.get;
    desk = openMarking("s1", "t1", snapshot);
  });
  afterEach(() => {
    desk.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("a mark shows at once and the server's reply takes its place", async () => {
    await pass(10);
    desk.send(mark("Jupitor", 1));
    expect(fractions(state().view)?.[0]).toEqual([1, true]);
    expect(state().unsaved).toBe(1);
    await pass(10);
    expect(state()).toMatchObject({ unsaved: 0, canTakeBack: true, view: { version: 2 } });
  });

  test("marks made without a connection wait in their order and are sent until they are taken", async () => {
    await pass(10);
    const take = server.answer;
    server.answer = () => Promise.reject(new TypeError("offline"));
    desk.send(mark("Jupitor", 1));
    desk.send(mark("Saturn", 0.5));
    await pass(5_000);
    expect(state()).toMatchObject({ unsaved: 2, trouble: expect.any(String) });
    expect(fractions(state().view)).toEqual([
      [1, true],
      [0.5, true],
    ]);
    server.answer = take;
    await pass(20_000);
    expect(state()).toMatchObject({ unsaved: 0, trouble: null });
    expect(fractions(server.view)).toEqual([
      [1, true],
      [0.5, true],
    ]);
  });

  test("a limiter paces the marks, none is lost", async () => {
    await pass(10);
    const take = server.answer;
    server.answer = (command) => {
      server.answer = take;
      server.sent.pop();
      return json({ code: "RATE_LIMITED", message: "Later.", retryAfterMs: 3_000, for: command.type }, 429);
    };
    desk.send(mark("Jupitor", 1));
    await pass(2_900);
    expect(server.sent).toHaveLength(0);
    await pass(200);
    expect(server.sent).toHaveLength(1);
    expect(state().unsaved).toBe(0);
  });

  test("a refused mark goes from the screen and says why", async () => {
    await pass(10);
    server.answer = () => json({ code: "UNKNOWN_QUESTION", message: "Not asked." }, 404);
    desk.send(mark("Jupitor", 1));
    await pass(10);
    expect(state()).toMatchObject({ unsaved: 0, said: "Not asked.", canTakeBack: false, refusal: null });
    expect(fractions(state().view)).toEqual(fractions(viewOf()));
  });

  test("marks of somebody else come with the next look", async () => {
    await pass(10);
    server.answer(mark("Saturn", 1));
    await pass(2_100);
    expect(fractions(state().view)?.[1]).toEqual([1, true]);
  });

  test("undo puts the last mark back, one after another", async () => {
    await pass(10);
    desk.send(mark("Jupitor", 1));
    desk.send(mark("Jupitor", 0));
    await pass(10);
    expect(desk.takeBack()).toBe("q1");
    await pass(10);
    expect(fractions(server.view)?.[0]).toEqual([1, true]);
    desk.takeBack();
    await pass(10);
    expect(fractions(server.view)?.[0]).toEqual([0, false]);
    expect(state().canTakeBack).toBe(false);
    expect(desk.takeBack()).toBeNull();
  });

  test("a link that is not valid ends the asking", async () => {
    await pass(10);
    vi.stubGlobal("fetch", async () => json({ code: "BAD_TOKEN", message: "No." }, 401));
    await pass(2_100);
    expect(state().refusal?.code).toBe("BAD_TOKEN");
  });

  test("a reply with only what changed leaves the rest as it was, in the order of the night", async () => {
    const other = { ...viewOf().questions[0]!, questionId: "q2" };
    server.view = { ...viewOf(2), questions: [...viewOf().questions, other] };
    await pass(2_100);
    const before = state().view?.questions[0];
    server.answer = (command) => {
      server.view = { ...applyMark(server.view, command), version: 3 };
      const marking = { ...replyOf(server.view), questions: server.view.questions.slice(1) };
      return json({ ok: true, marking });
    };
    desk.send({ ...mark("Saturn", 1), questionId: "q2" } as MarkCommand);
    await pass(10);
    expect(state().view?.questions.map(({ questionId }) => questionId)).toEqual(["q1", "q2"]);
    expect(state().view?.questions[0]).toBe(before);
    expect(state().view?.questions[1]?.groups[1]?.fraction).toBe(1);
  });

  test("a reply that builds on what this page never had is asked for whole", async () => {
    await pass(10);
    const other = { ...viewOf().questions[0]!, questionId: "q2" };
    const whole = { ...viewOf(2), questions: [...viewOf().questions, other] };
    const paths: string[] = [];
    vi.stubGlobal("fetch", async (path: string) => {
      paths.push(path);
      return json({ ...replyOf(whole), questions: path.includes("since=") ? [] : whole.questions });
    });
    await pass(4_200);
    expect(paths.at(-1)).not.toContain("since=");
    expect(state().view?.questions).toHaveLength(2);
  });
});
