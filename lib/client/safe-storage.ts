/**
 * localStorage that never throws: private windows, full disks and blocked cookies cost the memory across reloads and
 * nothing else. What could not be written is kept for the life of the page. It must not be used for anything secret
 * beyond the device's own token.
 */
export type SafeStorage = {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
  keys(prefix: string): string[];
};

type RealStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** `real` is a function because merely touching `window.localStorage` throws where storage is blocked. */
export function createSafeStorage(real: () => RealStorage): SafeStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(work: (storage: RealStorage) => T, otherwise: T): T => {
    try {
      return work(real());
    } catch {
      return otherwise;
    }
  };
  return {
    read: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    write(key, value) {
      const written = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false);
      if (written) memory.delete(key);
      else memory.set(key, value);
    },
    remove(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
    keys(prefix) {
      const stored = attempt(
        (storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ""),
        [] as string[],
      );
      return [...new Set([...stored, ...memory.keys()])].filter((key) => key.startsWith(prefix));
    },
  };
}

/** One for the whole page: what lives only in memory has to be found again by every part of it. */
export const pageStorage: SafeStorage = createSafeStorage(() => window.localStorage);
