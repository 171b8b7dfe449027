import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editDistance, isNearMiss } from "./near-miss";

describe("a near miss is for a person to judge", () => {
  const near: [string, string][] = [
    ["shakespear", "shakespeare"],
    ["shakepseare", "shakespeare"],
    ["beethofen", "beethoven"],
    ["tokio", "tokyo"],
    ["leonardo di caprio", "leonardo dicaprio"],
    ["freddy mercury", "freddie mercury"],
    ["apolo 13", "apollo 13"],
  ];
  for (const [typed, accepted] of near)
    test(`${typed} for ${accepted}`, () => {
      expect(isNearMiss(typed, accepted)).toBe(true);
    });

  const far: [string, string][] = [
    ["cat", "car"],
    ["rome", "roma"],
    ["1066", "1067"],
    ["19845", "19846"],
    ["apollo 11", "apollo 13"],
    ["apollo", "apollo 13"],
    ["london", "lisbon"],
    ["bach", "beethoven"],
    ["", "paris"],
  ];
  for (const [typed, accepted] of far)
    test(`not ${typed || "nothing"} for ${accepted}`, () => {
      expect(isNearMiss(typed, accepted)).toBe(false);
    });

  test("how many slips: none under 5 letters, 1 up to 8, 2 up to 14, 3 above", () => {
    const slips = [4, 5, 8, 9, 14, 15, 40].map((length) => {
      const accepted = "x".repeat(length);
      return [0, 1, 2, 3, 4]
        .filter((count) => isNearMiss("y".repeat(count) + accepted.slice(count), accepted))
        .at(-1);
    });
    expect(slips).toEqual([undefined, 1, 1, 2, 2, 3, 3]);
  });
});

test("editDistance is the plain one wherever it is within reach", () => {
  /** The textbook's table, whole, and no early end. */
  const plain = (one: string, other: string): number => {
    const table = Array.from({ length: one.length + 1 }, (_, row) =>
      Array.from({ length: other.length + 1 }, (_, at) => (row === 0 ? at : at === 0 ? row : 0)),
    );
    for (let row = 1; row <= one.length; row += 1)
      for (let at = 1; at <= other.length; at += 1) {
        const change = one[row - 1] === other[at - 1] ? 0 : 1;
        let cost = Math.min(
          table[row - 1]![at]! + 1,
          table[row]![at - 1]! + 1,
          table[row - 1]![at - 1]! + change,
        );
        if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1])
          cost = Math.min(cost, table[row - 2]![at - 2]! + 1);
        table[row]![at] = cost;
      }
    return table[one.length]![other.length]!;
  };
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (one, other, most) => {
      expect(editDistance(one, other, most)).toBe(Math.min(plain(one, other), most + 1));
    }),
  );
});
