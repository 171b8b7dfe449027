import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createTokens, newJoinKey, newPin, newSeatCode, parsePin, parseSeatCode } from "./tokens";

const tokens = createTokens("one secret");

describe("device tokens", () => {
  test("only what this server signed is read", () => {
    const { token, deviceId } = tokens.issueDevice();
    expect(tokens.readDevice(token)).toBe(deviceId);
    expect(createTokens("another secret").readDevice(token)).toBe(null);
    const [version, id, mac] = token.split(".") as [string, string, string];
    const other = tokens.issueDevice().deviceId;
    for (const forged of [
      `${version}.${other}.${mac}`,
      `${version}.${id}.`,
      `${version}.${id}`,
      `d2.${id}.${mac}`,
      `${token}.x`,
      `${token}x`,
      "",
      null,
      undefined,
    ])
      expect(tokens.readDevice(forged)).toBe(null);
  });

  test("no two are the same, and nothing of the device is in the key for logs", () => {
    const ids = new Set(Array.from({ length: 1000 }, () => tokens.issueDevice().deviceId));
    expect(ids.size).toBe(1000);
    expect(tokens.anonymise("203.0.113.7")).toBe(tokens.anonymise("203.0.113.7"));
    expect(tokens.anonymise("203.0.113.7")).not.toContain("203");
  });
});

test("a screen token opens its own session only, and is no device token", () => {
  const token = tokens.linkToken("screen", "one", 0);
  expect(tokens.readLinkToken("screen", "one", token)).toBe(0);
  expect(tokens.readLinkToken("screen", "two", token)).toBeNull();
  expect(tokens.readLinkToken("screen", "one", "")).toBeNull();
  expect(tokens.readLinkToken("screen", "one", null)).toBeNull();
  expect(tokens.readDevice(token)).toBe(null);
});

test.each(["screen", "marker", "cohost"] as const)(
  "a %s token names the link it is of, in its own session only, and opens no other door",
  (kind) => {
    const token = tokens.linkToken(kind, "one", 3);
    expect(tokens.readLinkToken(kind, "one", token)).toBe(3);
    expect(tokens.readLinkToken(kind, "two", token)).toBeNull();
    expect(createTokens("another secret").readLinkToken(kind, "one", token)).toBeNull();
    const [, mac] = token.split(".");
    for (const forged of [`4.${mac}`, `3.${mac}.x`, `${mac}`, `03.${mac}`, "3.", "", null, undefined])
      expect(tokens.readLinkToken(kind, "one", forged)).toBeNull();
    for (const other of (["screen", "marker", "cohost"] as const).filter((one) => one !== kind))
      expect(tokens.readLinkToken(other, "one", token)).toBeNull();
  },
);

test("a big screen's link of an earlier version is the session's first one", () => {
  const old = createHmac("sha256", "secret").update("screen\0one").digest("base64url");
  expect(createTokens("secret").readLinkToken("screen", "one", old)).toBe(0);
  expect(createTokens("secret").readLinkToken("screen", "two", old)).toBeNull();
  expect(createTokens("secret").readLinkToken("marker", "one", old)).toBeNull();
});

describe("NET-08: PINs cannot be guessed", () => {
  test.each([
    [0, 6],
    [1, 6],
    [9, 6],
    [10, 7],
    [90, 7],
    [91, 8],
  ])("with %i live sessions a PIN has %i digits", (live, digits) => {
    for (let n = 0; n < 200; n++) expect(newPin(live)).toMatch(new RegExp(`^[1-9]\\d{${digits - 1}}$`));
  });

  test.each([1, 9, 10, 90, 91, 900, 5_000])(
    "of %i live sessions one guess hits one with a chance of at most 1 in 100,000",
    (live) => {
      const { length } = newPin(live);
      expect(live / (9 * 10 ** (length - 1))).toBeLessThanOrEqual(1 / 100_000);
    },
  );

  test("a join key has 120 random bits", () => {
    expect(newJoinKey()).toMatch(/^[\w-]{20}$/);
    expect(newJoinKey()).not.toBe(newJoinKey());
  });
});

test("PINs and seat codes are read as people type them", () => {
  for (const typed of ["407189", "407 189", " 407-189 ", "407.189", "４０７１８９", "407–189"])
    expect(parsePin(typed)).toBe("407189");
  for (const typed of ["", "abc", "12", "4071x89", "1".repeat(13)]) expect(parsePin(typed)).toBe(null);
  expect(parseSeatCode(" abc-23 ")).toBe("ABC23");
  for (let n = 0; n < 200; n++) expect(newSeatCode()).toMatch(/^[A-HJKMNP-Z]{3}[2-9]{2}$/);
});
