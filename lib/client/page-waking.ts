/**
 * When a page has reason to doubt its line: it is visible again, it came out of the back-forward cache, the network is
 * back, or the device slept with the page open. A sleeping device may stop the monotonic clock, so both are read.
 */

/** Hidden for longer than this, a phone may have slept and its socket be dead without a word (CON-07). */
const asleepAfterMs = 5_000;
/** The wall clock of a device that is awake may be set by a little at any time. */
const sleptMs = 1_000;

export function watchWaking(o: {
  monotonicNow(): number;
  /** `wasAsleep`: a socket may be dead */
  wake(wasAsleep: boolean): void;
  /** the monotonic clock stood still for so long */
  slept(ms: number): void;
}): () => void {
  const read = () => ({ monotonic: o.monotonicNow(), wall: Date.now() });
  const since = (then: { monotonic: number; wall: number }) => {
    const now = read();
    const awakeMs = now.monotonic - then.monotonic;
    return { awakeMs, missedMs: now.wall - then.wall - awakeMs };
  };

  let hidden: ReturnType<typeof read> | null = null;
  const turned = () => {
    if (document.visibilityState !== "visible") {
      hidden ??= read();
      return;
    }
    const gone = hidden ? since(hidden) : { awakeMs: 0, missedMs: 0 };
    hidden = null;
    last = read();
    // a clock that was set while nobody looked reads the same: the poll that follows puts it right
    if (gone.missedMs > sleptMs) o.slept(gone.missedMs);
    o.wake(Math.max(gone.awakeMs, gone.awakeMs + gone.missedMs) > asleepAfterMs);
  };
  const restored = (event: PageTransitionEvent) => {
    if (!event.persisted) return;
    hidden = null;
    o.wake(true);
  };
  const online = () => o.wake(true);

  // a laptop whose lid was closed never hid the page; a clock that was set looks alike, and is only asked about
  let last = read();
  const look = setInterval(() => {
    const { missedMs } = since(last);
    last = read();
    if (missedMs > asleepAfterMs && document.visibilityState === "visible") o.wake(true);
  }, 1_000);

  document.addEventListener("visibilitychange", turned);
  window.addEventListener("pageshow", restored);
  window.addEventListener("online", online);
  return () => {
    clearInterval(look);
    document.removeEventListener("visibilitychange", turned);
    window.removeEventListener("pageshow", restored);
    window.removeEventListener("online", online);
  };
}
