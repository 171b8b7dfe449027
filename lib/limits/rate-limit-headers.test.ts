import { expect, test } from "vitest";
import type { Refused } from "./limiter";
import { policiesFor, policyNames } from "./policies";
import { rateLimitHeaders } from "./rate-limit-headers";

const policies = policiesFor({ roomSize: 300 });
const refused = (policy: Refused["policy"], retryAfterMs: number): Refused => ({
  ok: false,
  policy,
  key: "pub",
  retryAfterMs,
  limit: policies[policy].burst,
  remaining: 0,
});

test("a 429 says when to come back in whole seconds, rounded up, and is never cached", () => {
  expect(rateLimitHeaders(refused("authFailure", 61_001), policies)).toEqual({
    "Retry-After": "62",
    RateLimit: '"authFailure";r=0;t=62',
    "RateLimit-Policy": '"authFailure";q=10;w=900',
    "Cache-Control": "no-store",
  });
});

test("a wait of milliseconds is never told as 0 s, which means at once", () => {
  expect(rateLimitHeaders(refused("joinSession", 3), policies)["Retry-After"]).toBe("1");
});

test("every policy makes well-formed structured fields: a string and whole numbers", () => {
  for (const name of policyNames) {
    const headers = rateLimitHeaders(refused(name, 1234), policies);
    expect(headers.RateLimit).toMatch(/^"[A-Za-z]+";r=0;t=[1-9]\d*$/);
    expect(headers["RateLimit-Policy"]).toMatch(/^"[A-Za-z]+";q=[1-9]\d*;w=[1-9]\d*$/);
  }
});
