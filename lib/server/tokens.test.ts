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
  const token = tokens.screenToken("one");
  expect(tokens.isScreenToken("one", token)).toBe(true);
  expect(tokens.isScreenToken("two", token)).toBe(false);
  expect(tokens.isScreenToken("one", "")).toBe(false);
  expect(tokens.isScreenToken("one", null)).toBe(false);
  expect(tokens.readDevice(token)).toBe(null);
});

test("a co-host's token names the link it is of, in its own session only", () => {
  const token = tokens.cohostToken("one", 3);
  expect(tokens.readCohostToken("one", token)).toBe(3);
  expect(tokens.readCohostToken("two", token)).toBeNull();
  expect(createTokens("another secret").readCohostToken("one", token)).toBeNull();
  const [, mac] = token.split(".");
  for (const forged of [`4.${mac}`, `3.${mac}.x`, `${mac}`, `03.${mac}`, "3.", "", null, undefined])
    expect(tokens.readCohostToken("one", forged)).toBeNull();
  expect(tokens.isMarkerToken("one", token)).toBe(false);
  expect(tokens.isScreenToken("one", token)).toBe(false);
});

describe("NET-08: PINs cannot be guessed", () => {
  test.each([
    [0, 6],
    [1, 6],
    [10, 6],
    [11, 7],
    [100, 7],
    [101, 8],
  ])("with %i live sessions a PIN has %i digits", (live, digits) => {
    for (let n = 0; n < 200; n++) expect(newPin(live)).toMatch(new RegExp(`^[1-9]\\d{${digits - 1}}$`));
  });

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
