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
    const opened = opener.current(snapshot);
    setHandle(opened);
    return () => {
      opened.close();
      setHandle(null);
    };
  }, [key, snapshot]);
  const state = useSyncExternalStore(snapshot.subscribe, snapshot.get, () => initial);
  return { state, handle };
}
