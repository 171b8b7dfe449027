import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { policiesFor } from "@/lib/limits/policies";
import { firstWordsPauseMs, typingPauseMs } from "./sheet-drafts";
import { stakeDraft } from "./stake-draft";

function open() {
  const sent: { stake: number; basedOn: number | null }[] = [];
  let staked = 0;
  const draft = stakeDraft({
    staked: () => staked,
    send(stake, basedOn) {
      sent.push({ stake, basedOn });
      staked = stake;
    },
    setTimer: (run, ms) => setTimeout(run, ms),
    clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
    onChange: () => undefined,
  });
  return { draft, sent };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a stake that is picked is sent by itself after a pause, not at every step of the slider", () => {
  const { draft, sent } = open();
  for (const stake of [3, 6, 9]) {
    draft.pick(stake, null);
    vi.advanceTimersByTime(firstWordsPauseMs - 1);
  }
  expect(sent).toEqual([]);
  expect(draft.picked()).toBe(9);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([{ stake: 9, basedOn: null }]);
  expect(draft.picked()).toBeNull();
});

test("the page turns, or the phone goes to sleep: what is picked goes out at once, and only once", () => {
  const { draft, sent } = open();
  draft.pick(9, null);
  draft.commit();
  draft.commit();
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual([{ stake: 9, basedOn: null }]);
});

test("back to what is staked: nothing is sent", () => {
  const { draft, sent } = open();
  draft.pick(1, null);
  draft.pick(0, null);
  vi.advanceTimersByTime(60_000);
  expect(sent).toEqual([]);
  expect(draft.picked()).toBeNull();
});

test("a team mate stakes while this phone is picking: it is based on what was in sight at the first step", () => {
  const { draft, sent } = open();
  draft.pick(8, 0);
  draft.pick(9, 1);
  draft.commit();
  draft.pick(10, 2);
  draft.commit();
  expect(sent).toEqual([
    { stake: 9, basedOn: 0 },
    { stake: 10, basedOn: 2 },
  ]);
});

test.each([350, 450, 1_050])(
  "a step every %i ms for a minute: no more than the limit for answers lets pass",
  (betweenStepsMs) => {
    const { draft, sent } = open();
    for (let at = 0; at < 60_000; at += betweenStepsMs) {
      draft.pick(at + 1, null);
      vi.advanceTimersByTime(betweenStepsMs);
    }
    draft.commit();
    const { perMinute, burst } = policiesFor({ roomSize: 300 }).submitAnswer;
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.length).toBeLessThanOrEqual(burst + perMinute);
  },
);

test("later changes wait for the longer pause", () => {
  const { draft, sent } = open();
  draft.pick(9, null);
  vi.advanceTimersByTime(firstWordsPauseMs);
  draft.pick(10, 0);
  vi.advanceTimersByTime(typingPauseMs - 1);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sent).toHaveLength(2);
});
