/** How many in the last so many seconds: one number per second, so that a flood costs no more memory than a trickle. */
export class SecondCounter {
  private readonly counts: number[];
  private newest: number;
  private lastAdded: number;

  constructor(private readonly seconds: number) {
    this.counts = new Array<number>(seconds).fill(0);
    // so long ago that nothing is left of it; whole, because the remainder of a fraction takes ten times as long
    this.newest = -1 - seconds;
    this.lastAdded = this.newest;
  }

  /** Empties the seconds that have passed without a count. */
  private turnTo(second: number): void {
    const { newest, seconds, counts } = this;
    if (second <= newest) return;
    if (second - newest >= seconds) counts.fill(0);
    else for (let at = newest + 1; at <= second; at++) counts[at % seconds] = 0;
    this.newest = second;
  }

  /** how many in this second, this one included */
  add(nowMs: number): number {
    this.turnTo(Math.floor(nowMs / 1000));
    this.lastAdded = this.newest;
    const at = this.newest % this.seconds;
    const count = this.counts[at]! + 1;
    this.counts[at] = count;
    return count;
  }

  /** None in the last `seconds` whole seconds, the one that is running included. */
  isSilent(nowMs: number): boolean {
    return Math.floor(nowMs / 1000) - this.lastAdded >= this.seconds;
  }

  /** of the last `last` whole seconds, the one that is running included */
  sum(last: number, nowMs: number): number {
    this.turnTo(Math.floor(nowMs / 1000));
    const { newest, seconds, counts } = this;
    let sum = 0;
    let at = newest % seconds;
    for (let back = Math.min(last, seconds); back > 0; back--) {
      sum += counts[at]!;
      at = at === 0 ? seconds - 1 : at - 1;
    }
    return sum;
  }

  /** of the last `last` whole seconds, how many had at least `least` */
  secondsWith(least: number, last: number, nowMs: number): number {
    this.turnTo(Math.floor(nowMs / 1000));
    const { newest, seconds, counts } = this;
    let found = 0;
    for (let back = 0; back < Math.min(last, seconds); back++)
      if (counts[(newest - back + seconds) % seconds]! >= least) found += 1;
    return found;
  }
}
