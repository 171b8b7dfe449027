/** Timers by name, at most one of each: setting one again replaces it, and all can be ended at once. */
export function namedTimers(clock: {
  setTimer(run: () => void, ms: number): unknown;
  clearTimer(timer: unknown): void;
}) {
  const timers = new Map<string, unknown>();
  function cancel(name: string): void {
    if (timers.has(name)) clock.clearTimer(timers.get(name));
    timers.delete(name);
  }
  return {
    cancel,
    has: (name: string) => timers.has(name),
    later(name: string, ms: number, run: () => void): void {
      cancel(name);
      timers.set(
        name,
        clock.setTimer(() => {
          timers.delete(name);
          run();
        }, ms),
      );
    },
    cancelAll(): void {
      for (const name of [...timers.keys()]) cancel(name);
    },
  };
}
