import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PodiumBoard } from "./podium-board";

type Shared = Parameters<typeof PodiumBoard>[0]["shared"];
const shared = (ranks: number[]): Shared => ({
  phase: "finished",
  sessionId: "s",
  title: "Thursday quiz",
  joinLocked: false,
  standings: {
    rows: ranks.map((rank, at) => ({
      playerId: `p${at}`,
      name: `Team ${at + 1}`,
      rank,
      points: 100 - rank,
      roundPoints: 0,
      movement: 0,
    })),
    playerCount: ranks.length,
    show: "all",
    coveredCount: 0,
  },
});
/** Which teams have a glass, from left to right, and who is named on the bar. */
function standing(ranks: number[]) {
  const html = renderToStaticMarkup(<PodiumBoard shared={shared(ranks)} link="socket" />);
  const [podium, bar] = html.split("bs-bartop");
  const numbers = (part: string | undefined) =>
    [...(part ?? "").matchAll(/Team (\d+)/g)].map(([, at]) => Number(at));
  return { glasses: numbers(podium), bar: numbers(bar) };
}

test("second, first, third, and the next three on the bar", () => {
  expect(standing([1, 2, 3, 4, 5, 6, 7])).toEqual({ glasses: [2, 1, 3], bar: [4, 5, 6] });
  expect(standing([1, 2])).toEqual({ glasses: [2, 1], bar: [] });
});

test("ANS-08 who shares the third place has a glass like the other, whoever was quicker", () => {
  expect(standing([1, 2, 3, 3, 5, 6])).toEqual({ glasses: [4, 2, 1, 3], bar: [5, 6] });
  expect(standing([1, 2, 2, 4])).toEqual({ glasses: [2, 1, 3], bar: [4] });
  expect(standing([1, 1, 3, 3, 3, 6])).toEqual({ glasses: [4, 2, 1, 3, 5], bar: [6] });
});

test("more equals than a board holds: five have a glass, the next are named with the same place", () => {
  expect(standing([1, 1, 1, 1, 1, 1, 1])).toEqual({ glasses: [4, 2, 1, 3, 5], bar: [6, 7] });
});
