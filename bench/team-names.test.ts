import { expect, it } from "vitest";
import { parsePlayerName } from "@/lib/game/player-name";
import { isFriendly } from "@/lib/server/name-filter";
import { teamName } from "./team-names";

it("names every phone of the largest room differently, and the server takes each name", () => {
  const keys = new Set<string>();
  for (let number = 0; number < 5_000; number++) {
    const name = teamName(number);
    const parsed = parsePlayerName(name);
    expect(parsed.ok && isFriendly(name), name).toBe(true);
    if (parsed.ok) keys.add(parsed.value.nameKey);
  }
  expect(keys.size).toBe(5_000);
});
