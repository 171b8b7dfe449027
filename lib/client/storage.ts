/**
 * localStorage where it works; what it will not take (private windows, a full or blocked store) is kept in the page's
 * own memory, so that play goes on. A value that could not be written wins over the older one that still lies there.
 */
export type KeyValueStore = {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
};

/** Only what localStorage refused; null: it would not even forget. */
const refused = new Map<string, string | null>();

export const browserStorage: KeyValueStore = {
  get(key) {
    const inMemory = refused.get(key);
    if (inMemory !== undefined) return inMemory;
    try {
      return window.localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      window.localStorage.setItem(key, value);
      // from here on what other tabs write is read again
      refused.delete(key);
    } catch {
      refused.set(key, value);
    }
  },
  remove(key) {
    try {
      window.localStorage.removeItem(key);
      refused.delete(key);
    } catch {
      refused.set(key, null);
    }
  },
};
