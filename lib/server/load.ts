/**
 * How far behind this process is, from the delay of its event loop, and what phones on the fallback are told to do
 * about it: come back a little later, each at a time of its own. Nobody is refused for load.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";

/** Under this a phone notices nothing. */
const calmMs = 50;
/**
 * A thousand polls answered at once cost some 300 ms; spread over three times that they leave room for sockets and
 * answers in between. Never more than a second: a view may be late by it, and 1.5 s is the promise (design.md).
 */
const spread = 3;
const longestPaceMs = 1_000;
const lookEveryMs = 500;

export type Load = {
  /** how long to wait before the next poll, spread at random; 0 when the house is calm */
  paceMs(): number;
  close(): void;
};

export function createLoad(random: () => number = Math.random): Load {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let lagMs = 0;
  const timer = setInterval(() => {
    // the histogram counts its own 10 ms resolution too
    lagMs = Math.max(0, delay.percentile(99) / 1e6 - 10);
    delay.reset();
  }, lookEveryMs);
  timer.unref();
  return {
    paceMs: () => paceFor(lagMs, random()),
    close() {
      clearInterval(timer);
      delay.disable();
    },
  };
}

/** `random`: 0 to 1 */
export const paceFor = (lagMs: number, random: number): number =>
  lagMs < calmMs ? 0 : Math.round(Math.min(longestPaceMs, lagMs * spread) * random);
