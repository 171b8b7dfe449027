import { expect, it } from "vitest";
import { dueRequests } from "./abusers";

it("an abuser has 200 requests a second however late its ticks are, and makes up for a second at the most", () => {
  for (const tickMs of [5, 50, 80, 400, 1_000])
    expect((dueRequests(tickMs) * 1_000) / tickMs).toBeCloseTo(200, 0);
  expect(dueRequests(30_000)).toBe(200);
});
