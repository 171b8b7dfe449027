import { describe, expect, test } from "vitest";
import { memoryLimiter } from "./memory-limiter";
import { createPageGate, isDataRequest, isExempt, refusedPage, wantsHtml } from "./page-gate";
import { policiesFor } from "./policies";

const policies = policiesFor({ roomSize: 100 });
const apologyFor = (pathname: string, search = ""): string =>
  refusedPage(
    { ok: false, policy: "playerPageLoad", key: "pub", retryAfterMs: 1_200, limit: 3, remaining: 0 },
    { isData: false, pathname, search, policies },
  ).headers.Location ?? "";

function setUp() {
  const policies = policiesFor({ roomSize: 100 });
  policies.global = { ...policies.global, perMinute: 60, burst: 5 };
  policies.playerPageLoad = { ...policies.playerPageLoad, perMinute: 60, burst: 3 };
  const limiter = memoryLimiter({ policies: () => policies, now: () => 0, random: () => 0 });
  const gate = createPageGate(limiter);
  return (pathname: string, ipKey = "192.0.2.1") => gate({ ipKey, pathname });
}

describe("page gate", () => {
  test("one address is refused alone", async () => {
    const gate = setUp();
    for (let i = 0; i < 10; i++) await gate("/play");
    expect((await gate("/play")).ok).toBe(false);
    expect((await gate("/play", "192.0.2.2")).ok).toBe(true);
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

  test("the apology knows the way back, with the question mark and what follows, and tells it to no server", () => {
    const apology = new URL(apologyFor("/screen", "?session=abc&token=s3cret&x=ä"), "http://quiz.example");
    expect(new URLSearchParams(apology.hash.slice(1)).get("from")).toBe(
      "/screen?session=abc&token=s3cret&x=ä",
    );
    // what a browser sends, and an access log keeps, is path and query
    expect(apology.pathname + apology.search).toBe("/too-many-requests");
  });

  test("a player's browser and a host's pass while strangers hold their address, and pay for themselves", async () => {
    const policies = policiesFor({ roomSize: 100 });
    for (const name of ["global", "playerPageLoad", "playerRequest", "hostRequest"] as const)
      policies[name] = { ...policies[name], perMinute: 60, burst: 3 };
    const limiter = memoryLimiter({ policies: () => policies, now: () => 0, random: () => 0 });
    const gate = createPageGate(limiter);
    const load = (who: { playerId?: string; hostId?: () => Promise<string | null> } = {}) =>
      gate({ ipKey: "pub", pathname: "/play", ...who });
    for (let i = 0; i < 10; i++) await load();
    expect(await load()).toMatchObject({ ok: false, policy: "playerPageLoad" });
    for (let i = 0; i < 3; i++) expect(await load({ playerId: "player" })).toEqual({ ok: true });
    expect(await load({ playerId: "player" })).toMatchObject({ ok: false, policy: "playerRequest" });
    for (let i = 0; i < 3; i++) expect(await load({ hostId: async () => "host" })).toEqual({ ok: true });
    expect(await load({ hostId: async () => "host" })).toMatchObject({ ok: false, policy: "hostRequest" });
    expect(await load({ hostId: async () => null })).toMatchObject({ ok: false, policy: "playerPageLoad" });
  });
});

describe("what a refused request hears", () => {
  const refused = {
    ok: false,
    policy: "playerPageLoad",
    key: "pub",
    retryAfterMs: 1_200,
    limit: 3,
    remaining: 0,
  } as const;
  const asked = (headers: Record<string, string>, o: { method?: string; search?: string } = {}) =>
    isDataRequest({ method: o.method ?? "GET", header: (name) => headers[name], search: o.search ?? "" });

  test("a person is sent to the apology and can be brought back to where they wanted to go", () => {
    const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
    expect(asked({ accept })).toBe(false);
    expect(asked({ accept, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" })).toBe(false);
    expect(asked({ accept, "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" })).toBe(false);
    const { status, headers, body } = refusedPage(refused, {
      isData: false,
      pathname: "/play/703573",
      search: "?table=7",
      policies,
    });
    expect({ status, body }).toEqual({ status: 302, body: null });
    expect(headers).toEqual({
      "Retry-After": "2",
      RateLimit: '"playerPageLoad";r=0;t=2',
      "RateLimit-Policy": '"playerPageLoad";q=150;w=1',
      "Cache-Control": "no-store",
      Location: "/too-many-requests#from=%2Fplay%2F703573%3Ftable%3D7",
      "Set-Cookie":
        "roomful.back=%2Fplay%2F703573%3Ftable%3D7; Path=/too-many-requests; Max-Age=600; HttpOnly; SameSite=Lax",
    });
  });

  test.each([
    ["a page's data", { rsc: "1" }, {}],
    ["a page's data by its query", {}, { search: "?_rsc=abc" }],
    ["a prefetch of the router", { "next-router-prefetch": "1" }, {}],
    ["a prefetch of the browser", { "sec-purpose": "prefetch;prerender" }, {}],
    ["a prefetch of an old browser", { "x-moz": "prefetch" }, {}],
    ["an action", { "next-action": "f00" }, { method: "POST" }],
    ["a form sent by POST", { accept: "text/html" }, { method: "POST" }],
    ["a look at the headers", { accept: "text/html" }, { method: "HEAD" }],
    ["a program that wants JSON", { accept: "application/json" }, {}],
    ["a program that rather has JSON", { accept: "application/json, text/plain, */*" }, {}],
    ["a program that takes anything", { accept: "*/*" }, {}],
    ["a program that does not say", { accept: "" }, {}],
    ["a fetch by script", { "sec-fetch-mode": "cors" }, {}],
    ["a fetch by an old script", { "x-requested-with": "XMLHttpRequest" }, {}],
    ["a page's data as JSON", { "x-nextjs-data": "1" }, {}],
    ["a picture", { "sec-fetch-mode": "navigate", "sec-fetch-dest": "image" }, {}],
  ])("%s is refused with 429 JSON, never with a redirect", (_what, headers, o) => {
    expect(asked({ accept: "text/html", ...headers } as Record<string, string>, o)).toBe(true);
    const reply = refusedPage(refused, { isData: true, pathname: "/play", search: "", policies });
    expect(reply.status).toBe(429);
    expect(reply.headers).toEqual({
      "Content-Type": "application/problem+json",
      "Retry-After": "2",
      RateLimit: '"playerPageLoad";r=0;t=2',
      "RateLimit-Policy": '"playerPageLoad";q=150;w=1',
      "Cache-Control": "no-store",
    });
    expect(JSON.parse(reply.body ?? "")).toEqual({
      type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
      title: "Too Many Requests",
      status: 429,
      detail: "Too many requests. This will be tried again by itself.",
      code: "RATE_LIMITED",
      message: "Too many requests. This will be tried again by itself.",
      retryAfterMs: 1_200,
      "violated-policies": ["playerPageLoad"],
    });
  });

  test.each([
    [undefined, false],
    ["", false],
    ["*/*", false],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", true],
    ["application/xhtml+xml", true],
    ["text/html, application/json", true],
    ["text/*;q=0.5", false],
    ["application/json", false],
    ["application/json;q=0.9, text/html;q=0.8", false],
    ["application/problem+json, */*", false],
    ["text/html;q=0, */*", false],
    ["image/png", false],
    ["text/x-component", false],
  ])("Accept: %s wants a page: %s", (accept, expected) => expect(wantsHtml(accept)).toBe(expected));
});
