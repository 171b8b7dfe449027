/** Nights into rows. Pure: medians over the runs, ratios beside their floors, and whether the target is met. */
import type { Burst, Night } from "./room";
import type { Row } from "./work";

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Three digits are more than a shared machine tells. */
export const rounded = (value: number): number => Number(value.toPrecision(3));

/** The middle one of a night's questions. */
export const p99 = (bursts: Burst[]): number => median(bursts.map((burst) => burst.p99));
export const share = (bursts: Burst[]): number => median(bursts.map((burst) => burst.share));

export function row(o: {
  work: string;
  n: number;
  unit: string;
  target: string;
  runs: number[];
  /** the floor's runs; none where the target is a number of its own */
  floors?: number[];
  shares?: number[];
  isMet(value: number, ratio: number): boolean;
  /** also asked of the target, such as "no failures" */
  andAlso?: boolean;
}): Row {
  const value = median(o.runs);
  const floor = o.floors ? median(o.floors) : null;
  const ratio = floor === null ? null : value / floor;
  return {
    work: o.work,
    n: o.n,
    value: rounded(value),
    unit: o.unit,
    floor: floor === null ? null : rounded(floor),
    ratio: ratio === null ? null : rounded(ratio),
    target: o.target,
    met: (o.andAlso ?? true) && o.isMet(value, ratio ?? Number.NaN),
    generatorShare: o.shares ? Number(median(o.shares).toFixed(2)) : null,
    runs: o.runs.map(rounded),
  };
}

export const times = (most: number) => (_value: number, ratio: number) => ratio <= most;
export const atMost = (most: number) => (value: number) => value <= most;
export const failures = (nights: Night[]): number =>
  nights.reduce((sum, night) => sum + night.join.failures, 0);
