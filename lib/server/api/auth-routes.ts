/**
 * Accounts of hosts: better-auth behind our own limits. Wrong passwords are counted by account and by address; a browser
 * that has signed in to the account before is counted by itself, so that a stranger's wrong passwords lock nobody out of
 * their own account (OWASP: device cookies).
 */
import { Hono } from "hono";
import { setCookie } from "hono/cookie";
import type { Charge, Who } from "@/lib/limits/limiter";
import type { Container } from "../container";
import { cookieNamed } from "../payer";
import { guess } from "./guesses";
import { type ApiContext, type ApiEnv, overLimit } from "./respond";

/** Only these paths need it, so nothing else is sent it. */
const cookiePath = "/api/auth";
/** Browsers keep a cookie for 400 days at the most; a landlord who hosts once a year is still known. */
const knownForSeconds = 400 * 24 * 60 * 60;

const isWrong = (status: number): boolean => status >= 400 && status < 500;

export function authRoutes(box: Container, ipKeyOf: (c: ApiContext) => string) {
  const app = new Hono<ApiEnv>();
  /** With the headers of our own replies. */
  const answer = async (c: ApiContext): Promise<Response> => {
    const reply = await box.auth.handler(c.req.raw);
    return c.newResponse(reply.body, reply);
  };
  /** One cookie for each account, so that two hosts can share a laptop; the name gives no address away. */
  const cookieNameFor = (account: string) => `roomful.known-${box.tokens.anonymise(`account ${account}`)}`;

  /** Whose failures these are: the browser's own where the account knows it, else the account's and the address's. */
  function chargesFor(c: ApiContext, account: string | null): Charge[] {
    const address = ipKeyOf(c);
    const ofAddress: Charge = {
      policy: "authFailure",
      key: `ip:${address}`,
      from: { who: "address", key: address },
    };
    if (!account) return [ofAddress];
    const cookie = cookieNamed(c.req.header("cookie"), cookieNameFor(account));
    const browser = box.tokens.readKnownBrowser(account, cookie);
    if (browser) return [ofOne("device", `browser:${browser}`)];
    return [ofAddress, ofOne("account", `account:${account}`)];
  }

  const ofOne = (who: Who, key: string): Charge => ({ policy: "authFailure", key, from: { who, key } });

  /** A signed-in host who makes an account pays with what they have; a stranger with the address. */
  function newHostCharge(c: ApiContext): Charge {
    const payer = c.get("payer");
    return payer.who === "host"
      ? { policy: "newHost", key: `host:${payer.hostId}`, from: { who: "host", key: payer.hostId } }
      : { policy: "newHost", key: ipKeyOf(c) };
  }

  async function withPassword(c: ApiContext): Promise<Response> {
    const account = await accountOf(c.req.raw.clone());
    // failures only: a landlord who signs in every quarter of an hour is no attacker
    const attempt = async () => {
      const reply = await box.auth.handler(c.req.raw);
      if (reply.ok && account) rememberBrowser(c, account);
      return c.newResponse(reply.body, reply);
    };
    return guess(c, box, chargesFor(c, account), attempt, isWrong);
  }

  function rememberBrowser(c: ApiContext, account: string): void {
    setCookie(c, cookieNameFor(account), box.tokens.knownBrowser(account), {
      httpOnly: true,
      sameSite: "Lax",
      path: cookiePath,
      maxAge: knownForSeconds,
      secure: box.env.PUBLIC_URL?.startsWith("https://") ?? false,
    });
  }

  app.post("/sign-in/email", withPassword);
  app.post("/sign-up/email", async (c) => (await overLimit(c, box, [newHostCharge(c)])) ?? withPassword(c));
  app.post("/sign-in/anonymous", async (c) => (await overLimit(c, box, [newHostCharge(c)])) ?? answer(c));
  app.on(["GET", "POST"], "/*", answer);
  return app;
}

async function accountOf(request: Request): Promise<string | null> {
  try {
    const body: unknown = await request.json();
    const email = (body as { email?: unknown } | null)?.email;
    return typeof email === "string" ? email.trim().toLowerCase().slice(0, 200) : null;
  } catch {
    return null;
  }
}
