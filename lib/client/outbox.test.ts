import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AnswerReply, SubmitAnswer } from "@/lib/contracts/answers";
import { createOutbox, outboxKey } from "./outbox";
import { choice, FakeStorage, pass } from "./test-venue";

let storage: FakeStorage;
const kept = () => JSON.parse(storage.getItem(outboxKey("s1")) ?? "[]") as SubmitAnswer[];

function open(reply: (answer: SubmitAnswer) => AnswerReply | null) {
  const sent: { at: number; answer: SubmitAnswer }[] = [];
  let ids = 0;
  const tab = createOutbox("s1", {
    storage: {
      get: storage.getItem,
      set: storage.setItem,
      remove: storage.removeItem,
    },
    async send(answer) {
      sent.push({ at: performance.now(), answer });
      return reply(answer);
    },
    newId: () => `tap-${++ids}`,
    monotonicNow: () => performance.now(),
    setTimer: (run, ms) => setTimeout(run, ms),
    clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
    random: () => 0,
    onChange: () => undefined,
  });
  return { tab, sent };
}
const saved = (answer: SubmitAnswer): AnswerReply => ({ ok: true, revision: 0, ...answer });
const refused = (code: "BAD_ANSWER" | "RATE_LIMITED" | "INTERNAL", retryAfterMs?: number): AnswerReply => ({
  ok: false,
  code,
  message: code,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

beforeEach(() => {
  vi.useFakeTimers();
  storage = new FakeStorage();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("an answer", () => {
  test("is stored before it is sent, and leaves the store when it was saved", async () => {
    const { tab } = open((answer) => {
      expect(kept()).toEqual([answer]);
      return saved(answer);
    });
    tab.submit("q1", choice("a"));
    expect(tab.state("q1")?.status).toBe("sending");
    await pass(0);
    expect(tab.state("q1")?.status).toBe("saved");
    expect(storage.values.size).toBe(0);
  });

  test("the first tap counts; after a refusal the next one does", async () => {
    let says: (answer: SubmitAnswer) => AnswerReply = () => refused("BAD_ANSWER");
    const { tab, sent } = open((answer) => says(answer));
    tab.submit("q1", choice("a"));
    tab.submit("q1", choice("b"));
    await pass(0);
    expect(sent.map(({ answer }) => answer.submissionId)).toEqual(["tap-1"]);
    expect(tab.missed()?.refusal.code).toBe("BAD_ANSWER");
    says = saved;
    tab.submit("q1", choice("b"));
    await pass(0);
    expect(tab.state("q1")).toEqual({ value: choice("b"), status: "saved" });
    expect(tab.missed()).toBeNull();
    tab.submit("q1", choice("a"));
    await pass(0);
    expect(sent).toHaveLength(2);
  });

  test("is sent again with the same id: 0.4 s, doubling up to 5 s", async () => {
    const { tab, sent } = open(() => null);
    tab.submit("q1", choice("a"));
    await pass(20_000);
    expect(sent.map(({ at }) => at - (sent[0]?.at ?? 0))).toEqual([
      0, 400, 1_200, 2_800, 6_000, 11_000, 16_000,
    ]);
    expect(new Set(sent.map(({ answer }) => answer.submissionId)).size).toBe(1);
  });

  test("Retry-After holds for the answer it was said to, whatever road opens and whatever else is sent", async () => {
    const { tab, sent } = open(({ questionId }) =>
      questionId === "q1" ? refused("RATE_LIMITED", 3_000) : null,
    );
    tab.submit("q1", choice("a"));
    tab.submit("q2", choice("a"));
    for (let second = 0; second < 29; second++) {
      await pass(100);
      tab.flush();
    }
    expect(sent.filter(({ answer }) => answer.questionId === "q1")).toHaveLength(1);
    expect(sent.filter(({ answer }) => answer.questionId === "q2").length).toBeGreaterThan(10);
    await pass(200);
    expect(sent.filter(({ answer }) => answer.questionId === "q1")).toHaveLength(2);
  });

  test("a bug of the server is no verdict on the answer", async () => {
    let bug = true;
    const { tab } = open((answer) => (bug ? refused("INTERNAL") : saved(answer)));
    tab.submit("q1", choice("a"));
    await pass(100);
    expect(tab.state("q1")?.status).toBe("kept");
    bug = false;
    await pass(1_000);
    expect(tab.state("q1")?.status).toBe("saved");
  });
});

describe("the end", () => {
  test("a stopped outbox has no timer left, and what was pending waits in storage", async () => {
    const { tab, sent } = open(() => null);
    tab.submit("q1", choice("a"));
    tab.submit("q2", choice("a"));
    await pass(100);
    tab.stop();
    expect(vi.getTimerCount()).toBe(0);
    tab.flush();
    tab.changedElsewhere();
    await pass(60_000);
    expect(sent).toHaveLength(2);
    expect(kept().map(({ questionId }) => questionId)).toEqual(["q1", "q2"]);
  });

  test("a reply that comes after the stop still clears the store", async () => {
    let arrive: (reply: AnswerReply) => void = () => undefined;
    const { tab } = open(() => null);
    tab.stop();
    const slow = createOutbox("s1", {
      storage: { get: storage.getItem, set: storage.setItem, remove: storage.removeItem },
      send: () => new Promise((resolve) => (arrive = resolve)),
      newId: () => "tap",
      monotonicNow: () => performance.now(),
      setTimer: (run, ms) => setTimeout(run, ms),
      clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
      random: () => 0,
      onChange: () => {
        if (kept().length === 0) throw new Error("a closed page must hear nothing");
      },
    });
    slow.submit("q1", choice("a"));
    slow.stop();
    arrive({ ok: true, questionId: "q1", submissionId: "tap", value: choice("a"), revision: 0 });
    await pass(0);
    expect(storage.values.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("CON-11 tabs that share the store", () => {
  test("CON-11 neither overwrites what the other keeps", async () => {
    const left = open(() => null);
    const right = open((answer) => saved(answer));
    left.tab.submit("q1", choice("a"));
    right.tab.submit("q2", choice("b"));
    await pass(0);
    expect(kept().map(({ questionId }) => questionId)).toEqual(["q1"]);
    left.tab.submit("q3", choice("a"));
    expect(kept().map(({ questionId }) => questionId)).toEqual(["q1", "q3"]);
  });

  test("CON-11 an answer of the other tab is shown, and sent after it had the first go", async () => {
    const left = open(() => null);
    const right = open((answer) => saved(answer));
    left.tab.submit("q1", choice("a"));
    right.tab.changedElsewhere();
    expect(right.tab.state("q1")).toEqual({ value: choice("a"), status: "kept" });
    await pass(4_900);
    expect(right.sent).toHaveLength(0);
    await pass(200);
    expect(right.sent.map(({ answer }) => answer)).toEqual([left.sent[0]?.answer]);
    expect(right.tab.state("q1")?.status).toBe("saved");
  });

  test("CON-11 one question answered in both: the first tap is the one a later tab sends, and a save ends both", async () => {
    const left = open(() => null);
    const right = open(() => null);
    left.tab.submit("q1", choice("a"));
    right.tab.submit("q1", choice("b"));
    expect(kept()).toHaveLength(2);
    const later = open((answer) => saved(answer));
    later.tab.flush();
    await pass(0);
    expect(later.sent.map(({ answer }) => answer.value)).toEqual([choice("a")]);
    expect(kept()).toEqual([]);
  });

  test("what lies in the store and is no answer does no harm", () => {
    for (const junk of ["{", "null", '{"a":1}', '[null,1,"x",{"questionId":1}]', '[{"questionId":"q"}]']) {
      storage.setItem(outboxKey("s1"), junk);
      const { tab } = open(() => null);
      expect(tab.state("q")).toBeNull();
      tab.stop();
    }
  });
});
