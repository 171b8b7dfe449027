/** Who is locked out by wrong passwords, and who by too many new accounts. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestApp, type Reply, type TestApp } from "../test-app";

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ TRUSTED_PROXIES: "loopback" });
});
afterAll(() => app.close());

/** Every test has an account and a pub of its own, and strangers all over the world. */
let email = "";
let pub = "";
let tests = 0;
beforeEach(() => {
  tests += 1;
  email = `owner-${tests}@pub.example`;
  pub = `203.0.113.${tests}`;
});
const elsewhere = (n: number) => `2001:db8:${tests}:${n}::1`;

const password = "a good password";
const from = (address: string) => ({ origin: app.url, "x-forwarded-for": address });
const signIn = (typed: string, o: { cookie?: string; address?: string; as?: string } = {}): Promise<Reply> =>
  app.request("POST", "/api/auth/sign-in/email", {
    body: { email: o.as ?? email, password: typed },
    headers: from(o.address ?? pub),
    ...(o.cookie ? { cookie: o.cookie } : {}),
  });
const signUp = (account: string, o: { cookie?: string } = {}) =>
  app.request("POST", "/api/auth/sign-up/email", {
    body: { name: "Owner", email: account, password },
    headers: from(pub),
    ...(o.cookie ? { cookie: o.cookie } : {}),
  });
/** The one that says that this browser is known; not the login, which sign-out ends. */
const knownCookie = (reply: Reply) =>
  reply.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith("roomful.known-"))
    ?.split(";")[0] ?? "";

/** One try from each address, so that only the account's own bucket is full. */
async function lockAccount(): Promise<void> {
  let refused = await signIn("wrong", { address: elsewhere(0) });
  for (let n = 1; n < 30 && refused.status !== 429; n++)
    refused = await signIn("wrong", { address: elsewhere(n) });
  expect(refused.status).toBe(429);
}

describe("a stranger's wrong passwords", () => {
  test("lock strangers out of the account, and not the owner in a browser that has signed in before", async () => {
    const known = knownCookie(await signUp(email));
    await lockAccount();
    expect((await signIn(password, { address: elsewhere(99) })).status).toBe(429);
    const owner = await signIn(password, { cookie: known });
    expect(owner.status).toBe(200);
    expect(knownCookie(owner)).not.toBe("");
  });

  test("hold the pub's address, and not the owner behind it", async () => {
    const known = knownCookie(await signUp(email));
    for (let n = 0; n < 12; n++) await signIn("wrong", { as: `nobody-${tests}-${n}@pub.example` });
    expect((await signIn(password)).status).toBe(429);
    expect((await signIn(password, { cookie: known })).status).toBe(200);
  });

  test("from a browser that is known: ten, then it alone waits", async () => {
    const known = knownCookie(await signUp(email));
    const other = knownCookie(await signIn(password));
    for (let n = 0; n < 10; n++) expect((await signIn("wrong", { cookie: known })).status).toBe(401);
    expect((await signIn(password, { cookie: known })).status).toBe(429);
    expect((await signIn(password, { cookie: other })).status).toBe(200);
    // and nothing of it was charged to the account
    expect((await signIn(password, { address: elsewhere(99) })).status).toBe(200);
  });

  test("a cookie that was made up, cut, or given for another account is a stranger's", async () => {
    const known = knownCookie(await signUp(email));
    const foreign = knownCookie(await signUp(`somebody-${email}`));
    await lockAccount();
    const [name = "", value = ""] = known.split("=");
    for (const cookie of [`${name}=${value}x`, `${name}=x`, `${name}=${foreign.split("=")[1]}`, foreign])
      expect((await signIn(password, { cookie })).status).toBe(429);
  });

  test("the cookie is for the sign-in alone and readable by no script; a wrong password gets none", async () => {
    const cookie = (await signUp(email)).headers.getSetCookie().find((text) => text.includes("known-")) ?? "";
    expect(cookie).toMatch(/; Path=\/api\/auth;/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).not.toContain("owner");
    expect(knownCookie(await signIn("wrong"))).toBe("");
    expect(knownCookie(await signIn("wrong", { cookie: cookie.split(";")[0] ?? "" }))).toBe("");
  });
});

describe("new accounts from one address", () => {
  const guest = (address: string) =>
    app.request("POST", "/api/auth/sign-in/anonymous", { body: {}, headers: from(address) });

  test("a workshop's worth, then 429; another address is not refused, and a guest can still get an account", async () => {
    const first = await guest(pub);
    let made = 1;
    let refused = await guest(pub);
    for (; refused.status === 200 && made < 100; made++) refused = await guest(pub);
    expect(made).toBe(60);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("content-type")).toBe("application/problem+json");
    expect(refused.headers.get("ratelimit-policy")).toBe('"newHost";q=60;w=1800');
    expect((await signUp(email)).status).toBe(429);
    expect((await guest(elsewhere(1))).status).toBe(200);
    const cookie = app.cookiesOf(first);
    expect((await signUp(email, { cookie })).status).toBe(200);
  });
});

test("replies of the account endpoints can be found in the log too", async () => {
  expect((await signIn("wrong")).headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
});
