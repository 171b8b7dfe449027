/**
 * A plain Redis or Valkey as @upstash/ratelimit wants its store. From 2.1.0 on the library heads its scripts with
 * `#!lua flags=allow-key-locking`, a flag only Upstash's own server knows; every other one answers "Unexpected flag in
 * script shebang". The line is dropped here, and the hash the library asks by is mapped to the hash of what is left.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { Redis } from "ioredis";
import type { LimiterStore, ScriptArguments } from "./limiter-store";

const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");
const longestReconnectMs = 2_000;
/** A connection that is dead and was never closed (a sleeping laptop, a NAT that forgot it) is thrown away. */
const silentSocketMs = 5_000;

export function redisStore(url: string): LimiterStore {
  const io = new Redis(url, {
    // a command fails at once when there is no connection, and is never sent a second time: a limit can be worked out
    // locally, a queue of old charges only makes the return worse
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, longestReconnectMs),
    connectTimeout: 2_000,
    socketTimeout: silentSocketMs,
    // a user that may run scripts and nothing else is enough; Redis 5 and some proxies know no HELLO
    enableReadyCheck: false,
    disableClientInfo: true,
    protocol: 2,
  });
  let lastError: Error | null = null;
  io.on("error", (error: Error) => {
    lastError = error;
  });

  /** the library's hash → the script as a stock server takes it */
  const scripts = new Map<string, { sha: string; body: string }>();

  async function run(script: { sha: string; body: string }, keys: string[], args: ScriptArguments) {
    const tail = [keys.length, ...keys, ...args];
    try {
      return await io.call("EVALSHA", script.sha, ...tail);
    } catch (error) {
      if (!String(error).includes("NOSCRIPT")) throw error;
      return io.call("EVAL", script.body, ...tail);
    }
  }

  return {
    kind: "redis",
    async evalsha(sha, keys, args) {
      const script = scripts.get(sha);
      // the library then sends the whole script
      if (!script) throw new Error("NOSCRIPT this process has not seen the script yet");
      return run(script, keys, args);
    },
    async eval(text, keys, args) {
      const body = text.replace(/^#!lua[^\n]*\n/, "\n");
      const script = { sha: sha1(body), body };
      scripts.set(sha1(text), script);
      return run(script, keys, args);
    },
    get: (key) => io.get(key),
    set: (key, value, { px }) => io.set(key, value, "PX", px),
    async connected(withinMs) {
      if (io.status === "ready") return;
      try {
        await once(io, "ready", { signal: AbortSignal.timeout(withinMs) });
      } catch (error) {
        throw lastError ?? error;
      }
    },
    async close() {
      io.disconnect();
    },
  };
}
