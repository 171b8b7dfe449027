"use client";
/** The room: how phones, answers and limits are doing on the night, and the thresholds that can be changed. */
import { CircleAlert, CircleCheck } from "lucide-react";
import { Note } from "@/components/ui/note";
import { useKeepAwake } from "@/lib/client/keep-awake";
import type { RoomPanel } from "@/lib/contracts/http";
import { HostFrame } from "./host-frame";
import { homeOf, sessionNav } from "./host-nav";
import { RoomFigures } from "./room-figures";
import { RoomOffenders } from "./room-offenders";
import { RoomRefusals } from "./room-refusals";
import { databaseWords, limiterWords, type Verdict, verdictOf } from "./room-words";
import { noSession, SessionRefused } from "./session-refused";
import { Thresholds } from "./thresholds";
import { useLacksParam, useSearchParam, useSessionHost } from "./use-host";
import { useRoomPanel } from "./use-room-panel";

export function RoomPage() {
  useKeepAwake();
  const { host, trouble: noHost } = useSessionHost();
  const sessionId = useSearchParam("id");
  const hasNoSession = useLacksParam("id");
  const { panel, samples, trouble, refusal, setLimits } = useRoomPanel(host ? sessionId : null);
  if (refusal) return <SessionRefused refusal={refusal} />;
  if (hasNoSession) return <SessionRefused refusal={noSession} />;
  const said = trouble ?? noHost;
  return (
    <HostFrame nav={sessionId ? sessionNav(sessionId, "room") : []} home={homeOf(sessionId)}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-hero">The room</h1>
        {panel && <VerdictPill verdict={verdictOf(panel)} />}
      </div>
      {said && (
        <Note tone="warn" title={said} testId="room-trouble">
          {panel
            ? `The figures below are of ${new Date(panel.now).toLocaleTimeString()}. This page tries again by itself.`
            : "This page tries again by itself. The quiz does not need it."}
        </Note>
      )}
      {!panel && !said && <p>Counting heads…</p>}
      {panel && (
        <>
          <RoomOffenders offenders={panel.offenders} />
          <RoomFigures panel={panel} samples={samples} />
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <div className="min-w-0 max-lg:order-last">
              <Thresholds limits={panel.limits} onChanged={setLimits} />
            </div>
            <div className="flex flex-col gap-6">
              <RoomRefusals panel={panel} />
              <Health panel={panel} />
            </div>
          </div>
        </>
      )}
    </HostFrame>
  );
}

const pillLooks = {
  good: "border-good bg-good-soft text-good",
  warn: "border-warn bg-warn-soft text-warn",
  neutral: "border-edge text-ink-2",
};

function VerdictPill({ verdict }: { verdict: Verdict }) {
  const Icon = verdict.tone === "good" ? CircleCheck : CircleAlert;
  return (
    <p
      role="status"
      data-testid="room-verdict"
      className={`inline-flex items-center gap-2 rounded-full border px-3 py-1 font-bold ${pillLooks[verdict.tone]}`}
    >
      <Icon aria-hidden size={20} className="shrink-0" />
      {verdict.text}
    </p>
  );
}

function Health({ panel }: { panel: RoomPanel }) {
  return (
    <section className="rounded-slab border border-line bg-panel p-4 sm:p-5">
      <h2 className="pb-2 text-title">Health</h2>
      <ul className="flex flex-col gap-2">
        {[databaseWords(panel.database), limiterWords(panel.limiterStore)].map(({ good, text }) => {
          const Icon = good ? CircleCheck : CircleAlert;
          return (
            <li key={text} className="flex items-start gap-2" data-testid="health" data-good={good}>
              <Icon aria-hidden size={20} className={`mt-0.5 shrink-0 ${good ? "text-good" : "text-bad"}`} />
              {text}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
