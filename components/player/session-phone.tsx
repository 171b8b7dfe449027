"use client";
/** The phone of a seated player: one phase at a time, whatever road the view came by. */
import { useEffect, useState } from "react";
import { Note } from "@/components/ui/note";
import { api } from "@/lib/client/api";
import { deviceToken } from "@/lib/client/device";
import { usePlayerSession } from "@/lib/client/use-player-session";
import type { RefusalCode } from "@/lib/contracts/refusals";
import type { MeView, PlayerView, SharedView } from "@/lib/contracts/views";
import { wagerIdOf } from "@/lib/contracts/wager-id";
import { BreakPhase } from "./break-phase";
import { inLineOf } from "./buzz-words";
import { BackupLineMark, BackupLineNote, OfflineBanner } from "./connection-signs";
import type { Draft } from "./draft";
import { FinishedPhase } from "./finished-phase";
import { LobbyCard } from "./lobby-card";
import { LockedPhase } from "./locked-phase";
import { LockedSheet } from "./locked-sheet";
import { NextSoon } from "./next-soon";
import { Centred, PhoneFrame } from "./phone-frame";
import { QuestionForm } from "./question-form";
import { RevealPhase } from "./reveal-phase";
import { RoundIntroPhase } from "./round-intro-phase";
import { SeatLeft, SeatLost } from "./seat-lost";
import { answerable, SheetPhase } from "./sheet-phase";
import { StandingsPhase } from "./standings-phase";
import { TeamCard } from "./team-phones";
import { TeamSizeCard } from "./team-size-card";
import { useSheetDrafts } from "./use-sheet-drafts";
import { Stakes, saysStakes } from "./wager-card";

type Props = {
  sessionId: string;
  title: string;
  /** `name`: the one to offer again; empty after the host removed the seat, who wants another one then */
  onSeatLost: (name: string) => void;
};

export function SessionPhone({ sessionId, title, onSeatLost }: Props) {
  const { hasLeft, leave } = useLeave(sessionId);
  const session = usePlayerSession(hasLeft ? null : sessionId);
  const { view, link, refusal, missedAnswer } = session;
  const [explained, setExplained] = useState(false);
  useTopOfPage(view?.shared);

  // every tab and phone of the seat hears SEAT_LEFT, this one often before the reply to its own request
  if (hasLeft || refusal?.code === "SEAT_LEFT")
    return <SeatLeft title={title} onJoinAgain={() => onSeatLost(view?.me.name ?? "")} />;
  if (refusal) return <SeatLost title={title} refusal={refusal} onJoinAgain={() => onSeatLost("")} />;
  if (!view) return <TakingSeat title={title} />;

  const { shared, me } = view;
  const isOnBackup = link === "fallback";
  return (
    <PhoneFrame
      title={<bdi>{me.name}</bdi>}
      mark={isOnBackup && <BackupLineMark explained={explained} onToggle={() => setExplained(!explained)} />}
      aside={whereIn(shared)}
      banner={link === "offline" && <OfflineBanner />}
      phase={shared.phase}
    >
      <p className="sr-only" role="status">
        {announcement(shared)}
      </p>
      {isOnBackup && explained && <BackupLineNote />}
      {missedAnswer && isElsewhere(shared, me, missedAnswer.questionId) && (
        <Note
          tone="bad"
          title={`${missedWhat(missedAnswer.questionId)} did not arrive.`}
          testId="missed-answer"
        >
          {missedAnswer.refusal.message}
        </Note>
      )}
      {(shared.phase === "lobby" || shared.phase === "roundIntro") && me.teamSize?.heads === null && (
        <TeamSizeCard sessionId={sessionId} rule={shared.handicap} size={me.teamSize} />
      )}
      <Stakes shared={shared} wagers={me.wagers} entry={session.sheetEntry} />
      <PhaseView view={view} session={session} sessionId={sessionId} onLeave={leave} />
      {hasTimeForTeam(shared) && <TeamCard me={me} sessionId={sessionId} />}
    </PhoneFrame>
  );
}

function PhaseView({
  view: { shared, me },
  session,
  sessionId,
  onLeave,
}: {
  view: PlayerView;
  session: ReturnType<typeof usePlayerSession>;
  sessionId: string;
  onLeave: (isWholeTeam: boolean) => Promise<string | null>;
}) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const drafts = useSheetDrafts(session, shared.phase);
  switch (shared.phase) {
    case "lobby":
      return (
        <LobbyCard me={me} sessionId={sessionId} onLeave={onLeave}>
          {/* asked for above; once said it is no more than one of the things about this seat */}
          {me.teamSize && me.teamSize.heads !== null && (
            <TeamSizeCard sessionId={sessionId} rule={shared.handicap} size={me.teamSize} />
          )}
        </LobbyCard>
      );
    case "roundIntro":
      return (
        <RoundIntroPhase
          round={shared.round}
          me={me}
          entry={session.sheetEntry}
          onChange={session.changeAnswer}
        />
      );
    case "question":
      if (missesAll(shared, me)) return <NextSoon />;
      return shared.sheet ? (
        <SheetPhase
          key={shared.round.number}
          shared={shared}
          sheet={shared.sheet}
          missed={me.missed ?? []}
          entry={session.sheetEntry}
          drafts={drafts}
          serverNow={session.serverNow}
        />
      ) : (
        <QuestionForm
          key={shared.question.id}
          question={shared.question}
          opensAt={shared.opensAt}
          closesAt={shared.closesAt}
          serverNow={session.serverNow}
          answer={session.answerState(shared.question.id)}
          inLine={inLineOf(me, shared.question.id)}
          draft={draft}
          onDraft={setDraft}
          onAnswer={(value) => session.submitAnswer(shared.question.id, value)}
        />
      );
    case "locked":
      if (missesAll(shared, me)) return <NextSoon />;
      return shared.sheet ? (
        <LockedSheet
          sheet={shared.sheet.filter(({ id }) => !me.missed?.includes(id))}
          entry={session.sheetEntry}
          drafts={drafts}
        />
      ) : (
        <LockedPhase
          question={shared.question}
          answer={session.answerState(shared.question.id)}
          inLine={inLineOf(me, shared.question.id)}
          draft={draft}
        />
      );
    case "reveal":
      return <RevealPhase shared={shared} me={me} answer={session.answerState(shared.question.id)} />;
    case "standings":
      return <StandingsPhase me={me} shared={shared} />;
    case "paused":
      return (
        <BreakPhase
          resumesAt={shared.resumesAt}
          pausedFrom={shared.pausedFrom}
          me={me}
          serverNow={session.serverNow}
        />
      );
    case "finished":
      return <FinishedPhase me={me} shared={shared} />;
  }
}

/** Everything that takes answers here was asked before this team joined. */
function missesAll(
  { question, sheet }: Extract<SharedView, { phase: "question" | "locked" }>,
  { missed = [] }: MeView,
): boolean {
  const toAnswer = sheet ? answerable(sheet) : [question];
  return missed.length > 0 && toAnswer.every(({ id }) => missed.includes(id));
}

/** Refusals that say the seat was gone already. */
const goneCodes = new Set<RefusalCode>(["SEAT_LEFT", "SEAT_REMOVED", "NOT_SEATED"]);

/** The player's own leaving. A reply that gets lost does not matter: the news of the seat says the same. */
function useLeave(sessionId: string) {
  const [hasLeft, setHasLeft] = useState(false);
  async function leave(isWholeTeam: boolean): Promise<string | null> {
    const path = `/api/sessions/${encodeURIComponent(sessionId)}/me${isWholeTeam ? "?team=1" : ""}`;
    const reply = await api(path, { method: "DELETE", token: deviceToken() });
    if (!reply.ok && !goneCodes.has(reply.error.code)) return reply.error.message;
    setHasLeft(true);
    return null;
  }
  return { hasLeft, leave };
}

/** A new phase or question begins at its top, however far the one before was scrolled. */
function useTopOfPage(shared: SharedView | undefined): void {
  // a sheet grows under the player's hands: that is no new page
  const question = shared && "question" in shared && !isSheet(shared) ? shared.question.id : "";
  const page = shared && `${shared.phase}/${question}`;
  useEffect(() => {
    if (page) window.scrollTo(0, 0);
  }, [page]);
}

/** Longer than a slow phone needs on a full WiFi: from here on the waiting is explained. */
const slowAfterMs = 4_000;

function TakingSeat({ title }: { title: string }) {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slowAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <PhoneFrame title={title} phase="loading">
      <Centred>
        <h1 className="text-hero">Taking your seat…</h1>
        {isSlow && (
          <Note tone="warn" title="No connection just now.">
            We keep trying. Check that this phone is still on the WiFi.
          </Note>
        )}
      </Centred>
    </PhoneFrame>
  );
}

/** Between questions, below what the room looks at. The lobby has its own place for it. */
const hasTimeForTeam = ({ phase }: SharedView): boolean => phase === "paused" || phase === "standings";

const isSheet = (shared: SharedView): boolean => "sheet" in shared && shared.sheet !== null;

const missedWhat = (id: string): string => (id.startsWith(wagerIdOf("")) ? "A stake" : "An earlier answer");

/** An answer that was refused is told where its own question is not on show. */
function isElsewhere(shared: SharedView, { wagers = [] }: MeView, questionId: string): boolean {
  if (!("question" in shared) || shared.question.id === questionId) return false;
  // a stake is told with the stakes
  if (saysStakes(shared) && wagers.some((wager) => wagerIdOf(wager.questionId) === questionId)) return false;
  return !("sheet" in shared && shared.sheet?.some(({ id }) => id === questionId));
}

function whereIn(shared: SharedView): string {
  if ("question" in shared && !isSheet(shared))
    return `Q${shared.question.number} of ${shared.round.questionCount}`;
  return "round" in shared ? `Round ${shared.round.number} of ${shared.round.count}` : shared.title;
}

/** Read out by screen readers when the page turns; the page itself says the rest. */
function announcement(shared: SharedView): string {
  switch (shared.phase) {
    case "lobby":
      return "";
    case "roundIntro":
      return "A new round";
    case "question":
      return shared.sheet
        ? `Question ${shared.question.number} is on the sheet`
        : `Question ${shared.question.number} is open`;
    case "locked":
      return shared.sheet ? "The sheets are in" : "Answers are closed";
    case "reveal":
      return `Answer to question ${shared.question.number}`;
    case "standings":
      return "The table";
    case "paused":
      return "A pause";
    case "finished":
      return "The end";
  }
}
