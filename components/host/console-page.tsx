"use client";
/** The live console: where the night is, what to read out, the one large button, and who is in the room. */
import { ArrowDownUp, CloudOff, MonitorUp, Wifi, WifiOff } from "lucide-react";
import { pinGroups } from "@/components/screen/pin-groups";
import { ButtonLink } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import { useKeepAwake } from "@/lib/client/keep-awake";
import { useHostSession } from "@/lib/client/use-host-session";
import type { HostView, Link } from "@/lib/contracts/views";
import { ActionBar } from "./action-bar";
import { AnswerGauge } from "./answer-gauge";
import { BreakCard } from "./break-card";
import { BuzzCard } from "./buzz-card";
import { FinishedCard } from "./finished-card";
import { HostFrame } from "./host-frame";
import { homeOf, sessionNav } from "./host-nav";
import { JokerCard } from "./joker-card";
import { LobbyCard } from "./lobby-card";
import { OpeningNote } from "./opening-note";
import { ReadOut } from "./read-out";
import { noSession, SessionRefused } from "./session-refused";
import { SessionRules } from "./session-rules";
import { SheetCard } from "./sheet-card";
import { StandingsList } from "./standings-list";
import { RoomSees } from "./standings-show";
import { StepsBar } from "./steps-bar";
import { TeamList } from "./team-list";
import { ToMarkNote } from "./to-mark-note";
import { UnreachableNote } from "./unreachable-note";
import { useLacksParam, useSearchParam, useSessionHost } from "./use-host";
import { type Order, useOrders } from "./use-orders";
import { WagerCard } from "./wager-card";

export function ConsolePage() {
  useKeepAwake();
  const { host, trouble } = useSessionHost();
  const sessionId = useSearchParam("id");
  const hasNoSession = useLacksParam("id");
  const session = useHostSession(host ? sessionId : null);
  const { order, said } = useOrders(session.sendCommand);
  const { view, refusal, link, pending, serverNow } = session;

  if (refusal) return <SessionRefused refusal={refusal} />;
  if (hasNoSession) return <SessionRefused refusal={noSession} />;
  if (!view || !sessionId)
    return (
      <HostFrame phase="loading">
        <OpeningNote trouble={trouble} />
      </HostFrame>
    );
  const isOver = view.shared.phase === "finished";
  return (
    <HostFrame
      fill
      home={homeOf(sessionId)}
      phase={view.shared.phase}
      nav={sessionNav(sessionId, "live", view.toMark)}
      aside={<ConsoleAside view={view} link={link} />}
    >
      <div className="flex flex-1 flex-col lg:grid lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[minmax(0,1fr)_auto] xl:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="flex min-w-0 flex-col gap-4 px-4 pt-4 pb-4 lg:min-h-0 lg:overflow-y-auto lg:px-6">
          <StepsBar view={view} />
          {link === "offline" && (
            <Note
              tone="bad"
              title="This device has no connection to Roomful."
              icon={<CloudOff aria-hidden size={24} className="shrink-0 text-bad" />}
              testId="offline"
            >
              The quiz goes on without it: an open question closes at its time. This page comes back by
              itself.
            </Note>
          )}
          {view.unreachable && !isOver && view.shared.phase !== "lobby" && !view.shared.joinLocked && (
            <UnreachableNote short />
          )}
          <Stage view={view} sessionId={sessionId} serverNow={serverNow} order={order} />
        </div>
        <TeamList view={view} order={order} />
        {isOver ? (
          <p role="status" data-testid="said" className="px-6 pb-3 text-warn empty:hidden">
            {said}
          </p>
        ) : (
          <ActionBar view={view} pending={pending} said={said} order={order} />
        )}
      </div>
    </HostFrame>
  );
}

/** What this phase is about. */
function Stage({
  view,
  sessionId,
  serverNow,
  order,
}: {
  view: HostView;
  sessionId: string;
  serverNow: () => number;
  order: Order;
}) {
  const { shared } = view;
  return (
    <>
      {shared.phase === "lobby" && <LobbyCard view={view} order={order} />}
      {shared.phase === "finished" && <FinishedCard sessionId={sessionId} quizId={view.quizId} />}
      {shared.phase === "paused" && (
        <BreakCard resumesAt={shared.resumesAt} pausedFrom={shared.pausedFrom} serverNow={serverNow} />
      )}
      <ToMarkNote view={view} sessionId={sessionId} />
      <JokerCard view={view} />
      <WagerCard view={view} />
      <AnswerGauge view={view} serverNow={serverNow} />
      <BuzzCard view={view} order={order} />
      {view.question && <ReadOut key={view.question.id} view={view} order={order} />}
      <SheetCard view={view} />
      <RoomSees view={view} />
      {view.standings && <StandingsList {...view.standings} />}
      {(shared.phase === "roundIntro" || shared.phase === "standings") && (
        <SessionRules view={view} order={order} />
      )}
    </>
  );
}

const links: Record<Link, { words: string; Icon: typeof Wifi; look: string }> = {
  socket: { words: "live", Icon: Wifi, look: "text-good" },
  fallback: { words: "backup line", Icon: ArrowDownUp, look: "text-warn" },
  offline: { words: "no connection", Icon: WifiOff, look: "text-bad" },
};

function ConsoleAside({ view, link }: { view: HostView; link: Link }) {
  const { words, Icon, look } = links[link];
  return (
    <>
      <span className="inline-flex items-center gap-2 text-ink-2">
        <Icon aria-hidden size={20} className={look} />
        <span data-testid="link" className="max-lg:sr-only">
          {words}
        </span>
      </span>
      {view.pin && view.shared.phase !== "finished" && (
        <b className="font-display whitespace-nowrap text-choice text-accent-ink">
          <span className="sr-only">PIN </span>
          <span data-testid="pin">
            {pinGroups(view.pin)
              .split(" ")
              .map((group, index) => (
                <span key={index} className={index > 0 ? "ms-1.5" : ""}>
                  {group}
                </span>
              ))}
          </span>
        </b>
      )}
      <ButtonLink
        variant="plain"
        href={view.screenPath}
        target="_blank"
        rel="noreferrer"
        data-testid="open-screen"
        aria-label="Open the big screen in a new tab"
        className="max-lg:px-3!"
        icon={<MonitorUp aria-hidden size={20} />}
      >
        <span className="max-lg:hidden">Big screen</span>
      </ButtonLink>
    </>
  );
}
