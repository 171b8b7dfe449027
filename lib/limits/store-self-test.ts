/**
 * Can this store limit at all? Writes, reads, and runs the limiter's script twice on a bucket of one: yes, then no.
 * Asked at the start and before a store that failed is used again, because a library that fails open looks exactly
 * like one that works.
 */
import { randomUUID } from "node:crypto";
import { Ratelimit } from "@upstash/ratelimit";
import { inWords, type LimiterStore, within } from "./limiter-store";

/** For the first step, which may have to open a connection across the world. */
const firstStepMs = 1_000;
const keepMs = 10_000;

/** Throws an error whose message finishes the sentence "the limiter's store cannot be used: …". */
export async function testStore(store: LimiterStore, timeoutMs: number): Promise<void> {
  const key = `roomful:self-test:${randomUUID()}`;
  async function step<T>(what: string, ms: number, work: () => Promise<T>): Promise<T> {
    try {
      return await within(work(), ms, `it did not answer within ${ms} ms`);
    } catch (error) {
      throw new Error(`${what}: ${inWords(error)}`);
    }
  }

  await step("connecting", firstStepMs + timeoutMs, () => store.connected(firstStepMs));
  await step("writing", firstStepMs, () => store.set(key, "written", { px: keepMs }));
  const found = await step("reading", timeoutMs, () => store.get(key));
  if (found !== "written") throw new Error("reading: it did not give back what was written");
  const bucket = new Ratelimit({
    redis: store as never,
    limiter: Ratelimit.tokenBucket(1, `${keepMs} ms`, 1),
    prefix: key,
    ephemeralCache: false,
    analytics: false,
    enableProtection: false,
    enableTelemetry: false,
    timeout: 0,
  });
  // the script itself travels the first time
  const first = await step("running the limiter's script", firstStepMs, () => bucket.limit("once"));
  const second = await step("running the limiter's script", timeoutMs, () => bucket.limit("once"));
  if (first.success !== true || second.success !== false)
    throw new Error("running the limiter's script: it counts wrong");
}
