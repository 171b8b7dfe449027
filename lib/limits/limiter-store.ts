/**
 * What the shared limiter needs of a store: the few commands @upstash/ratelimit sends, and whether it is connected.
 * Two kinds: Upstash over HTTP and any Redis or Valkey over TCP. No retries in here: a store that fails is worked
 * around within 150 ms (resilient-limiter.ts), not waited for.
 */
export type ScriptArguments = (string | number)[];

export type LimiterStore = {
  kind: "upstash" | "redis";
  evalsha(sha: string, keys: string[], args: ScriptArguments): Promise<unknown>;
  eval(script: string, keys: string[], args: ScriptArguments): Promise<unknown>;
  get(key: string): Promise<unknown>;
  /** `px`: milliseconds to live */
  set(key: string, value: string, o: { px: number }): Promise<unknown>;
  /** resolves when commands can be sent; throws what stands in the way */
  connected(withinMs: number): Promise<void>;
  close(): Promise<void>;
};

const reachCodes = /ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE/;
const accessWords = /WRONGPASS|NOAUTH|NOPERM|unauthorized|invalid or missing auth/i;

/**
 * An error of a store in plain words, short, without keys: the REST client quotes the whole command in its messages,
 * and fetch hides the cause one level down.
 */
export function inWords(error: unknown): string {
  const { message = String(error), cause } = error as { message?: string; cause?: unknown };
  const causeMessage = (cause as { message?: string } | undefined)?.message;
  const detail = [message, causeMessage]
    .filter(Boolean)
    .join(": ")
    .replace(/, command was: .*$/s, "")
    .replace(/^Command failed: /, "")
    .slice(0, 160);
  if (/isn't writeable|Connection is closed|fetch failed/.test(detail) || reachCodes.test(detail))
    return `it cannot be reached (${detail})`;
  if (accessWords.test(detail)) return `it refuses access (${detail})`;
  return detail;
}

/** Rejects with `words` when `work` takes longer. What comes later is dropped, an error too. */
export function within<T>(work: Promise<T>, ms: number, words: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(words)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
