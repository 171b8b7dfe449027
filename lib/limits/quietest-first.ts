/**
 * Entries under one bound over several maps: when there are too many, the one that was used the longest ago is forgotten.
 * Every request uses some. A Map that is kept in order of use by deleting and setting again hashes twice for each, and one
 * map for all needs a name made of two; links cost neither (docs/performance.md, Polls).
 */
export type Entry<V> = {
  readonly key: string;
  value: V;
  readonly shelf: Shelf<V>;
  older: Entry<V> | null;
  newer: Entry<V> | null;
};
export type Shelf<V> = Map<string, Entry<V>>;

export function quietestFirst<V>(most: number) {
  let oldest: Entry<V> | null = null;
  let newest: Entry<V> | null = null;
  let count = 0;

  function unlink(entry: Entry<V>): void {
    if (entry.older) entry.older.newer = entry.newer;
    else oldest = entry.newer;
    if (entry.newer) entry.newer.older = entry.older;
    else newest = entry.older;
  }
  function append(entry: Entry<V>): void {
    entry.older = newest;
    entry.newer = null;
    if (newest) newest.newer = entry;
    else oldest = entry;
    newest = entry;
  }

  return {
    /** It is the last one to be forgotten now. */
    used(entry: Entry<V>): void {
      if (entry === newest) return;
      unlink(entry);
      append(entry);
    },
    /** A key that is not on this shelf yet. */
    put(shelf: Shelf<V>, key: string, value: V): void {
      const entry: Entry<V> = { key, value, shelf, older: null, newer: null };
      shelf.set(key, entry);
      append(entry);
      count += 1;
      if (count <= most || !oldest) return;
      const { shelf: itsShelf, key: itsKey } = oldest;
      itsShelf.delete(itsKey);
      unlink(oldest);
      count -= 1;
    },
    size: () => count,
    /** from the one that is forgotten first */
    *values(): Iterable<V> {
      for (let entry = oldest; entry; entry = entry.newer) yield entry.value;
    },
  };
}
