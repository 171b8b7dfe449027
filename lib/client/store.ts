"use client";
/** One small store per connection, read by React through useSyncExternalStore. */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";

export type Snapshot<T> = { get(): T; set(next: T): void; subscribe(listener: () => void): () => void };

export function createSnapshot<T>(initial: T): Snapshot<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(next) {
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A reply that comes after the page has gone on to another session must not write into that one's store. */
export function writableUntilClosed<T>(snapshot: Snapshot<T>): { snapshot: Snapshot<T>; close(): void } {
  let isOpen = true;
  return {
    snapshot: { ...snapshot, set: (next) => isOpen && snapshot.set(next) },
    close() {
      isOpen = false;
    },
  };
}

/** Opens something for as long as `key` stays the same, and reads its snapshot. */
export function useOpened<T, H extends { close(): void }>(
  key: string | null,
  initial: T,
  open: (snapshot: Snapshot<T>) => H,
): { state: T; handle: H | null } {
  const [snapshot] = useState(() => createSnapshot(initial));
  const [handle, setHandle] = useState<H | null>(null);
  const opener = useRef(open);
  opener.current = open;
  const start = useRef(initial);
  useEffect(() => {
    if (key === null) return;
    snapshot.set(start.current);
    const mine = writableUntilClosed(snapshot);
    const opened = opener.current(mine.snapshot);
    setHandle(opened);
    return () => {
      mine.close();
      opened.close();
      setHandle(null);
    };
  }, [key, snapshot]);
  const state = useSyncExternalStore(snapshot.subscribe, snapshot.get, () => initial);
  return { state, handle };
}
