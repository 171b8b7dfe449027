import { inFigures } from "@/components/ui/in-figures";
import { handicapInWords } from "@/lib/contracts/handicap-words";
import type { ResultsReply } from "@/lib/contracts/http";
import { signed } from "./phase-words";
import { bonusPoints, nightPoints, wagerPoints } from "./results-figures";

/** Everybody's place and points, round by round; removed teams last and marked. */
export function ResultsTable({ results }: { results: ResultsReply }) {
  const hasExtra = results.players.some((player) => nightPoints(player) !== 0);
  const hasBonus = results.players.some((player) => bonusPoints(player) !== 0);
  const hasWager = results.questions.some(({ wager }) => wager !== null);
  const { handicap } = results;
  const rounds = results.rounds.map((_, index) => `R${index + 1}`);
  return (
    <section className="rounded-slab border border-line bg-panel p-4 sm:p-5">
      <h2 className="text-title">{results.finished ? "Final standings" : "Standings so far"}</h2>
      {results.players.length === 0 && <p className="py-3 text-ink-2">No team has played.</p>}
      <div className="overflow-x-auto">
        <table className="w-full border-collapse text-start max-sm:table-fixed">
          <thead>
            <tr className="text-ink-2 [&>th]:px-1 [&>th]:py-2 sm:[&>th]:px-2">
              <th className="w-14 text-end sm:w-16">Place</th>
              <th className="text-start">Team</th>
              <th className="text-start max-sm:hidden">From</th>
              {rounds.map((round) => (
                <th key={round} className="w-14 text-end max-sm:hidden">
                  {round}
                </th>
              ))}
              {handicap && <th className="w-20 text-end max-sm:hidden">For size</th>}
              {hasExtra && <th className="w-16 text-end max-sm:hidden">By hand</th>}
              {hasBonus && <th className="w-16 text-end max-sm:hidden">Bonus</th>}
              {hasWager && <th className="w-16 text-end max-sm:hidden">Wager</th>}
              <th className="w-12 text-end max-[24rem]:hidden sm:w-16">Right</th>
              <th className="w-16 text-end sm:w-20">Points</th>
            </tr>
          </thead>
          <tbody>
            {results.players.map((player) => (
              <tr
                key={player.playerId}
                data-testid="result"
                data-removed={player.removed || undefined}
                className={`border-t border-line [&>td]:px-1 [&>td]:py-2 sm:[&>td]:px-2 ${player.removed ? "text-ink-3" : ""}`}
              >
                <td className="text-end tabular-nums">{player.rank ?? "–"}</td>
                <td className="font-bold break-words sm:wrap-anywhere">
                  <bdi data-testid="result-name" className={player.removed ? "line-through" : ""}>
                    {player.name}
                  </bdi>
                  {player.removed && (
                    <span className="ms-2 rounded-full border border-edge px-2 text-micro font-normal whitespace-nowrap">
                      removed
                    </span>
                  )}
                </td>
                <td className="text-ink-2 max-sm:hidden">{player.source}</td>
                {player.roundPoints.map((points, index) => (
                  <td key={index} className="text-end text-ink-2 tabular-nums max-sm:hidden">
                    {player.jokerRound === index + 1 ? (
                      <b
                        className="rounded-soft bg-amber px-1.5 whitespace-nowrap text-on-accent"
                        title="joker: counts double"
                      >
                        {inFigures(points)} ×2
                      </b>
                    ) : (
                      inFigures(points)
                    )}
                  </td>
                ))}
                {handicap && (
                  <td
                    className="text-end text-ink-2 tabular-nums max-sm:hidden"
                    data-testid="result-handicap"
                    title={
                      player.heads === null ? "nobody has said how many they are" : `${player.heads} heads`
                    }
                  >
                    {player.handicap === 0 ? "" : signed(player.handicap)}
                  </td>
                )}
                {hasExtra && (
                  <td className="text-end text-ink-2 tabular-nums max-sm:hidden">
                    {nightPoints(player) === 0 ? "" : signed(nightPoints(player))}
                  </td>
                )}
                {hasBonus && (
                  <td className="text-end text-ink-2 tabular-nums max-sm:hidden">
                    {bonusPoints(player) || ""}
                  </td>
                )}
                {hasWager && (
                  <td className="text-end text-ink-2 tabular-nums max-sm:hidden" data-testid="result-wager">
                    {wagerPoints(player) === 0 ? "" : signed(wagerPoints(player))}
                  </td>
                )}
                <td className="text-end tabular-nums max-[24rem]:hidden">
                  {player.cells.filter((cell) => cell.outcome === "right").length}
                </td>
                <td className="text-end font-bold tabular-nums" data-testid="result-points">
                  {inFigures(player.points)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {handicap && <p className="pt-3 text-ink-2">{handicapInWords(handicap)}</p>}
    </section>
  );
}
