/**
 * Guesses are charged when they fail, which is known only afterwards: a hundred at once would all be let in by the look
 * before. So those of one key run a few at a time, and a flood overshoots its bucket by no more than that.
 */

/** Enough that honest people behind one address never wait for each other; a guess takes a few milliseconds. */
const atOnce = 4;

export type Attempts = ReturnType<typeof createAttempts>;

export function createAttempts() {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>();
  return {
    async inTurn<T>(key: string, attempt: () => Promise<T>): Promise<T> {
      const line = lines.get(key) ?? { running: 0, waiting: [] };
      lines.set(key, line);
      if (line.running < atOnce) line.running += 1;
      else await new Promise<void>((turn) => line.waiting.push(turn));
      try {
        return await attempt();
      } finally {
        const next = line.waiting.shift();
        if (next) next();
        else line.running -= 1;
        if (line.running === 0) lines.delete(key);
      }
    },
  };
}
