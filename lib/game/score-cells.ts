/**
 * What one team's answers brought, by question. A night's cells are made anew at every reveal, a thousand teams times sixty
 * questions: a place in an array is 8 bytes, an entry of a map that grows step by step some 60. Read like a map.
 */
import type { ScoreCell } from "./scoring";

export class ScoreCells {
  private readonly cells: (ScoreCell | undefined)[];

  /** `places`: question id → 0, 1, 2 …, the same object for all teams of a night. */
  constructor(private readonly places: ReadonlyMap<string, number>) {
    this.cells = new Array<ScoreCell | undefined>(places.size).fill(undefined);
  }

  get(questionId: string): ScoreCell | undefined {
    const place = this.places.get(questionId);
    return place === undefined ? undefined : this.cells[place];
  }

  has(questionId: string): boolean {
    return this.get(questionId) !== undefined;
  }

  set(questionId: string, cell: ScoreCell): void {
    const place = this.places.get(questionId);
    if (place === undefined) throw new Error(`no question ${questionId} among those that count`);
    this.cells[place] = cell;
  }

  get size(): number {
    return this.cells.filter((cell) => cell !== undefined).length;
  }

  *[Symbol.iterator](): Iterator<[string, ScoreCell]> {
    for (const [questionId, place] of this.places) {
      const cell = this.cells[place];
      if (cell) yield [questionId, cell];
    }
  }
}
