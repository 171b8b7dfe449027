/** How many in the last so many seconds: one number per second, so that a flood costs no more memory than a trickle. */
export function secondCounter(seconds: number) {
  const counts = new Uint32Array(seconds);
  let newest = Number.NEGATIVE_INFINITY;
  let lastAdded = Number.NEGATIVE_INFINITY;

  /** Empties the seconds that have passed without a count. */
  function turnTo(second: number): void {
    if (second <= newest) return;
    if (second - newest >= seconds) counts.fill(0);
    else for (let at = newest + 1; at <= second; at++) counts[at % seconds] = 0;
    newest = second;
  }

  return {
    /** how many in this second, this one included */
    add(nowMs: number): number {
      turnTo(Math.floor(nowMs / 1000));
      lastAdded = newest;
      const at = newest % seconds;
      const count = counts[at]! + 1;
      counts[at] = count;
      return count;
    },
    /** None in the last `seconds` whole seconds, the one that is running included. */
    isSilent: (nowMs: number): boolean => Math.floor(nowMs / 1000) - lastAdded >= seconds,
    /** of the last `last` whole seconds, the one that is running included */
    sum(last: number, nowMs: number): number {
      turnTo(Math.floor(nowMs / 1000));
      let sum = 0;
      let at = newest % seconds;
      for (let back = Math.min(last, seconds); back > 0; back--) {
        sum += counts[at]!;
        at = at === 0 ? seconds - 1 : at - 1;
      }
      return sum;
    },
    /** of the last `last` whole seconds, how many had at least `least` */
    secondsWith(least: number, last: number, nowMs: number): number {
      turnTo(Math.floor(nowMs / 1000));
      let found = 0;
      for (let back = 0; back < Math.min(last, seconds); back++)
        if (counts[(newest - back + seconds) % seconds]! >= least) found += 1;
      return found;
    },
  };
}
