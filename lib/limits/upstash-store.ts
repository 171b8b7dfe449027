/** Upstash over HTTP. Commands of one tick travel in one request, so that a room in one second is a few requests. */
import { Redis } from "@upstash/redis";
import type { LimiterStore } from "./limiter-store";

/** Whoever waited has long been answered locally (150 ms); this only frees the socket of a request that hangs. */
const abandonMs = 2_000;

export function upstashStore(o: { url: string; token: string }): LimiterStore {
  const redis = new Redis({
    url: o.url,
    token: o.token,
    // `false` would still mean one more try
    retry: { retries: 0 },
    enableTelemetry: false,
    enableAutoPipelining: true,
    // as a function: with a plain signal an aborted request counts as answered
    signal: () => AbortSignal.timeout(abandonMs),
  });
  return {
    kind: "upstash",
    evalsha: (sha, keys, args) => redis.evalsha(sha, keys, args),
    eval: (script, keys, args) => redis.eval(script, keys, args),
    get: (key) => redis.get(key),
    set: (key, value, { px }) => redis.set(key, value, { px }),
    // there is no connection to wait for
    connected: async () => undefined,
    close: async () => undefined,
  };
}
