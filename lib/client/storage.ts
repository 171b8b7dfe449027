/** localStorage where it works; in private windows and blocked storage a page's own memory, so that play goes on. */
export type KeyValueStore = {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
};

const memory = new Map<string, string>();

export const browserStorage: KeyValueStore = {
  get(key) {
    try {
      return window.localStorage.getItem(key) ?? memory.get(key) ?? null;
    } catch {
      return memory.get(key) ?? null;
    }
  },
  set(key, value) {
    memory.set(key, value);
    try {
      window.localStorage.setItem(key, value);
    } catch {
      // full or forbidden: the copy in memory serves until the page is closed
    }
  },
  remove(key) {
    memory.delete(key);
    try {
      window.localStorage.removeItem(key);
    } catch {
      // nothing was kept there
    }
  },
};
