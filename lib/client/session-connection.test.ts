import { describe, expect, test } from "vitest";
import { serverClock } from "./server-clock";
import { type ConnectionDeps, SessionConnection, type SocketLike } from "./session-connection";
import type { PollOutcome } from "./view-polling";

/** Clock and timers in the test's own hands: a timer can fire late, as in a throttled tab. */
function handClock() {
  let now = 0;
  let nextId = 1;
  const timers = new Map<number, { due: number; run: () => void }>();
  async function settle(): Promise<void> {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  }
  async function fireDue(): Promise<void> {
    for (;;) {
      const next = [...timers].sort(([, a], [, b]) => a.due - b.due).find(([, { due }]) => due <= now);
      if (!next) return;
      timers.delete(next[0]);
      next[1].run();
      await settle();
    }
  }
  return {
    monotonicNow: () => now,
    setTimer(run: () => void, ms: number) {
      timers.set(nextId, { due: now + ms, run });
      return nextId++;
    },
    clearTimer: (id: unknown) => void timers.delete(id as number),
    /** every timer at its time */
    async pass(ms: number) {
      await settle();
      await fireDue();
      const until = now + ms;
      while (now < until) {
        now = Math.min(
          until,
          ...[...timers.values()].map(({ due }) => Math.max(now, due)).filter((due) => due > now),
        );
        await fireDue();
      }
    },
    /** nothing runs for so long, then everything that was due */
    async freeze(ms: number) {
      now += ms;
      await fireDue();
    },
  };
}

function open(
  poll: ConnectionDeps["poll"],
  openSocket?: ConnectionDeps["openSocket"],
  clock = handClock(),
  random = () => 0.5,
) {
  const links: string[] = [];
  const connection: SessionConnection = new SessionConnection({
    ...clock,
    clock: serverClock(clock.monotonicNow),
    openSocket: openSocket ?? (() => Promise.reject(new Error("the chunk is blocked"))),
    poll,
    random,
    onChange: () => links.push(connection.link),
    pollPauseMs: 50,
  });
  connection.start();
  return { connection, clock, links };
}

const view = (version: number): PollOutcome => ({
  kind: "view",
  cursor: `${version}`,
  version,
  now: 0,
  apply: () => undefined,
});
const never = () => new Promise<PollOutcome>(() => undefined);

describe("a line without a socket library", () => {
  test("the chunk of the socket library is blocked: the page plays on by polling, and asks for it again", async () => {
    let loads = 0;
    const { clock, links } = open(
      async ({ since }) => (since === null ? view(1) : never()),
      () => {
        loads += 1;
        return Promise.reject(new Error("the chunk is blocked"));
      },
    );
    await clock.pass(10_000);
    expect(links).toEqual(["fallback"]);
    expect(loads).toBeGreaterThan(3);
    expect(loads).toBeLessThan(12);
  });

  test("a poll that throws is a failed poll, not the end of polling", async () => {
    let asked = 0;
    const { connection, clock } = open(async () => {
      asked += 1;
      if (asked < 3) throw new Error("a bug");
      return asked === 3 ? view(1) : never();
    });
    await clock.pass(5_000);
    expect(connection.version).toBe(1);
  });

  test("a busy server is given the pause it asks for, and never more than a second", async () => {
    const at: number[] = [];
    const clock = handClock();
    open(
      async () => {
        at.push(clock.monotonicNow());
        const asked = [undefined, 400, 60_000][at.length - 1];
        return at.length > 3 ? never() : { ...view(at.length), retryAfterMs: asked };
      },
      undefined,
      clock,
    );
    await clock.pass(5_000);
    expect(at.map((time) => time - (at[0] ?? 0))).toEqual([0, 50, 450, 1_450]);
  });

  test("failed polls back off, and start anew when the page wakes up", async () => {
    const at: number[] = [];
    const clock = handClock();
    const { connection } = open(
      async () => {
        at.push(clock.monotonicNow());
        return { kind: "refused", refusal: { code: "UNAVAILABLE", message: "", status: 0 } };
      },
      undefined,
      clock,
    );
    await clock.pass(30_000);
    const gaps = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    expect(gaps.slice(0, 5)).toEqual([375, 750, 1_500, 3_000, 6_000]);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(7_500);
    connection.wake();
    await clock.pass(500);
    expect(at.slice(-2)).toEqual([30_000, 30_375]);
  });
});

describe("timers in hidden tabs", () => {
  test("TMR-04 a tab on the backup line whose timers come a minute late is not shown as offline", async () => {
    const { connection, clock, links } = open(async ({ since }) =>
      since === null ? view(1) : { kind: "unchanged" },
    );
    await clock.pass(1_000);
    expect(links).toEqual(["fallback"]);
    for (let minute = 0; minute < 3; minute++) await clock.freeze(60_000);
    connection.wake(true);
    await clock.pass(100);
    expect(links).toEqual(["fallback"]);
  });

  test("TMR-04 a tab frozen while its poll was waiting: a late tick is no proof, a poll that stays silent is", async () => {
    const { clock, links } = open(({ since }) => (since === null ? Promise.resolve(view(1)) : never()));
    await clock.pass(1_000);
    await clock.freeze(60_000);
    // twenty seconds it may wait, and three more
    await clock.pass(20_000);
    expect(links).toEqual(["fallback"]);
    await clock.pass(4_000);
    expect(links).toEqual(["fallback", "offline"]);
  });
});

describe("a socket that lets in and throws out", () => {
  test.each([100, 2_500])(
    "CON-13 the back-off grows until a connection has held and spoken: %i ms",
    async (heldMs) => {
      const connects: number[] = [];
      const clock = handClock();
      const handlers = new Map<string, (...args: never[]) => void>();
      let connected = false;
      const socket: SocketLike = {
        get connected() {
          return connected;
        },
        on: (event, handler) => void handlers.set(event, handler),
        connect() {
          connects.push(clock.monotonicNow());
          connected = true;
          handlers.get("connect")?.();
          clock.setTimer(() => socket.disconnect(), heldMs);
        },
        disconnect() {
          if (!connected) return;
          connected = false;
          handlers.get("disconnect")?.();
        },
        emitWithAck: () => Promise.reject(new Error("not here")),
      };
      open(
        async ({ since }) => (since === null ? view(1) : { kind: "unchanged" }),
        async () => socket,
        clock,
      );
      await clock.pass(60_000);
      const pauses = connects.slice(1).map((time, index) => time - (connects[index] ?? 0) - heldMs);
      // half of the 3 s that a room is spread over, and the back-off
      expect(pauses.slice(0, 6)).toEqual([1_800, 2_100, 2_700, 3_900, 6_300, 6_500]);
    },
  );

  test("CON-13 a room of 300 thrown out at once: the sockets come back within 4 s, at most 120 a second", async () => {
    const connects: number[] = [];
    for (let phone = 0; phone < 300; phone++) {
      const clock = handClock();
      const handlers = new Map<string, (...args: never[]) => void>();
      const socket: SocketLike = {
        connected: true,
        on: (event, handler) => void handlers.set(event, handler),
        connect() {
          if (clock.monotonicNow() > 0) connects.push(clock.monotonicNow());
        },
        disconnect: () => undefined,
        emitWithAck: () => Promise.reject(new Error("not here")),
      };
      open(
        async ({ since }) => (since === null ? view(1) : never()),
        async () => socket,
        clock,
        () => phone / 300,
      );
      await clock.pass(0);
      handlers.get("connect")?.();
      handlers.get("disconnect")?.();
      await clock.pass(4_000);
    }
    expect(connects).toHaveLength(300);
    for (let from = 0; from < 4_000; from += 100)
      expect(connects.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(120);
  });
});
