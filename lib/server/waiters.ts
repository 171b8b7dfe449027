/**
 * Who is waiting for something newer: the long polls, by session and by whose view they wait for. One sweep a second
 * ends the ones whose wait is over, so that thousands of hanging polls cost one timer, not thousands.
 */

/** A player's id, or which of the two public views. */
export type WaitingFor = string;

export type Waiters = {
  /** Resolves true when woken, false when the wait is over or the client went away. */
  wait(sessionId: string, who: WaitingFor, waitMs: number, signal?: AbortSignal): Promise<boolean>;
  wake(sessionId: string, who: WaitingFor): void;
  /** At once, unless it was woken less than `settleMs` ago: then when those are over, once for all that came meanwhile. */
  wakeSettled(sessionId: string, who: WaitingFor): void;
  /** It was woken less than `settleMs` ago. */
  isSettling(sessionId: string, who: WaitingFor): boolean;
  wakeSession(sessionId: string): void;
  isWaiting(sessionId: string, who: WaitingFor): boolean;
  size(): number;
  close(): void;
};

/**
 * Twelve phones of one team that write every 2 s make six changes a second, and each wakes all of them. Two polls a second is
 * what sessionPoll refills, so a seat is woken no more often than that; who reads a sheet over a fellow's shoulder does not
 * feel half a second.
 */
const settleMs = 500;

/** Answering a poll takes some 0.3 ms: a slice is 30 ms, which nobody at a socket feels. */
const slice = 100;

export function createWaiters(now: () => number): Waiters {
  type Waiter = { until: number; done: (woken: boolean) => void };
  const sessions = new Map<string, Map<WaitingFor, Set<Waiter>>>();
  /** by session and seat, when it was last woken; the first one is the longest ago */
  const settling = new Map<string, { sessionId: string; who: WaitingFor; wokenAt: number; isDue: boolean }>();
  let timer: { handle: NodeJS.Timeout; at: number } | null = null;
  let total = 0;
  let closed = false;

  const sweep = setInterval(() => {
    const at = now();
    for (const session of [...sessions.values()])
      for (const set of [...session.values()])
        for (const waiter of [...set]) if (waiter.until <= at) waiter.done(false);
  }, 1000);
  sweep.unref();

  function forget(sessionId: string, who: WaitingFor, waiter: Waiter): boolean {
    const session = sessions.get(sessionId);
    const set = session?.get(who);
    if (!session || !set?.delete(waiter)) return false;
    total -= 1;
    if (set.size === 0) session.delete(who);
    if (session.size === 0) sessions.delete(sessionId);
    return true;
  }

  function wake(sessionId: string, who: WaitingFor): void {
    for (const waiter of [...(sessions.get(sessionId)?.get(who) ?? [])]) waiter.done(true);
  }

  function wakeSettled(sessionId: string, who: WaitingFor): void {
    const at = performance.now();
    settle(at);
    const name = `${sessionId} ${who}`;
    const known = settling.get(name);
    if (known) {
      known.isDue = true;
      arm(known.wokenAt + settleMs, at);
    }
    if (known || !sessions.get(sessionId)?.has(who)) return;
    settling.set(name, { sessionId, who, wokenAt: at, isDue: false });
    wake(sessionId, who);
  }
  const isSettling = (sessionId: string, who: WaitingFor): boolean =>
    performance.now() - (settling.get(`${sessionId} ${who}`)?.wokenAt ?? -Infinity) < settleMs;
  /** Forgets what has settled, and wakes who is due. */
  function settle(at: number): void {
    for (const [name, { sessionId, who, wokenAt, isDue }] of settling) {
      if (at - wokenAt < settleMs) return;
      settling.delete(name);
      if (!isDue || !sessions.get(sessionId)?.has(who)) continue;
      settling.set(name, { sessionId, who, wokenAt: at, isDue: false });
      wake(sessionId, who);
    }
  }
  /** One timer for all: it is set for the first who is due, and again as long as there is somebody. */
  function arm(dueAt: number, at: number): void {
    if (timer && timer.at <= dueAt) return;
    if (timer) clearTimeout(timer.handle);
    timer = { at: dueAt, handle: setTimeout(onTimer, Math.max(1, dueAt - at)) };
  }
  function onTimer(): void {
    timer = null;
    const at = performance.now();
    settle(at);
    const next = [...settling.values()].find(({ isDue }) => isDue);
    if (next) arm(next.wokenAt + settleMs, at);
  }

  /** In slices, so that sockets and answers get their turn while a thousand polls are answered. */
  function wakeSession(sessionId: string): void {
    const all = [...(sessions.get(sessionId)?.values() ?? [])].flatMap((set) => [...set]);
    const wakeFrom = (start: number) => {
      for (const waiter of all.slice(start, start + slice)) waiter.done(true);
      if (start + slice < all.length) setImmediate(wakeFrom, start + slice);
    };
    wakeFrom(0);
  }

  return {
    wait: (sessionId, who, waitMs, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted || closed) return resolve(false);
        const session = sessions.get(sessionId) ?? new Map<WaitingFor, Set<Waiter>>();
        sessions.set(sessionId, session);
        const set = session.get(who) ?? new Set<Waiter>();
        session.set(who, set);
        const waiter: Waiter = {
          until: now() + waitMs,
          done(woken) {
            if (!forget(sessionId, who, waiter)) return;
            signal?.removeEventListener("abort", abort);
            resolve(woken);
          },
        };
        const abort = () => waiter.done(false);
        signal?.addEventListener("abort", abort);
        set.add(waiter);
        total += 1;
      }),
    wake,
    wakeSettled,
    isSettling,
    wakeSession,
    isWaiting: (sessionId, who) => sessions.get(sessionId)?.has(who) ?? false,
    size: () => total,
    close() {
      closed = true;
      clearInterval(sweep);
      if (timer) clearTimeout(timer.handle);
      settling.clear();
      for (const sessionId of [...sessions.keys()]) wakeSession(sessionId);
    },
  };
}
