import { describe, expect, test } from "vitest";
import { memoryLimiter } from "./memory-limiter";
import { createPageGate, isDataRequest, isExempt, refusedPage } from "./page-gate";
import { policiesFor } from "./policies";

const apologyFor = (pathname: string, search = ""): string =>
  refusedPage(
    { ok: false, policy: "playerPageLoad", retryAfterMs: 1_200, limit: 3, remaining: 0 },
    { isData: false, pathname, search },
  ).headers.Location ?? "";

function setUp() {
  const policies = policiesFor({ roomSize: 100 });
  policies.global = { ...policies.global, perMinute: 60, burst: 5 };
  policies.playerPageLoad = { ...policies.playerPageLoad, perMinute: 60, burst: 3 };
  const limiter = memoryLimiter({ policies: () => policies, now: () => 0, random: () => 0 });
  const gate = createPageGate(limiter);
  return (pathname: string, isNavigation = true, ipKey = "192.0.2.1") =>
    gate({ ipKey, pathname, isNavigation });
}

describe("page gate", () => {
  test("a navigation is charged as a page load, a data request is not", async () => {
    const gate = setUp();
    for (let i = 0; i < 3; i++) expect((await gate("/play")).ok).toBe(true);
    expect(await gate("/play")).toMatchObject({ ok: false, policy: "playerPageLoad" });
    expect((await gate("/play", false)).ok).toBe(true);
    expect((await gate("/play", false)).ok).toBe(true);
    expect(await gate("/play", false)).toMatchObject({ ok: false, policy: "global" });
  });

  test("one address is refused alone", async () => {
    const gate = setUp();
    for (let i = 0; i < 10; i++) await gate("/play");
    expect((await gate("/play")).ok).toBe(false);
    expect((await gate("/play", true, "192.0.2.2")).ok).toBe(true);
  });

  test("the way of a refused phone ends at the apology: no loop, however empty the bucket", async () => {
    const gate = setUp();
    for (let i = 0; i < 50; i++) await gate("/");
    let pathname = "/j/key";
    let hops = 0;
    while (!(await gate(pathname)).ok) {
      pathname = new URL(apologyFor(pathname), "http://quiz.example").pathname;
      hops += 1;
      expect(hops).toBeLessThan(3);
    }
    expect({ pathname, hops }).toEqual({ pathname: "/too-many-requests", hops: 1 });
  });

  test("no token is spent on the apology, health checks and files", async () => {
    const gate = setUp();
    for (const path of ["/too-many-requests", "/healthz", "/readyz", "/_next/static/a.js", "/icon.svg"])
      for (let i = 0; i < 20; i++) expect((await gate(path)).ok).toBe(true);
    for (let i = 0; i < 3; i++) expect((await gate("/play")).ok).toBe(true);
  });

  test.each(["/", "/play", "/j/abc", "/j/abc.js", "/play/1.png", "/too-many-requests-please", "/healthzz"])(
    "%s is a page and not exempt",
    (path) => expect(isExempt(path)).toBe(false),
  );

  test("the apology knows the way back, with the question mark and what follows", () => {
    const from = new URL(apologyFor("/play", "?pin=123456&x=ä"), "http://quiz.example").searchParams.get(
      "from",
    );
    expect(from).toBe("/play?pin=123456&x=ä");
  });
});

describe("what a refused request hears", () => {
  const refused = {
    ok: false,
    policy: "playerPageLoad",
    retryAfterMs: 1_200,
    limit: 3,
    remaining: 0,
  } as const;
  const asked = (headers: Record<string, string>, o: { method?: string; search?: string } = {}) =>
    isDataRequest({ method: o.method ?? "GET", header: (name) => headers[name], search: o.search ?? "" });

  test("a person is sent to the apology and can be brought back to where they wanted to go", () => {
    expect(asked({ "sec-fetch-mode": "navigate" })).toBe(false);
    expect(asked({})).toBe(false);
    const { status, headers, body } = refusedPage(refused, {
      isData: false,
      pathname: "/play/703573",
      search: "?table=7",
    });
    expect({ status, body }).toEqual({ status: 302, body: null });
    expect(headers).toEqual({
      "Retry-After": "2",
      "Cache-Control": "no-store",
      Location: "/too-many-requests?from=%2Fplay%2F703573%3Ftable%3D7",
    });
  });

  test.each([
    ["a page's data", { rsc: "1" }, {}],
    ["a page's data by its query", {}, { search: "?_rsc=abc" }],
    ["a prefetch of the router", { "next-router-prefetch": "1" }, {}],
    ["a prefetch of the browser", { "sec-purpose": "prefetch;prerender" }, {}],
    ["an action", { "next-action": "f00" }, { method: "POST" }],
    ["a fetch by script", { "sec-fetch-mode": "cors" }, {}],
  ])("%s is refused with 429 JSON, never with a redirect", (_what, headers, o) => {
    expect(asked(headers as Record<string, string>, o)).toBe(true);
    const reply = refusedPage(refused, { isData: true, pathname: "/play", search: "" });
    expect(reply.status).toBe(429);
    expect(reply.headers).not.toHaveProperty("Location");
    expect(JSON.parse(reply.body ?? "")).toMatchObject({ code: "RATE_LIMITED", retryAfterMs: 1_200 });
  });
});
