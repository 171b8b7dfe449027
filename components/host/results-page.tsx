"use client";
/** How the night went: standings, and what each question did to the room. */
import { Download } from "lucide-react";
import { useEffect, useState } from "react";
import { ButtonLink } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import { api } from "@/lib/client/api";
import type { ResultsReply } from "@/lib/contracts/http";
import { HostFrame } from "./host-frame";
import { sessionNav } from "./host-nav";
import { QuestionChart, QuestionList } from "./question-figures";
import { nightFigures, percent, questionFigures } from "./results-figures";
import { ResultsTable } from "./results-table";
import { noSession, SessionRefused } from "./session-refused";
import { useHostAccount, useLacksParam, useSearchParam } from "./use-host";

export function ResultsPage() {
  const { host, trouble } = useHostAccount();
  const sessionId = useSearchParam("id");
  const hasNoSession = useLacksParam("id");
  const [results, setResults] = useState<ResultsReply | null>(null);
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (!host || !sessionId) return;
    void api<ResultsReply>(`/api/sessions/${encodeURIComponent(sessionId)}/results`).then((reply) =>
      reply.ok ? setResults(reply.value) : setSaid(reply.error.message),
    );
  }, [host, sessionId]);
  if (hasNoSession) return <SessionRefused refusal={noSession} />;
  return (
    <HostFrame nav={sessionId ? sessionNav(sessionId, "results") : []}>
      {(said || trouble) && <Note tone="bad" title={said || (trouble ?? "")} testId="refusal" />}
      {!results && !said && <p>Adding up…</p>}
      {results && <Results results={results} />}
    </HostFrame>
  );
}

function Results({ results }: { results: ResultsReply }) {
  const figures = questionFigures(results);
  const night = nightFigures(results, figures);
  const removed = results.players.length - night.teams;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <p className="text-ink-2">
            {new Date(results.createdAt).toLocaleDateString(undefined, { dateStyle: "long" })}
          </p>
          <h1 className="text-hero break-words">{results.title}, results</h1>
        </div>
        <ButtonLink
          href={`/api/sessions/${encodeURIComponent(results.sessionId)}/results.csv`}
          download
          data-testid="csv"
          icon={<Download aria-hidden size={20} />}
        >
          CSV for a spreadsheet
        </ButtonLink>
      </div>
      {!results.finished && (
        <Note tone="neutral" title="The quiz is still going on." testId="not-finished">
          These are the figures so far: what has been revealed counts. Reload this page for newer ones.
        </Note>
      )}
      <dl className="grid grid-cols-3 gap-2 sm:gap-4">
        <Figure
          term="Teams"
          value={String(night.teams)}
          more={removed > 0 ? `${removed} more removed` : ""}
        />
        <Figure
          term="Answers"
          value={night.given.toLocaleString("en")}
          more={`of ${night.possible.toLocaleString("en")} possible`}
        />
        <Figure term="Right" value={percent(night.rightShare)} more="of all teams in the room" />
      </dl>
      <QuestionChart figures={figures} />
      <ResultsTable results={results} />
      <QuestionList figures={figures} />
    </>
  );
}

function Figure({ term, value, more }: { term: string; value: string; more: string }) {
  return (
    <div className="rounded-slab border border-line bg-panel px-2.5 py-3 sm:p-5">
      <dt className="font-bold text-ink-2">{term}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2">
        <b className="text-title whitespace-nowrap tabular-nums sm:text-hero">{value}</b>
        <span className="text-ink-2">{more}</span>
      </dd>
    </div>
  );
}
