/**
 * Identity that is checked without the database: HMAC-signed tokens, and the random codes people see. A device token
 * names one browser in every session; a screen token opens one session's big screen, a marker token its marking, a
 * co-host's its console, and nothing else. Never log a token.
 */
import { createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";

export type LinkKind = "screen" | "marker" | "cohost";

export type Tokens = {
  issueDevice(): { token: string; deviceId: string };
  /** the device id, or null for anything forged, cut or foreign */
  readDevice(token: string | null | undefined): string | null;
  /** What a seated phone's browser shows with every request: whom to charge, and no right to anything. */
  seatPass(seat: { sessionId: string; playerId: string }): string;
  readSeatPass(pass: string | undefined): { sessionId: string; playerId: string } | null;
  /** Says that a browser has signed in to this account before; each one has a number of its own. */
  knownBrowser(account: string): string;
  /** the browser's number, or null */
  readKnownBrowser(account: string, cookie: string | undefined): string | null;
  /** Opens a session's big screen, marking or console; `link`: how often its links were made anew. */
  linkToken(kind: LinkKind, sessionId: string, link: number): string;
  /** The link a good token is of, or null: whether that is the one in force, the session says. */
  readLinkToken(kind: LinkKind, sessionId: string, token: string | null | undefined): number | null;
  /** A keyed hash for logs: an address can be told apart but not read back. */
  anonymise(value: string): string;
};

/** Two of the largest rooms: 2 MB. A signature costs a poll a sixth of its time, and the same phones come all night. */
const mostRemembered = 10_000;

/** Only what was found good is kept, so that no stranger's inventions push a phone out. */
function remembered(find: (text: string) => string | null): (text: string) => string | null {
  const known = new Map<string, string>();
  return (text) => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    const found = find(text);
    if (found === null) return null;
    if (known.size >= mostRemembered) known.delete(known.keys().next().value as string);
    known.set(text, found);
    return found;
  };
}

export function createTokens(secret: string): Tokens {
  const sign = (purpose: string, text: string) =>
    createHmac("sha256", secret).update(`${purpose}\0${text}`).digest("base64url");
  const same = (a: string, b: string) => {
    const [x, y] = [Buffer.from(a), Buffer.from(b)];
    return x.length === y.length && timingSafeEqual(x, y);
  };
  const deviceOf = remembered((token) => {
    const [version, deviceId, mac, ...rest] = token.split(".");
    if (version !== "d1" || !deviceId || !mac || rest.length > 0 || deviceId.length !== 24) return null;
    return same(mac, sign("device", deviceId)) ? deviceId : null;
  });
  const hashOf = remembered((value) => sign("log", value).slice(0, 10));
  return {
    issueDevice() {
      // 144 bits: more than the 128 that make a token unguessable, and a whole number of base64 characters
      const deviceId = randomBytes(18).toString("base64url");
      return { token: `d1.${deviceId}.${sign("device", deviceId)}`, deviceId };
    },
    readDevice: (token) => (token ? deviceOf(token) : null),
    seatPass: ({ sessionId, playerId }) =>
      `${sessionId}.${playerId}.${sign("seat", `${sessionId}.${playerId}`)}`,
    readSeatPass(pass) {
      const [sessionId, playerId, mac, ...rest] = (pass ?? "").split(".");
      if (!sessionId || !playerId || !mac || rest.length > 0) return null;
      return same(mac, sign("seat", `${sessionId}.${playerId}`)) ? { sessionId, playerId } : null;
    },
    knownBrowser(account) {
      const number = newId();
      return `${number}.${sign("browser", `${number}.${account}`)}`;
    },
    readKnownBrowser(account, cookie) {
      const [number, mac, ...rest] = (cookie ?? "").split(".");
      if (!number || !mac || rest.length > 0) return null;
      return same(mac, sign("browser", `${number}.${account}`)) ? number : null;
    },
    linkToken: (kind, sessionId, link) => `${link}.${sign(kind, `${sessionId}.${link}`)}`,
    readLinkToken(kind, sessionId, token) {
      // as earlier versions made them: a big screen that hangs there through an update stays the first one
      if (token && kind !== "cohost" && same(token, sign(kind, sessionId))) return 0;
      const [link, mac, ...rest] = (token ?? "").split(".");
      if (!link || !mac || rest.length > 0 || !/^\d{1,9}$/.test(link)) return null;
      return same(mac, sign(kind, `${sessionId}.${link}`)) ? Number(link) : null;
    },
    anonymise: (value) => hashOf(value) ?? "",
  };
}

/** 96 random bits: short enough for a URL, too many to guess. */
export const newId = (): string => randomBytes(12).toString("base64url");

/** What the QR holds: 120 bits, so a join link never needs the limiter against guessing. */
export const newJoinKey = (): string => randomBytes(15).toString("base64url");

/**
 * Six digits, growing with the number of live sessions so that one guess hits one of them with a chance of at most
 * 1 in 100,000 (product.md: digits, because a number pad beats everything for tipsy thumbs).
 */
export function newPin(liveSessions: number): string {
  let from = 100_000;
  // no leading zero, because spreadsheets and people drop them: six digits are 900,000 PINs, enough for nine sessions
  while (9 * from < liveSessions * 100_000) from *= 10;
  return String(randomInt(from, from * 10));
}

/** People type "407 189", "407-189"; only the digits count. Null when there are none or too many. */
export function parsePin(typed: string): string | null {
  const digits = typed.normalize("NFKC").replace(/[\s\-‐-―.]/g, "");
  return /^\d{4,12}$/.test(digits) ? digits : null;
}

/** No 0, O, 1, I or L: they are read wrong aloud. 23³ × 8² = 778,688 codes, unique in a session by constraint. */
const letters = "ABCDEFGHJKMNPQRSTUVWXYZ";
const digits = "23456789";
export function newSeatCode(): string {
  const pick = (from: string) => from[randomInt(from.length)] as string;
  return `${pick(letters)}${pick(letters)}${pick(letters)}${pick(digits)}${pick(digits)}`;
}
export const parseSeatCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
