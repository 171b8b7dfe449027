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
  wakeSession(sessionId: string): void;
  isWaiting(sessionId: string, who: WaitingFor): boolean;
  size(): number;
  close(): void;
};

export function createWaiters(now: () => number): Waiters {
  type Waiter = { until: number; done: (woken: boolean) => void };
  const sessions = new Map<string, Map<WaitingFor, Set<Waiter>>>();
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
  function wakeSession(sessionId: string): void {
    for (const who of [...(sessions.get(sessionId)?.keys() ?? [])]) wake(sessionId, who);
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
    wakeSession,
    isWaiting: (sessionId, who) => sessions.get(sessionId)?.has(who) ?? false,
    size: () => total,
    close() {
      closed = true;
      clearInterval(sweep);
      for (const sessionId of [...sessions.keys()]) wakeSession(sessionId);
    },
  };
}
