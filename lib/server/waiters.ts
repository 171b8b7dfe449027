/**
 * Who is waiting for something newer: the long polls. One sweep a second ends the ones whose wait is over, so a
 * thousand hanging polls cost one timer, not a thousand.
 */
export type Waiters = {
  /** Resolves true when woken, false when the wait is over or the client went away. */
  wait(key: string, waitMs: number, signal?: AbortSignal): Promise<boolean>;
  wake(key: string): void;
  wakeAll(prefix: string): void;
  count(key: string): number;
  size(): number;
  close(): void;
};

export function createWaiters(now: () => number): Waiters {
  type Waiter = { until: number; done: (woken: boolean) => void };
  const byKey = new Map<string, Set<Waiter>>();
  let total = 0;

  const sweep = setInterval(() => {
    const at = now();
    for (const set of byKey.values()) for (const waiter of set) if (waiter.until <= at) waiter.done(false);
  }, 1000);
  sweep.unref();

  const wake = (key: string) => {
    for (const waiter of byKey.get(key) ?? []) waiter.done(true);
  };
  return {
    wait: (key, waitMs, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve(false);
        const set = byKey.get(key) ?? new Set<Waiter>();
        byKey.set(key, set);
        const waiter: Waiter = {
          until: now() + waitMs,
          done(woken) {
            if (!set.delete(waiter)) return;
            total -= 1;
            if (set.size === 0 && byKey.get(key) === set) byKey.delete(key);
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
    wakeAll(prefix) {
      for (const key of [...byKey.keys()]) if (key.startsWith(prefix)) wake(key);
    },
    count: (key) => byKey.get(key)?.size ?? 0,
    size: () => total,
    close() {
      clearInterval(sweep);
      for (const set of [...byKey.values()]) for (const waiter of [...set]) waiter.done(false);
    },
  };
}
