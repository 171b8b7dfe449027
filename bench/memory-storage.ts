/** What a browser keeps for its page: a simulated phone never reloads, so that memory will do. */
import type { KeyValueStore } from "@/lib/client/storage";

export function memoryStorage(): KeyValueStore {
  const kept = new Map<string, string>();
  return {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
  };
}
