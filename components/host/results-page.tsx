"use client";
import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { ButtonLink } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import { api } from "@/lib/client/api";
import type { ResultsReply } from "@/lib/contracts/http";
import { HostFrame } from "./host-frame";
import { useHost, useSearchParam } from "./use-host";

export function ResultsPage() {
  const host = useHost();
  const sessionId = useSearchParam("id");
  const [results, setResults] = useState<ResultsReply | null>(null);
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (!host || !sessionId) return;
    void api<ResultsReply>(`/api/sessions/${encodeURIComponent(sessionId)}/results`).then((reply) =>
      reply.ok ? setResults(reply.value) : setSaid(reply.error.message),
    );
  }, [host, sessionId]);
  return (
    <HostFrame>
      {said && <Note tone="bad" title={said} />}
      {!results && !said && <p>Adding up…</p>}
      {results && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h1 className="text-hero">{results.title}, results</h1>
            <ButtonLink
              href={`/api/sessions/${results.sessionId}/results.csv`}
              download
              data-testid="csv"
              icon={<Download aria-hidden size={20} />}
            >
              CSV
            </ButtonLink>
          </div>
          <section className="overflow-x-auto">
            <h2 className="text-title">Final standings</h2>
            <table className="w-full border-collapse text-left">
              <thead>
                <tr className="text-ink-2">
                  <th className="py-2 pr-4">Place</th>
                  <th className="pr-4">Team</th>
                  <th className="pr-4">From</th>
                  <th className="pr-4 text-right">Right</th>
                  <th className="text-right">Points</th>
                </tr>
              </thead>
              <tbody>
                {results.players.map((player) => (
                  <tr key={player.playerId} data-testid="result" className="border-t border-line">
                    <td className="py-2 pr-4 tabular-nums">{player.rank ?? "removed"}</td>
                    <td className="pr-4 font-bold">
                      <bdi data-testid="result-name">{player.name}</bdi>
                    </td>
                    <td className="pr-4 text-ink-2">{player.source}</td>
                    <td className="pr-4 text-right tabular-nums">
                      {player.cells.filter((cell) => cell.outcome === "right").length}
                    </td>
                    <td className="text-right font-bold tabular-nums" data-testid="result-points">
                      {player.points}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <section className="flex flex-col gap-1">
            <h2 className="text-title">Which questions bit</h2>
            {results.questions.map((question) => {
              const share = question.answeredCount > 0 ? question.rightCount / question.answeredCount : 0;
              return (
                <div
                  key={question.questionId}
                  className="grid grid-cols-[4.500rem_1fr_4rem] items-center gap-3 border-b border-line py-2"
                >
                  <span className="text-ink-2">
                    R{question.round} Q{question.number}
                  </span>
                  <span>
                    {question.text}
                    <span className="mt-1 block h-2 rounded-full bg-sunken">
                      <span
                        className="block h-2 rounded-full bg-chart"
                        style={{ width: `${share * 100}%` }}
                      />
                    </span>
                  </span>
                  <span className="text-right tabular-nums">
                    {question.skipped
                      ? "skipped"
                      : question.answeredCount === 0
                        ? "–"
                        : `${Math.round(share * 100)} %`}
                  </span>
                </div>
              );
            })}
          </section>
        </>
      )}
    </HostFrame>
  );
}
