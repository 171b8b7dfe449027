import { describe, expect, test } from "vitest";
import { returnPath, wayBackPath } from "@/lib/contracts/return-path";
import { memoryLimiter } from "./memory-limiter";
import { createPageGate, isExempt, refusedPage, wayBack } from "./page-gate";
import { policiesFor } from "./policies";

const policies = policiesFor({ roomSize: 100 });
const refuse = (pathname: string, search = "", isSecure = false) =>
  refusedPage(
    { ok: false, policy: "playerPageLoad", key: "pub", retryAfterMs: 1_200, limit: 3, remaining: 0 },
    { isData: false, pathname, search, policies, isSecure },
  ).headers;
/** What a browser keeps of it and sends to the apology's paths. */
const kept = (headers: Record<string, string>) => headers["Set-Cookie"]?.split(";")[0];
const back = (cookies: string | undefined, method = "GET") => wayBack(method, wayBackPath, cookies);

describe("the way back without script", () => {
  test("leads to the page that was refused, with its question mark and what follows", () => {
    const cookie = kept(refuse("/screen", "?session=abc&token=s3cret&x=%C3%A4;y"));
    expect(back(`a=b; ${cookie}; c=d`)).toEqual({
      status: 302,
      headers: { Location: "/screen?session=abc&token=s3cret&x=%C3%A4;y", "Cache-Control": "no-store" },
    });
    expect(back(cookie, "HEAD")?.status).toBe(302);
  });

  test.each([
    ["nothing was kept", undefined],
    ["another site", `roomful.back=${encodeURIComponent("//evil.example/x")}`],
    ["another site, by backslash", `roomful.back=${encodeURIComponent("/\\evil.example")}`],
    ["a line break", `roomful.back=${encodeURIComponent("/play\r\nSet-Cookie: a=b")}`],
    ["the apology itself", `roomful.back=${encodeURIComponent(wayBackPath)}`],
    ["broken coding", "roomful.back=%E0%A4%A"],
    ["a name that only ends alike", "notroomful.back=%2Fhost"],
    ["a name with another letter for the dot", "roomfulxback=%2Fhost"],
    ["an address longer than a cookie holds", kept(refuse("/play", `?${"x".repeat(5_000)}`))],
  ])("leads to the start page where there is %s", (_what, cookie) =>
    expect(back(cookie)?.headers.Location).toBe("/"),
  );

  test("is one path and is only read", () => {
    expect(wayBack("GET", "/too-many-requests", "roomful.back=%2Fhost")).toBeNull();
    expect(wayBack("GET", `${wayBackPath}/x`, "roomful.back=%2Fhost")).toBeNull();
    expect(back("roomful.back=%2Fhost", "POST")).toBeNull();
    // met by no limiter, like the apology, and never a way back itself
    expect(isExempt(wayBackPath)).toBe(true);
    expect(returnPath(wayBackPath)).toBe("/");
  });

  test("the cookie is for the apology alone, not for scripts, and over HTTPS for HTTPS", () => {
    expect(refuse("/host")["Set-Cookie"]).toBe(
      "roomful.back=%2Fhost; Path=/too-many-requests; Max-Age=600; HttpOnly; SameSite=Lax",
    );
    expect(refuse("/host", "", true)["Set-Cookie"]).toMatch(/; Secure$/);
  });

  test("while the door is still busy it ends at the apology again: no loop, however often", async () => {
    const sizes = policiesFor({ roomSize: 100 });
    sizes.playerPageLoad = { ...sizes.playerPageLoad, perMinute: 60, burst: 3 };
    const limiter = memoryLimiter({ policies: () => sizes, now: () => 0, random: () => 0 });
    const gate = createPageGate(limiter);
    for (let i = 0; i < 10; i++) await gate({ ipKey: "pub", pathname: "/" });
    let cookie = kept(refuse("/play/407189"));
    for (let visit = 0; visit < 3; visit++) {
      let pathname = wayBackPath;
      const hops: string[] = [];
      for (;;) {
        const next = wayBack("GET", pathname, cookie)?.headers;
        const verdict = await gate({ ipKey: "pub", pathname });
        const headers: Record<string, string> | null = next ?? (verdict.ok ? null : refuse(pathname));
        if (!headers) break;
        if (headers["Set-Cookie"]) cookie = kept(headers);
        pathname = new URL(headers.Location ?? "", "http://quiz.example").pathname;
        hops.push(pathname);
        expect(hops.length).toBeLessThan(4);
      }
      expect(hops).toEqual(["/play/407189", "/too-many-requests"]);
    }
  });
});
