import { describe, expect, test } from "vitest";
import { forgetSeat, keepSeat, keptSeat, sourceFrom, targetFrom } from "./arrival";

const at = (path: string) => {
  const { pathname, search } = new URL(path, "http://pub.test");
  return { pathname, search };
};

test.each([
  ["/play/407189", { pin: "407189" }],
  ["/join/407189", { pin: "407189" }],
  ["/play?pin=407189", { pin: "407189" }],
  ["/play/407%20189", { pin: "407 189" }],
  ["/j/HheiAvU8", { key: "HheiAvU8" }],
  ["/play", null],
])("%s leads to %o", (path, target) => expect(targetFrom(at(path))).toEqual(target));

test("an address that cannot be decoded is taken as it stands", () =>
  expect(targetFrom({ pathname: "/play/40%7", search: "" })).toEqual({ pin: "40%7" }));

test("a table card names its table; else it was the code, or the typed PIN", () => {
  expect(sourceFrom(at("/j/key?s=table-7"), { key: "key" })).toBe("table-7");
  expect(sourceFrom(at("/j/key"), { key: "key" })).toBe("qr");
  expect(sourceFrom(at("/play/407189"), { pin: "407189" })).toBe("pin");
  expect(sourceFrom(at("/play"), null)).toBe("pin");
});

describe("the seat kept on this phone", () => {
  const storage = () => {
    const kept = new Map<string, string>();
    return {
      get: (key: string) => kept.get(key) ?? null,
      set: (key: string, value: string) => void kept.set(key, value),
      remove: (key: string) => void kept.delete(key),
    };
  };
  const seat = { sessionId: "s1", title: "Quiz" };

  test("CON-02 is found by the same PIN however it was typed, and gone once forgotten", () => {
    const store = storage();
    keepSeat(store, { pin: "407 189" }, seat);
    expect(keptSeat(store, { pin: "407189" })).toEqual(seat);
    expect(keptSeat(store, { pin: "407188" })).toBeNull();
    forgetSeat(store, { pin: "407-189" });
    expect(keptSeat(store, { pin: "407189" })).toBeNull();
  });
  test.each(["{", "null", '{"sessionId":7}', '"text"'])("damaged storage (%s) is no seat", (damaged) => {
    const store = storage();
    store.set("roomful.seat.1", damaged);
    expect(keptSeat(store, { pin: "1" })).toBeNull();
  });
});
