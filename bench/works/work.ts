import type { RoomSpec } from "./room";

/** One line of the table: a work at one size, beside what the bare machine does with the same work in the same run. */
export type Row = {
  work: string;
  /** How many phones, requests or loads. */
  n: number;
  /** The median over the runs. */
  value: number;
  unit: string;
  /** The same on the bare floor in the same runs, or null where the target is a number of its own. */
  floor: number | null;
  /** value / floor, or null without a floor. */
  ratio: number | null;
  /** The target in words, for the table. */
  target: string;
  met: boolean;
  /** The part of one core the generator itself took; above 0.85 the row describes the generator. */
  generatorShare: number | null;
  /** The product's value in each run. */
  runs: number[];
};

export type WorkOptions = {
  /** One small run instead of the measuring ones. */
  quick: boolean;
  /** How many alternating runs (floor, product, floor, product …). */
  runs: number;
  log: (line: string) => void;
};

/** A group of measurements with its own servers; starts and stops everything itself. */
export type Work = {
  /** What `--only` takes. */
  name: string;
  title: string;
  /** The rooms it will look at: known beforehand, so that floors and product take turns over the whole run. */
  rooms?(options: WorkOptions): RoomSpec[];
  run(options: WorkOptions): Promise<Row[]>;
};
