"use client";
/** The phone of a seated player: one phase at a time, whatever road the view came by. */
import { CloudOff, RefreshCw, Wifi } from "lucide-react";
import { useState } from "react";
import { Bell } from "@/components/ui/bell";
import { Button } from "@/components/ui/button";
import { ChoiceBadge } from "@/components/ui/choice-badge";
import { useCountdown } from "@/components/ui/countdown";
import { Note } from "@/components/ui/note";
import { ordinalSuffix } from "@/components/ui/ordinal";
import type { AnswerState } from "@/lib/client/outbox";
import { usePlayerSession } from "@/lib/client/use-player-session";
import type { AnswerValue } from "@/lib/contracts/answers";
import type { RefusalCode } from "@/lib/contracts/refusals";
import type { MeView, PlayerView, PublicQuestion } from "@/lib/contracts/views";
import { LobbyCard } from "./lobby-card";
import { PhoneFrame } from "./phone-frame";
import { AnswerNote, QuestionForm } from "./question-form";

type Props = { sessionId: string; title: string; onSeatLost: () => void };

/** Refusals after which this phone cannot simply take a seat anew. */
const noWayBack = new Set<RefusalCode>(["SEAT_BANNED", "SESSION_ENDED", "BAD_TOKEN"]);

export function SessionPhone({ sessionId, title, onSeatLost }: Props) {
  const session = usePlayerSession(sessionId);
  const { view, link, refusal, missedAnswer } = session;
  const [explained, setExplained] = useState(false);

  if (refusal)
    return (
      <PhoneFrame title={title} phase="refused">
        <div className="my-auto flex flex-col gap-5">
          <h1 className="text-hero" data-testid="refusal">
            {refusal.message}
          </h1>
          {refusal.code === "BAD_TOKEN" && (
            <Button onClick={() => window.location.reload()} data-testid="reload">
              Load the page again
            </Button>
          )}
          {!noWayBack.has(refusal.code) && (
            <Button onClick={onSeatLost} data-testid="join-again">
              Join again
            </Button>
          )}
        </div>
      </PhoneFrame>
    );
  if (!view)
    return (
      <PhoneFrame title={title} phase="loading">
        <h1 className="my-auto text-hero">Taking your seat…</h1>
      </PhoneFrame>
    );

  const { shared, me } = view;
  const aside = (
    <>
      {link === "fallback" && (
        <button
          type="button"
          data-testid="backup-line"
          aria-label="You are on the backup line"
          className="grid size-12 place-items-center text-warn"
          onClick={() => setExplained(!explained)}
        >
          <RefreshCw aria-hidden size={20} />
        </button>
      )}
      <span>{whereIn(shared)}</span>
    </>
  );
  const banner = link === "offline" && (
    <div
      role="status"
      data-testid="offline"
      className="flex items-center gap-3 bg-warn px-4 py-3 text-on-state"
    >
      <CloudOff aria-hidden size={22} />
      <span>
        <b className="block">No signal just now</b>
        We keep trying. What you answer is kept on this phone.
      </span>
    </div>
  );
  return (
    <PhoneFrame title={<bdi>{me.name}</bdi>} aside={aside} banner={banner} phase={shared.phase}>
      {explained && (
        <Note tone="neutral" icon={<Wifi aria-hidden size={22} />} title="You are on the backup line">
          The live connection is blocked here, so this phone asks for news instead. Everything counts just the
          same.
        </Note>
      )}
      {missedAnswer && "question" in shared && shared.question.id !== missedAnswer.questionId && (
        <Note tone="bad" title="An earlier answer did not arrive." testId="missed-answer">
          {missedAnswer.refusal.message}
        </Note>
      )}
      <Phase view={view} session={session} sessionId={sessionId} />
    </PhoneFrame>
  );
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function whereIn(shared: PlayerView["shared"]): string {
  if ("question" in shared) return `Q${shared.question.number} of ${shared.round.questionCount}`;
  return "round" in shared ? `Round ${shared.round.number} of ${shared.round.count}` : shared.title;
}

function Phase({
  view: { shared, me },
  session,
  sessionId,
}: {
  view: PlayerView;
  session: ReturnType<typeof usePlayerSession>;
  sessionId: string;
}) {
  switch (shared.phase) {
    case "lobby":
      return <LobbyCard me={me} sessionId={sessionId} />;
    case "roundIntro":
      return (
        <Centre>
          <p className="text-lead text-accent-ink">
            Round {shared.round.number} of {shared.round.count}
          </p>
          <h1 className="text-hero">{shared.round.title}</h1>
          <p className="text-ink-2">
            {counted(shared.round.questionCount, "question")}. The first one turns up here by itself.
          </p>
        </Centre>
      );
    case "question":
      return (
        <QuestionForm
          key={shared.question.id}
          question={shared.question}
          opensAt={shared.opensAt}
          closesAt={shared.closesAt}
          serverNow={session.serverNow}
          answer={session.answerState(shared.question.id)}
          onAnswer={(value) => session.submitAnswer(shared.question.id, value)}
        />
      );
    case "locked":
      return (
        <Centre>
          <div className="mx-auto">
            <Bell size={120} />
          </div>
          <h1 className="text-center text-hero">Time, please.</h1>
          <LockedAnswer question={shared.question} state={session.answerState(shared.question.id)} />
          <p className="text-center text-ink-2">Eyes on the big screen.</p>
          <LateNote state={session.answerState(shared.question.id)} />
        </Centre>
      );
    case "reveal":
      return (
        <>
          <Verdict me={me} questionId={shared.question.id} skipped={shared.reveal.skipped} />
          {me.answer?.questionId === shared.question.id && (
            <MyAnswer question={shared.question} value={me.answer.value} label="You said" />
          )}
          {!shared.reveal.skipped && (
            <div className="rounded-card border border-good px-4 py-3" data-testid="right-answer">
              <p className="text-ink-2">It was</p>
              <p className="text-lead font-bold">{shared.reveal.answerText}</p>
              {shared.reveal.explanation && <p className="mt-1 text-ink-2">{shared.reveal.explanation}</p>}
            </div>
          )}
          <LateNote state={session.answerState(shared.question.id)} />
          <RankCard me={me} />
        </>
      );
    case "standings":
      return <Standings me={me} rows={shared.standings.rows} />;
    case "paused":
      return <BreakCard resumesAt={shared.resumesAt} serverNow={session.serverNow} />;
    case "finished":
      return <Finished me={me} title={shared.title} rows={shared.standings.rows} />;
  }
}

const Centre = ({ children }: { children: React.ReactNode }) => (
  <div className="my-auto flex flex-col gap-4">{children}</div>
);

function LateNote({ state }: { state: AnswerState | null }) {
  if (state?.status !== "refused") return null;
  return (
    <Note
      tone="bad"
      title={state.refusal?.message ?? "Your answer did not arrive in time."}
      testId="late-note"
    >
      Your answer did not arrive in time.
    </Note>
  );
}

/** An answer may still be on its way when the bell rings: it is shown with what is known of it. */
function LockedAnswer({ question, state }: { question: PublicQuestion; state: AnswerState | null }) {
  if (!state || state.status === "refused") return null;
  const isSaved = state.status === "saved";
  return (
    <>
      <MyAnswer
        question={question}
        value={state.value}
        label={isSaved ? "Your answer, saved" : "Your answer, not saved yet"}
      />
      {!isSaved && <AnswerNote answer={state} />}
    </>
  );
}

function MyAnswer({
  question,
  value,
  label,
}: {
  question: PublicQuestion;
  value: AnswerValue;
  label: string;
}) {
  const ids = idsIn(value);
  const picked = question.choices
    .map((choice, index) => ({ choice, index }))
    .filter(({ choice }) => ids.includes(choice.id));
  return (
    <div
      data-testid="my-answer"
      className="flex flex-col gap-2 rounded-card border border-dashed border-edge px-4 py-3"
    >
      <p className="text-ink-2">{label}</p>
      {picked.map(({ choice, index }) => (
        <p key={choice.id} className="flex items-center gap-3 text-lead font-bold">
          <ChoiceBadge index={index} /> {choice.text}
        </p>
      ))}
      {value.kind === "text" && (
        <p className="text-lead font-bold">
          <bdi>{value.text}</bdi>
        </p>
      )}
      {value.kind === "number" && <p className="text-lead font-bold">{value.number}</p>}
    </div>
  );
}

const idsIn = (value: AnswerValue): string[] =>
  value.kind === "choice" ? [value.choiceId] : value.kind === "choices" ? value.choiceIds : [];

const verdicts = {
  right: { title: "Right!", tone: "border-good bg-good-soft", mark: "✓" },
  wrong: { title: "Not quite", tone: "border-bad bg-bad-soft", mark: "✗" },
  unanswered: { title: "No answer", tone: "border-line bg-panel", mark: "–" },
  joinedLater: { title: "You joined after this question", tone: "border-line bg-panel", mark: "–" },
  skipped: { title: "This one does not count", tone: "border-line bg-panel", mark: "–" },
  // the room's view may come a moment before this phone's own marks
  marking: { title: "Marking…", tone: "border-line bg-panel", mark: "–" },
};

function Verdict({ me, questionId, skipped }: { me: MeView; questionId: string; skipped: boolean }) {
  const hasAnswer = me.answer?.questionId === questionId;
  const outcome = me.result?.outcome ?? (skipped ? "skipped" : hasAnswer ? "marking" : "unanswered");
  const { title, tone, mark } = verdicts[outcome];
  const points = me.result?.points ?? 0;
  return (
    <section
      data-testid="verdict"
      data-outcome={outcome}
      className={`rounded-slab border-2 px-4 py-8 text-center ${tone}`}
    >
      <p aria-hidden className="text-giant leading-none">
        {mark}
      </p>
      <h1 className="text-hero">{title}</h1>
      {(outcome === "right" || outcome === "wrong") && (
        <p className="text-choice font-bold">{points > 0 ? `+${counted(points, "point")}` : "No points"}</p>
      )}
    </section>
  );
}

function RankCard({ me }: { me: MeView }) {
  const { standing } = me;
  if (!standing) return null;
  return (
    <section
      className="rounded-card border border-line bg-panel px-4 py-3"
      data-testid="rank"
      data-points={standing.points}
    >
      <p className="flex items-baseline gap-3">
        <Rank rank={standing.rank} className="text-hero" />
        <span>
          of {standing.playerCount} · <b>{counted(standing.points, "point")}</b>{" "}
          <Movement by={standing.movement} />
        </span>
      </p>
      {standing.gapToNext !== null && standing.nextName && (
        <p className="text-ink-2">
          {counted(standing.gapToNext, "point")} to catch <bdi>{standing.nextName}</bdi>
        </p>
      )}
    </section>
  );
}

const Rank = ({ rank, className }: { rank: number; className: string }) => (
  <span className={`font-display text-accent-ink ${className}`}>
    {rank}
    <sup className="text-[0.45em]">{ordinalSuffix(rank)}</sup>
  </span>
);
const Movement = ({ by }: { by: number }) =>
  by === 0 ? null : (
    <span className={by > 0 ? "text-good" : "text-bad"}>{by > 0 ? `▲ up ${by}` : `▼ down ${-by}`}</span>
  );

type Rows = Extract<PlayerView["shared"], { phase: "standings" }>["standings"]["rows"];

function Table({ rows, me }: { rows: Rows; me: MeView }) {
  return (
    <ol className="flex flex-col" data-testid="standings">
      {rows.slice(0, 6).map((row) => (
        <li
          key={row.playerId}
          className={`flex items-center gap-4 rounded-card px-4 py-2.5 ${row.playerId === me.playerId ? "bg-amber font-bold text-on-accent" : "border-b border-line"}`}
        >
          <span className="w-6 tabular-nums">{row.rank}</span>
          <bdi className="min-w-0 grow truncate">{row.name}</bdi>
          <span className="font-bold tabular-nums">{row.points}</span>
        </li>
      ))}
    </ol>
  );
}

function Standings({ me, rows }: { me: MeView; rows: Rows }) {
  return (
    <>
      <div className="py-4 text-center">
        <p className="text-ink-2">You are</p>
        {me.standing && (
          <>
            <Rank rank={me.standing.rank} className="text-giant" />
            <p data-testid="rank" data-points={me.standing.points}>
              of {me.standing.playerCount} · <b>{counted(me.standing.points, "point")}</b>{" "}
              <Movement by={me.standing.movement} />
            </p>
          </>
        )}
      </div>
      <Table rows={rows} me={me} />
    </>
  );
}

function BreakCard({ resumesAt, serverNow }: { resumesAt: number | null; serverNow: () => number }) {
  const { secondsLeft } = useCountdown(resumesAt, resumesAt, serverNow);
  const clock = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, "0")}`;
  return (
    <Centre>
      <h1 className="text-hero">Break</h1>
      <p className="text-lead text-ink-2">
        {resumesAt === null || secondsLeft === 0 ? "We go on in a moment." : `Back in ${clock}`}
      </p>
      <p className="text-ink-2">Leave this page open. It goes on by itself.</p>
    </Centre>
  );
}

function Finished({ me, title, rows }: { me: MeView; title: string; rows: Rows }) {
  const { standing } = me;
  const text = standing
    ? `${me.name} came ${standing.rank}${ordinalSuffix(standing.rank)} of ${standing.playerCount} in ${title}`
    : title;
  const canShare = typeof navigator !== "undefined" && "share" in navigator;
  return (
    <>
      {standing && (
        <section
          className="mat -rotate-1 px-6 py-8 text-center"
          data-testid="rank"
          data-points={standing.points}
        >
          <p>
            <bdi>{me.name}</bdi> came
          </p>
          <p className="font-display text-giant leading-none">
            {standing.rank}
            <sup className="text-[0.45em]">{ordinalSuffix(standing.rank)}</sup>
          </p>
          <p>
            of {standing.playerCount}, with <b>{counted(standing.points, "point")}</b>
          </p>
        </section>
      )}
      <Table rows={rows} me={me} />
      {canShare && (
        <Button className="mt-auto" wide onClick={() => navigator.share({ text }).catch(() => undefined)}>
          Share the result
        </Button>
      )}
    </>
  );
}
