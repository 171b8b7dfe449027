import { expect, test } from "vitest";
import { byteRange } from "./byte-range";

test.each([
  [undefined, "whole"],
  ["bytes=0-", { start: 0, end: 99 }],
  ["bytes=0-1", { start: 0, end: 1 }],
  ["bytes=90-200", { start: 90, end: 99 }],
  ["bytes=99-99", { start: 99, end: 99 }],
  ["bytes=-10", { start: 90, end: 99 }],
  ["bytes=-1000", { start: 0, end: 99 }],
  ["bytes=100-", "none"],
  ["bytes=-0", "none"],
  ["bytes=5-2", "whole"],
  ["bytes=0-1,5-6", "whole"],
  ["bytes=-", "whole"],
  ["bytes=a-b", "whole"],
  ["lines=0-1", "whole"],
  ["bytes=99999999999999999999-", "whole"],
])("%s of 100 bytes", (header, range) => {
  expect(byteRange(header, 100)).toEqual(range);
});
