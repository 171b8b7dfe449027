/**
 * The server's clock as this device can know it. Counted with the monotonic clock, so that a wall clock that is wrong
 * or jumps mid-question changes nothing (TMR-01). It must not read `Date` after it was made, and must not trust one
 * sample: each only says in which interval the difference lies.
 */

type Sample = { lowest: number; highest: number };

/** Enough to hold one quick round trip of the last minutes; few enough that drift between the clocks is forgotten. */
const keptSamples = 12;

export class ServerClock {
  private samples: Sample[] = [];
  private offsetMs: number;
  private renewing = false;

  /** Until the first message arrives the device's own clock has to do. */
  constructor(
    private readonly monotonicNow: () => number,
    wallNow: () => number,
  ) {
    this.offsetMs = wallNow() - monotonicNow();
  }

  now(): number {
    return this.monotonicNow() + this.offsetMs;
  }

  /** A reply over HTTP: the server wrote `serverNow` somewhere between sending and receiving. */
  roundTrip(serverNow: number, sentAt: number, receivedAt: number): void {
    this.add({ lowest: serverNow - receivedAt, highest: serverNow - sentAt });
  }

  /** A message that was pushed: it was written before it came, nobody knows how long before. */
  oneWay(serverNow: number, receivedAt: number): void {
    this.add({ lowest: serverNow - receivedAt, highest: Number.POSITIVE_INFINITY });
  }

  /** After a sleep the monotonic clock may have stood still: the next sample replaces all that came before. */
  renew(): void {
    this.renewing = true;
  }

  private add(sample: Sample): void {
    if (this.renewing) this.samples = [];
    this.renewing = false;
    this.samples = [...this.samples, sample].slice(-keptSamples);
    let { lowest, highest } = bounds(this.samples);
    if (lowest > highest) {
      // one of the two clocks was set or stood still: what was learnt before is wrong
      this.samples = [sample];
      ({ lowest, highest } = sample);
    }
    this.offsetMs = Number.isFinite(highest) ? this.best(lowest) : lowest;
  }

  /** The middle of the shortest round trip, moved up to what a later message proves. */
  private best(lowest: number): number {
    const quickest = this.samples.reduce((best, sample) => (width(sample) < width(best) ? sample : best));
    return Math.max(lowest, (quickest.lowest + quickest.highest) / 2);
  }
}

const width = (sample: Sample): number => sample.highest - sample.lowest;

const bounds = (samples: Sample[]): Sample => ({
  lowest: Math.max(...samples.map((sample) => sample.lowest)),
  highest: Math.min(...samples.map((sample) => sample.highest)),
});
