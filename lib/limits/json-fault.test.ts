import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonFault } from "./json-fault";

const good = `{
  "overrides": {
    "joinSession": {
      "perMinute": 500,
      "burst": 400
    },
    "pinGuess": { "shadow": true }
  }
}
`;
const line = (number: number, text: string) =>
  good
    .split("\n")
    .with(number - 1, text)
    .join("\n");

test.each([
  ["a comma left out", line(4, '      "perMinute": 500'), 'line 5: a comma is missing before "burst"'],
  ["a comma too many", line(5, '      "burst": 400,'), 'line 5: the last comma before "}" is one too many'],
  [
    "a word without quotes",
    line(4, '      "perMinute": lots,'),
    'line 4: "lots" needs quotes, or is no number',
  ],
  [
    "a name without quotes",
    line(4, "      perMinute: 500,"),
    'line 4: "perMinute" needs quotes, or is no number',
  ],
  ["single quotes", line(4, "      'perMinute': 500,"), 'line 4: JSON needs double quotes (")'],
  ["a comment", line(4, '      "perMinute": 500, // more'), "line 4: JSON has no comments"],
  ["a colon left out", line(4, '      "perMinute" 500,'), 'line 4: a colon is missing before "500"'],
  ["a quote left open", line(4, '      "perMinute: 500,'), "line 4: this text in quotes does not end"],
  ["a value left out", line(4, '      "perMinute": ,'), 'line 4: a value is missing before ","'],
  [
    "a brace left out",
    good.replace(/\}\s*\}\s*$/, "}\n"),
    "line 9: the text ends too early: a closing brace is missing",
  ],
  ["a brace too many", `${good}}`, 'line 10: nothing may follow the last brace, but there is "}"'],
  ["an empty file", "", "line 1: the text ends too early: a closing brace is missing"],
  ["a leading zero", line(4, '      "perMinute": 0500,'), 'line 4: "0500" needs quotes, or is no number'],
])("%s is told with its line", (_, text, fault) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(jsonFault(text)).toBe(fault);
});

test("whatever JSON.parse refuses has a line, and what it takes has none", () => {
  const piece = fc.constantFrom(..."{}[]:,\"'\\ \n\t0189.-+eE/#abtruefalsn\u00a0\u0001");
  fc.assert(
    fc.property(fc.nat(good.length), fc.nat(5), fc.array(piece, { maxLength: 4 }), (at, cut, put) => {
      const text = good.slice(0, at) + put.join("") + good.slice(at + cut);
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      expect(jsonFault(text), text).toMatch(isJson ? /^it is no JSON$/ : /^line \d+: /);
    }),
    { numRuns: 20_000, seed: 1 },
  );
});

test("a million braces do not crash it", () => {
  expect(jsonFault("[".repeat(1_000_000))).toBe("line 1: this is nested too deep");
});
