import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AnswerReply, AnswerValue, SubmitAnswer } from "@/lib/contracts/answers";
import { createSheetOutbox, isSame, sheetOutboxKey } from "./sheet-outbox";
import { FakeStorage, pass } from "./test-venue";

let storage: FakeStorage;
/** What the house has stored, compare-and-set. */
let house: Map<string, SubmitAnswer & { revision: number }>;
let isReached: boolean;
let losesReplies: boolean;

const text = (said: string): AnswerValue => ({ kind: "text", text: said });
const kept = () => JSON.parse(storage.getItem(sheetOutboxKey("s1")) ?? "[]") as SubmitAnswer[];

function store(answer: SubmitAnswer): AnswerReply {
  const { questionId, submissionId } = answer;
  const stored = house.get(questionId);
  if (stored && stored.submissionId !== submissionId && answer.revision !== stored.revision)
    return {
      ok: false,
      code: "ANSWER_CHANGED",
      message: "",
      stored: stored.value,
      revision: stored.revision,
    };
  const now =
    stored?.submissionId === submissionId ? stored : { ...answer, revision: (stored?.revision ?? -1) + 1 };
  house.set(questionId, now);
  return { ok: true, questionId, submissionId, value: now.value, revision: now.revision };
}

/** A phone of the team; replies take 100 ms. */
function open(name: string, answers: (answer: SubmitAnswer) => AnswerReply = store) {
  const sent: SubmitAnswer[] = [];
  let ids = 0;
  const tab = createSheetOutbox("s1", {
    storage: { get: storage.getItem, set: storage.setItem, remove: storage.removeItem },
    async send(answer) {
      sent.push(answer);
      await new Promise((wake) => setTimeout(wake, 100));
      if (!isReached) return null;
      const reply = answers(answer);
      return losesReplies ? null : reply;
    },
    newId: () => `${name}-${++ids}`,
    monotonicNow: () => performance.now(),
    setTimer: (run, ms) => setTimeout(run, ms),
    clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
    random: () => 0,
    onChange: () => undefined,
  });
  return { tab, sent };
}

beforeEach(() => {
  vi.useFakeTimers();
  storage = new FakeStorage();
  house = new Map();
  isReached = true;
  losesReplies = false;
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a change", () => {
  test("a first answer names no revision, every change the one it is based on", async () => {
    const { tab, sent } = open("a");
    tab.change("q1", text("Lju"), null);
    expect(tab.entry("q1").sending).toEqual({ value: text("Lju"), status: "sending" });
    await pass(100);
    expect(tab.entry("q1")).toMatchObject({ stored: { value: text("Lju"), revision: 0 }, sending: null });
    tab.change("q1", text("Ljubljana"), 0);
    await pass(100);
    tab.change("q1", text("Zagreb"), 1);
    await pass(100);
    expect(sent.map(({ revision }) => revision)).toEqual([undefined, 0, 1]);
    expect(tab.entry("q1").stored).toEqual({ value: text("Zagreb"), revision: 2, isMine: true });
    expect(storage.values.size).toBe(0);
  });

  test("a newer one waits for the one on its way and replaces what waits", async () => {
    const { tab, sent } = open("a");
    for (const said of ["L", "Lj", "Lju", "Ljub"]) tab.change("q1", text(said), null);
    expect(tab.entry("q1").sending?.value).toEqual(text("Ljub"));
    await pass(300);
    expect(sent.map(({ value, revision }) => [value, revision])).toEqual([
      [text("L"), undefined],
      [text("Ljub"), 0],
    ]);
    expect(house.get("q1")?.value).toEqual(text("Ljub"));
    expect(storage.values.size).toBe(0);
  });

  test("typed on while the reply was under way: what this phone wrote itself is no surprise to it", async () => {
    const { tab } = open("a");
    tab.change("q1", text("Lju"), null);
    await pass(100);
    // begun before the reply came
    tab.change("q1", text("Ljubljana"), null);
    await pass(100);
    expect(tab.entry("q1")).toMatchObject({ stored: { value: text("Ljubljana"), revision: 1 }, lost: null });
  });

  test("back to the same words: nothing is sent", async () => {
    const { tab, sent } = open("a");
    tab.change("q1", text("Lju"), null);
    tab.change("q1", text("Ljub"), null);
    tab.change("q1", text("Lju"), null);
    await pass(100);
    tab.change("q1", text("Lju"), 0);
    await pass(1_000);
    expect(sent).toHaveLength(1);
  });

  test("an acknowledgement that got lost: the repeat gets the same reply, and what waits goes out after it", async () => {
    const { tab, sent } = open("a");
    losesReplies = true;
    tab.change("q1", text("Lju"), null);
    await pass(100);
    expect(tab.entry("q1").sending?.status).toBe("kept");
    tab.change("q1", text("Ljubljana"), null);
    losesReplies = false;
    await pass(1_000);
    expect(sent.map(({ submissionId }) => submissionId)).toEqual(["a-1", "a-1", "a-2"]);
    expect(tab.entry("q1")).toMatchObject({ stored: { value: text("Ljubljana"), isMine: true }, lost: null });
  });

  test("an acknowledgement that got lost, and the view shows the answer: it is saved", async () => {
    const { tab } = open("a");
    losesReplies = true;
    tab.change("q1", text("Lju"), null);
    await pass(100);
    tab.seen({ questionId: "q1", value: text("Lju"), revision: 0 });
    expect(tab.entry("q1")).toMatchObject({ stored: { revision: 0, isMine: true }, sending: null });
    await pass(10_000);
    expect(storage.values.size).toBe(0);
  });

  test("a view older than the reply takes nothing back", async () => {
    const { tab } = open("a");
    tab.change("q1", text("Lju"), null);
    await pass(100);
    tab.change("q1", text("Ljubljana"), 0);
    await pass(100);
    tab.seen({ questionId: "q1", value: text("Lju"), revision: 0 });
    expect(tab.entry("q1").stored?.value).toEqual(text("Ljubljana"));
  });

  test("refused for good: said once, and what is stored still stands", async () => {
    let closed = false;
    const { tab } = open("a", (answer) =>
      closed ? { ok: false, code: "QUESTION_CLOSED", message: "Too late." } : store(answer),
    );
    tab.change("q1", text("Lju"), null);
    await pass(100);
    closed = true;
    tab.change("q1", text("Ljubljana"), 0);
    await pass(100);
    expect(tab.entry("q1")).toMatchObject({
      stored: { value: text("Lju") },
      sending: null,
      refusal: { code: "QUESTION_CLOSED", value: text("Ljubljana") },
    });
    expect(tab.missed()).toMatchObject({ questionId: "q1" });
    expect(storage.values.size).toBe(0);
  });
});

describe("two phones of one team", () => {
  test("the second keeps its words, and sends them only when the player says so", async () => {
    const left = open("left");
    storage = new FakeStorage();
    const right = open("right");
    left.tab.change("q1", text("Zagreb"), null);
    await pass(100);
    right.tab.change("q1", text("Ljubljana"), null);
    await pass(100);
    expect(right.tab.entry("q1")).toMatchObject({
      stored: { value: text("Zagreb"), revision: 0, isMine: false },
      sending: null,
      lost: text("Ljubljana"),
    });
    await pass(60_000);
    expect(house.get("q1")?.value).toEqual(text("Zagreb"));
    right.tab.change("q1", text("Ljubljana"), 0);
    await pass(100);
    expect(right.tab.entry("q1")).toMatchObject({ stored: { revision: 1, isMine: true }, lost: null });
    // begun on what the other phone saw: it hears of the change too
    left.tab.seen({ questionId: "q1", value: text("Ljubljana"), revision: 1 });
    left.tab.change("q1", text("Maribor"), 0);
    await pass(100);
    expect(left.tab.entry("q1").lost).toEqual(text("Maribor"));
    expect(house.get("q1")?.value).toEqual(text("Ljubljana"));
  });

  test("both wrote the same: nobody has to choose", async () => {
    const left = open("left");
    storage = new FakeStorage();
    const right = open("right");
    left.tab.change("q1", text("Zagreb"), null);
    right.tab.change("q1", text("Zagreb"), null);
    await pass(100);
    expect(right.tab.entry("q1")).toMatchObject({ stored: { revision: 0 }, lost: null, refusal: null });
  });

  test("the newest words are kept, not those that were on their way", async () => {
    const left = open("left");
    storage = new FakeStorage();
    const right = open("right");
    left.tab.change("q1", text("Zagreb"), null);
    await pass(50);
    right.tab.change("q1", text("Lju"), null);
    right.tab.change("q1", text("Ljubljana"), null);
    await pass(300);
    expect(right.tab.entry("q1").lost).toEqual(text("Ljubljana"));
    right.tab.giveWay("q1");
    expect(right.tab.entry("q1").lost).toBeNull();
    expect(storage.values.size).toBe(0);
  });
});

describe("a reload", () => {
  test("what was on its way, what waited behind it and what was lost are all there again", async () => {
    isReached = false;
    const before = open("before");
    before.tab.change("q1", text("Lju"), null);
    before.tab.change("q1", text("Ljubljana"), null);
    await pass(100);
    before.tab.stop();
    house.set("q2", { questionId: "q2", submissionId: "theirs", value: text("4"), revision: 0 });
    const other = open("other");
    isReached = true;
    other.tab.change("q2", text("6"), null);
    await pass(100);
    other.tab.stop();

    const after = open("after");
    expect(after.tab.entry("q1").sending).toEqual({ value: text("Ljubljana"), status: "kept" });
    expect(after.tab.entry("q2").lost).toEqual(text("6"));
    after.tab.flush();
    await pass(300);
    expect(after.sent.map(({ submissionId, revision }) => [submissionId, revision])).toEqual([
      ["before-1", undefined],
      ["after-1", 0],
    ]);
    expect(house.get("q1")?.value).toEqual(text("Ljubljana"));
    expect(kept()).toMatchObject([{ questionId: "q2", lost: true }]);
    after.tab.giveWay("q2");
    expect(storage.values.size).toBe(0);
  });

  test("a reply that comes after the page is gone: what waited behind is kept for the next page", async () => {
    const { tab } = open("a");
    tab.change("q1", text("Lju"), null);
    tab.change("q1", text("Ljubljana"), null);
    tab.stop();
    await pass(1_000);
    expect(kept()).toMatchObject([{ questionId: "q1", value: text("Ljubljana"), revision: 0 }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a seat that is gone leaves nothing behind", async () => {
    isReached = false;
    const { tab } = open("a");
    tab.change("q1", text("Lju"), null);
    await pass(100);
    tab.refuseAll({ code: "SEAT_REMOVED", message: "" });
    expect(tab.entry("q1")).toMatchObject({ sending: null, refusal: { code: "SEAT_REMOVED" } });
    expect(storage.values.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("another sheet begins: revisions of the old one are forgotten", async () => {
  const { tab } = open("a");
  tab.seen({ questionId: "q1", value: text("theirs"), revision: 5 });
  tab.newSheet();
  tab.seen({ questionId: "q1", value: text("ours"), revision: 0 });
  expect(tab.entry("q1").stored).toMatchObject({ value: text("ours"), revision: 0 });
});

test("values are the same whatever order their keys, picks or pairs are in", () => {
  expect(isSame({ kind: "text", text: "a" }, { text: "a", kind: "text" })).toBe(true);
  expect(isSame({ kind: "choices", choiceIds: ["a", "b"] }, { kind: "choices", choiceIds: ["b", "a"] })).toBe(
    true,
  );
  expect(isSame({ kind: "order", itemIds: ["a", "b"] }, { kind: "order", itemIds: ["b", "a"] })).toBe(false);
});
