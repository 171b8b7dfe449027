import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "./api";
import { htmlResponse, jsonResponse, pass, redirectResponse } from "./test-venue";

const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function reply(response: Response, path = "/api/lookup") {
  fetched.mockResolvedValue(response);
  const result = await api(path, { json: {} });
  if (result.ok) throw new Error("expected a refusal");
  return result.error;
}

describe("NET-06 what is not ours is no connection", () => {
  test.each([
    ["a page with 200", htmlResponse(200)],
    ["a redirect that was not followed", redirectResponse()],
    ["network authentication required", htmlResponse(511)],
  ])("NET-06 %s: sign in to the WiFi first", async (_, response) => {
    const error = await reply(response);
    expect(error).toMatchObject({ code: "UNAVAILABLE", status: 0 });
    expect(error.message).toMatch(/^Sign in to the WiFi first/);
  });

  test.each([
    ["a proxy's page with 502", htmlResponse(502)],
    ["a page with 404", htmlResponse(404)],
    ["JSON of somebody else with 401", jsonResponse({ status: 401, body: { error: "login" } })],
    ["JSON of somebody else with 403", jsonResponse({ status: 403, body: { message: "no" } })],
    ["JSON null with 500", jsonResponse({ status: 500, body: null })],
    [
      "HTML that says it is JSON",
      new Response("<html>", { headers: { "content-type": "application/json" } }),
    ],
  ])("NET-06 %s: unavailable, with a sentence for people", async (_, response) => {
    const error = await reply(response);
    expect(error).toMatchObject({ code: "UNAVAILABLE", status: 0 });
    expect(error.message).not.toMatch(/JSON|undefined|token/i);
  });

  test("NET-06 redirects are never followed: the token must not travel to a portal", async () => {
    await reply(htmlResponse(200));
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ redirect: "manual", cache: "no-store" });
  });
});

describe("refusals", () => {
  test("ours are passed on with code, sentence and status", async () => {
    const body = { code: "NAME_TAKEN", message: "That name is taken. Pick another one." };
    expect(await reply(jsonResponse({ status: 409, body }))).toEqual({ ...body, status: 409, body });
  });

  test("ours as a problem document are read like any of ours", async () => {
    const body = {
      type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
      title: "Too Many Requests",
      status: 429,
      detail: "Too many requests.",
      code: "RATE_LIMITED",
      message: "Too many requests.",
      retryAfterMs: 2_931,
    };
    const headers = { "content-type": "application/problem+json", "retry-after": "3" };
    const { code, message, status, retryAfterMs } = await reply(
      new Response(JSON.stringify(body), { status: 429, headers }),
    );
    expect({ code, message, status, retryAfterMs }).toEqual({
      code: "RATE_LIMITED",
      message: "Too many requests.",
      status: 429,
      retryAfterMs: 2_931,
    });
  });

  test("a code that is newer than this page is read by its status", async () => {
    const body = { code: "NEW_ONE", message: "A new reason." };
    expect((await reply(jsonResponse({ status: 409, body }))).code).toBe("BAD_REQUEST");
    expect((await reply(jsonResponse({ status: 503, body }))).code).toBe("UNAVAILABLE");
  });

  test("the account endpoints have codes of their own, and are read by their status", async () => {
    const body = { code: "INVALID_EMAIL_OR_PASSWORD", message: "Invalid" };
    const error = await reply(jsonResponse({ status: 401, body }), "/api/auth/sign-in/email");
    expect(error).toMatchObject({ code: "UNAUTHENTICATED", status: 401 });
    const bare = await reply(jsonResponse({ status: 401, body: {} }), "/api/auth/sign-in/email");
    expect(bare).toMatchObject({ code: "UNAUTHENTICATED", status: 401 });
  });

  test.each([
    ["the body's milliseconds first", { retryAfterMs: 2_931 }, { "retry-after": "3" }, 2_931],
    ["the header's seconds without them", {}, { "retry-after": "3" }, 3_000],
    [
      "no number, no pause",
      { retryAfterMs: "soon" },
      { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" },
      undefined,
    ],
  ])("Retry-After: %s", async (_, more, headers, expected) => {
    const body = { code: "RATE_LIMITED", message: "Later.", ...more };
    expect((await reply(jsonResponse({ status: 429, body, headers }))).retryAfterMs).toBe(expected);
  });
});

describe("time limits", () => {
  const hangs = () =>
    fetched.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => {
          if (init.signal?.aborted) reject(new DOMException("aborted", "AbortError"));
          init.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
        }),
    );

  test.each([
    [0, 10_000],
    [20_000, 30_000],
  ])("a request that may wait %i ms is given up after %i ms", async (waitMs, limitMs) => {
    hangs();
    let done = false;
    void api("/api/x", { waitMs }).then((result) => {
      done = !result.ok;
    });
    await pass(limitMs - 1);
    expect(done).toBe(false);
    await pass(1);
    expect(done).toBe(true);
  });

  test("a request is given up when its owner is gone, also when it was before", async () => {
    hangs();
    const owner = new AbortController();
    const asked = api("/api/x", { signal: owner.signal });
    owner.abort();
    expect((await asked).ok).toBe(false);
    expect((await api("/api/x", { signal: owner.signal })).ok).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });
});
