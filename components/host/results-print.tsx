"use client";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
/** The night on A4: standings, and for each round what every team got for every question. */
import { inFigures } from "@/components/ui/in-figures";
import { handicapInWords } from "@/lib/contracts/handicap-words";
import type { ResultsReply } from "@/lib/contracts/http";
import { signed } from "./phase-words";
import { nightPoints, printedCell, printedSigns } from "./results-figures";
import "./results-print.css";

/** As many columns of points as fit beside a name on A4. */
const mostColumns = 12;

/** The tables are made when paper asks for them: a large night has more cells than a page should carry unseen. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const paper = matchMedia("print");
    // the browser takes its picture right after the event
    const set = (printing: boolean) => flushSync(() => setPrinting(printing));
    const onChange = () => set(paper.matches);
    const onBefore = () => set(true);
    const onAfter = () => set(false);
    paper.addEventListener("change", onChange);
    addEventListener("beforeprint", onBefore);
    addEventListener("afterprint", onAfter);
    return () => {
      paper.removeEventListener("change", onChange);
      removeEventListener("beforeprint", onBefore);
      removeEventListener("afterprint", onAfter);
    };
  }, []);
  return isPrinting;
}

export function ResultsPrint({ results }: { results: ResultsReply }) {
  if (!useIsPrinting()) return null;
  return (
    <div className="results-paper hidden flex-col gap-6 print:flex" data-testid="paper">
      <header>
        <h1 className="text-title break-words">{results.title}</h1>
        <p>
          {new Date(results.createdAt).toLocaleDateString(undefined, { dateStyle: "long" })}
          {!results.finished && ", still going on"}
        </p>
      </header>
      <Standings results={results} />
      {results.rounds.map((round, index) => (
        <Round key={index} results={results} round={index + 1} title={round.title} />
      ))}
      <p>
        {printedSigns.map(([sign, meaning]) => `${sign}: ${meaning}`).join("; ")}. Points have speed bonus,
        joker and wager in them; ×2 marks the round of a team&apos;s joker.
        {results.handicap && ` ${handicapInWords(results.handicap)}`}
      </p>
    </div>
  );
}

function Name({ player }: { player: ResultsReply["players"][number] }) {
  return (
    <td className="name">
      <bdi>{player.name}</bdi>
      {player.removed && " (removed)"}
    </td>
  );
}

function Standings({ results }: { results: ResultsReply }) {
  const hasExtra = results.players.some((player) => nightPoints(player) !== 0);
  return (
    <section>
      <h2>{results.finished ? "Final standings" : "Standings so far"}</h2>
      <table data-testid="paper-standings">
        <thead>
          <tr>
            <th>Place</th>
            <th className="name">Team</th>
            {results.rounds.map((_, index) => (
              <th key={index}>R{index + 1}</th>
            ))}
            {results.handicap && <th>For size</th>}
            {hasExtra && <th>By hand</th>}
            <th>Points</th>
          </tr>
        </thead>
        <tbody>
          {results.players.map((player) => (
            <tr key={player.playerId}>
              <td>{player.rank ?? "–"}</td>
              <Name player={player} />
              {player.roundPoints.map((points, index) => (
                <td key={index}>{player.jokerRound === index + 1 ? `${inFigures(points)} ×2` : points}</td>
              ))}
              {results.handicap && <td>{player.handicap === 0 ? "" : signed(player.handicap)}</td>}
              {hasExtra && <td>{nightPoints(player) === 0 ? "" : signed(nightPoints(player))}</td>}
              <td>
                <b>{inFigures(player.points)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A round of many questions is several tables under each other; the total stands in the last. */
function Round({ results, round, title }: { results: ResultsReply; round: number; title: string }) {
  const asked = results.questions.flatMap((question, at) =>
    question.round === round ? [{ question, at }] : [],
  );
  const parts = Array.from({ length: Math.ceil(asked.length / mostColumns) }, (_, part) =>
    asked.slice(part * mostColumns, (part + 1) * mostColumns),
  );
  const byHand = (player: ResultsReply["players"][number]) =>
    player.adjustments.reduce((sum, entry) => (entry.round === round ? sum + entry.points : sum), 0);
  const hasByHand = results.players.some((player) => byHand(player) !== 0);
  return parts.map((columns, part) => {
    const isLast = part === parts.length - 1;
    return (
      <section key={part}>
        <h2>
          Round {round}: {title}
          {part > 0 && ", continued"}
        </h2>
        <table data-testid={`paper-round-${round}`}>
          <thead>
            <tr>
              <th className="name">Team</th>
              {columns.map(({ question }) => (
                <th key={question.questionId}>{question.number}</th>
              ))}
              {isLast && hasByHand && <th>By hand</th>}
              {isLast && <th>Round</th>}
            </tr>
          </thead>
          <tbody>
            {results.players.map((player) => (
              <tr key={player.playerId}>
                <Name player={player} />
                {columns.map(({ question, at }) => (
                  <td key={question.questionId}>{printedCell(player.cells[at])}</td>
                ))}
                {isLast && hasByHand && <td>{byHand(player) === 0 ? "" : signed(byHand(player))}</td>}
                {isLast && (
                  <td>
                    <b>{inFigures(player.roundPoints[round - 1] ?? 0)}</b>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    );
  });
}
