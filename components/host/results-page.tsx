"use client";
/** How the night went: standings, and what each question did to the room. */
import { Download, Printer } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import { api } from "@/lib/client/api";
import { asCohost, cohostInAddress } from "@/lib/client/cohost";
import type { ResultsReply } from "@/lib/contracts/http";
import { AddToLeague } from "./add-to-league";
import { HostFrame } from "./host-frame";
import { homeOf, sessionNav } from "./host-nav";
import { counted } from "./phase-words";
import { QuestionChart, QuestionList } from "./question-figures";
import { ResultsAdjustments } from "./results-adjustments";
import { nightFigures, percent, questionFigures } from "./results-figures";
import { ResultsPrint } from "./results-print";
import { ResultsTable } from "./results-table";
import { noSession, SessionRefused } from "./session-refused";
import { useLacksParam, useSearchParam, useSessionHost } from "./use-host";

export function ResultsPage() {
  const { host, trouble } = useSessionHost();
  const sessionId = useSearchParam("id");
  const hasNoSession = useLacksParam("id");
  const [results, setResults] = useState<ResultsReply | null>(null);
  const [said, setSaid] = useState("");
  const load = useCallback(async () => {
    if (!sessionId) return;
    const reply = await api<ResultsReply>(asCohost(`/api/sessions/${encodeURIComponent(sessionId)}/results`));
    if (reply.ok) setResults(reply.value);
    setSaid(reply.ok ? "" : reply.error.message);
  }, [sessionId]);
  useEffect(() => {
    if (host) void load();
  }, [host, load]);
  if (hasNoSession) return <SessionRefused refusal={noSession} />;
  return (
    <HostFrame nav={sessionId ? sessionNav(sessionId, "results") : []} home={homeOf(sessionId)}>
      {(said || trouble) && <Note tone="bad" title={said || (trouble ?? "")} testId="refusal" />}
      {!results && !said && <p>Adding up…</p>}
      {results && (
        <>
          {/* a wrapper that makes no box, so that the frame's gaps stay */}
          <div className="contents print:hidden">
            <Results results={results} onChanged={load} />
          </div>
          <ResultsPrint results={results} />
        </>
      )}
    </HostFrame>
  );
}

function Results({ results, onChanged }: { results: ResultsReply; onChanged: () => Promise<void> }) {
  const figures = questionFigures(results);
  const night = nightFigures(results, figures);
  const removed = results.players.length - night.teams;
  const exports = `/api/sessions/${encodeURIComponent(results.sessionId)}`;
  const corrected = results.questions.filter((question) => question.corrected).length;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <p className="text-ink-2">
            {new Date(results.createdAt).toLocaleDateString(undefined, { dateStyle: "long" })}
          </p>
          <h1 className="text-hero break-words">{results.title}, results</h1>
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink
            variant="plain"
            href={asCohost(`/host/marking?session=${encodeURIComponent(results.sessionId)}`)}
            data-testid="open-marking"
          >
            Marking
          </ButtonLink>
          <Button
            variant="plain"
            data-testid="print"
            icon={<Printer aria-hidden size={20} />}
            onClick={() => window.print()}
          >
            Print
          </Button>
          {results.finished && !cohostInAddress() && <AddToLeague sessionId={results.sessionId} />}
          <ButtonLink
            variant="plain"
            href={asCohost(`${exports}/results.csv`)}
            download
            data-testid="csv"
            icon={<Download aria-hidden size={20} />}
          >
            CSV
          </ButtonLink>
          <ButtonLink
            href={asCohost(`${exports}/results.xlsx`)}
            download
            data-testid="xlsx"
            icon={<Download aria-hidden size={20} />}
          >
            Workbook (XLSX)
          </ButtonLink>
        </div>
      </div>
      {!results.finished && (
        <Note tone="neutral" title="The quiz is still going on." testId="not-finished">
          These are the figures so far: what has been revealed counts. Reload this page for newer ones.
        </Note>
      )}
      {corrected > 0 && (
        <Note
          tone="neutral"
          title={`${counted(corrected, "question")} corrected after the reveal.`}
          testId="corrected-note"
        >
          These places and points are the corrected ones, on the phones, the big screen and in every download
          alike.
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
      <ResultsAdjustments results={results} onChanged={onChanged} />
      <QuestionList results={results} figures={figures} />
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
