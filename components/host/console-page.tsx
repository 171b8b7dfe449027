"use client";
/** The live console: one large button for the next step, Undo for the last, and who is in the room. */
import { Clock3, Lock, MonitorUp, SkipForward, Undo2 } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { ChoiceBadge } from "@/components/ui/choice-badge";
import { useCountdown } from "@/components/ui/countdown";
import { Note } from "@/components/ui/note";
import { Pint } from "@/components/ui/pint";
import { QrCode } from "@/components/ui/qr-code";
import { Tallies } from "@/components/ui/tallies";
import { useKeepAwake } from "@/lib/client/keep-awake";
import { type HostOrder, useHostSession } from "@/lib/client/use-host-session";
import type { HostView } from "@/lib/contracts/views";
import { HostFrame } from "./host-frame";
import { TeamList } from "./team-list";
import { useHost, useSearchParam } from "./use-host";

const steps: Record<NonNullable<HostView["nextStep"]>, string> = {
  openDoors: "Start the quiz",
  startRound: "Ask the first question",
  lockAndReveal: "Lock and reveal",
  reveal: "Reveal the answer",
  nextQuestion: "Next question",
  standings: "Show the standings",
  nextRound: "Next round",
  podium: "Show the podium",
  resume: "Go on",
};
const extraSeconds = 15;
const breakMinutes = 15;

export function ConsolePage() {
  useKeepAwake();
  const host = useHost();
  const sessionId = useSearchParam("id");
  const session = useHostSession(host ? sessionId : null);
  const { view, pending, sendCommand } = session;
  const [said, setSaid] = useState("");

  const order = useCallback(
    (command: HostOrder) => {
      setSaid("");
      void sendCommand(command).then((refused) => refused && setSaid(refused.message));
    },
    [sendCommand],
  );

  useEffect(() => {
    const keys: Record<string, HostOrder> = {
      " ": { type: "advance" },
      u: { type: "undo" },
      "+": { type: "extendQuestion", seconds: extraSeconds },
      l: { type: "lockQuestion" },
      s: { type: "skipQuestion" },
      b: { type: "pause", minutes: breakMinutes },
    };
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      // a control reached by keyboard takes Space itself; letters stay shortcuts there
      const typing = target?.closest(
        event.key === " " ? "input, textarea, select, button, summary" : "input, textarea, select",
      );
      const command = keys[event.key.toLowerCase()];
      if (!command || typing || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      order(command);
    };
    // a mouse leaves no focus on a button: the next Space means the next step, not that button again
    const keepFocus = (event: MouseEvent) => {
      if ((event.target as HTMLElement | null)?.closest("button")) event.preventDefault();
    };
    window.addEventListener("keydown", press);
    window.addEventListener("mousedown", keepFocus);
    return () => {
      window.removeEventListener("keydown", press);
      window.removeEventListener("mousedown", keepFocus);
    };
  }, [order]);

  if (session.refusal)
    return (
      <HostFrame phase="refused">
        <Note tone="bad" title={session.refusal.message} testId="refusal" />
        <ButtonLink variant="plain" href="/host">
          Back to your quizzes
        </ButtonLink>
      </HostFrame>
    );
  if (!view)
    return (
      <HostFrame phase="loading">
        <p>Opening the console…</p>
      </HostFrame>
    );
  const { shared } = view;
  const running = shared.phase !== "finished";
  return (
    <HostFrame
      phase={shared.phase}
      aside={
        <>
          <span data-testid="link" className={session.link === "offline" ? "text-bad" : "text-ink-2"}>
            {session.link === "socket"
              ? "live"
              : session.link === "fallback"
                ? "backup line"
                : "no connection"}
          </span>
          {view.pin && (
            <b data-testid="pin" className="font-display text-choice text-accent-ink">
              {view.pin}
            </b>
          )}
          <ButtonLink
            variant="plain"
            href={view.screenPath}
            target="_blank"
            data-testid="open-screen"
            icon={<MonitorUp aria-hidden size={20} />}
          >
            Big screen
          </ButtonLink>
        </>
      }
    >
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <PhaseHead view={view} />
          {shared.phase === "lobby" && <Doors view={view} />}
          {view.question && <ReadOut view={view} />}
          {shared.phase === "question" && (
            <Answering
              view={view}
              opensAt={shared.opensAt}
              closesAt={shared.closesAt}
              serverNow={session.serverNow}
            />
          )}
          {(shared.phase === "standings" || shared.phase === "finished") && (
            <ol data-testid="standings" className="rounded-slab border border-line bg-panel p-4">
              {shared.standings.rows.map((row) => (
                <li key={row.playerId} className="flex gap-4 border-b border-line py-1.5 last:border-0">
                  <span className="w-8 tabular-nums">{row.rank}</span>
                  <bdi className="grow">{row.name}</bdi>
                  <b className="tabular-nums">{row.points}</b>
                </li>
              ))}
            </ol>
          )}
          {!running && sessionId && (
            <div className="flex flex-wrap gap-3">
              <ButtonLink href={`/host/results?id=${sessionId}`} data-testid="results">
                Results
              </ButtonLink>
              <ButtonLink variant="plain" href="/host">
                Your quizzes
              </ButtonLink>
            </div>
          )}
          <p role="status" data-testid="said" className="min-h-6 text-warn">
            {said}
          </p>
          {running && <ActionBar view={view} pending={pending} order={order} />}
        </div>
        <TeamList view={view} order={order} />
      </div>
    </HostFrame>
  );
}

function PhaseHead({ view: { shared, progress } }: { view: HostView }) {
  const words = {
    lobby: "Lobby",
    roundIntro: "Round intro",
    question: "Question open",
    locked: "Locked",
    reveal: "Reveal",
    standings: "Standings",
    paused: "Break",
    finished: "Finished",
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h1 className="rounded-full bg-amber px-4 py-1 text-lead text-on-accent">{words[shared.phase]}</h1>
      <p className="text-ink-2">
        {"round" in shared &&
          `Round ${shared.round.number} of ${shared.round.count}, ${shared.round.title}. `}
        {progress.asked} of {progress.total} questions asked
      </p>
    </div>
  );
}

/** Phones cannot reach an address that means "this machine" (NET-07). */
const isOwnMachine = (address: string) => /^(localhost|127\.|\[::1\])/.test(new URL(address).hostname);

function Doors({ view }: { view: HostView }) {
  return (
    <section className="flex flex-wrap items-center gap-6 rounded-slab border border-line bg-panel p-5">
      <div className="mat p-4">
        <div className="size-[220px]">
          <QrCode value={view.joinUrl} label="Join link" />
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        <p className="text-ink-2">Scan, or open</p>
        <p className="break-all text-lead font-bold">{new URL(view.joinUrl).host}</p>
        <p className="font-display text-giant leading-none text-accent-ink">
          {view.pin.replace(/(\d{3})(?=\d)/g, "$1 ")}
        </p>
        <a className="text-accent-ink underline" href={view.joinUrl} data-testid="join-link">
          Join link
        </a>
        {isOwnMachine(view.joinUrl) && (
          <Note tone="warn" title="Phones cannot reach this address." testId="unreachable">
            Open this page at the laptop’s address in the WiFi, or set PUBLIC_URL.
          </Note>
        )}
      </div>
    </section>
  );
}

function ReadOut({ view: { question, shared, live } }: { view: HostView }) {
  if (!question) return null;
  const counts = new Map(live.distribution.map((entry) => [entry.choiceId, entry.count]));
  return (
    <section className="flex flex-col gap-4 rounded-slab border border-line bg-panel p-5">
      <p className="text-accent-ink">{shared.phase === "roundIntro" ? "Coming up" : "Read this out"}</p>
      <h2 className="text-hero" data-testid="question">
        {question.text}
      </h2>
      {"choices" in question ? (
        <ul className="grid gap-3 sm:grid-cols-2">
          {question.choices.map((choice, index) => (
            <li
              key={choice.id}
              className={`flex items-center gap-3 rounded-card border px-4 py-3 ${choice.correct ? "border-good bg-good-soft" : "border-line"}`}
            >
              <ChoiceBadge index={index} />
              <span className="min-w-0 grow text-lead font-bold">
                {choice.text} {choice.correct && <span className="text-good">✓ answer</span>}
              </span>
              {shared.phase !== "roundIntro" && (
                <span className="text-ink-2">{counts.get(choice.id) ?? 0}</span>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-lead">
          Answer:{" "}
          <b>
            {question.type === "text"
              ? question.accepted.join(" / ")
              : `${question.value}${question.tolerance > 0 ? ` ± ${question.tolerance}` : ""}`}
          </b>
        </p>
      )}
      {question.explanation && <p className="text-ink-2">{question.explanation}</p>}
      {question.hostNotes && <p className="text-ink-2">Your note: {question.hostNotes}</p>}
    </section>
  );
}

function Answering({
  view,
  opensAt,
  closesAt,
  serverNow,
}: {
  view: HostView;
  opensAt: number;
  closesAt: number;
  serverNow: () => number;
}) {
  const { secondsLeft, fraction } = useCountdown(opensAt, closesAt, serverNow);
  const { answeredCount, playerCount } = view.live;
  return (
    <section className="flex flex-wrap items-center gap-5">
      <Pint fraction={fraction} seconds={secondsLeft} height="5.5rem" />
      <p className="text-lead">
        <b className="font-display text-hero" data-testid="answered">
          {answeredCount}
        </b>{" "}
        of {playerCount} answered
      </p>
      <Tallies count={answeredCount} total={playerCount} />
    </section>
  );
}

function ActionBar({
  view,
  pending,
  order,
}: {
  view: HostView;
  pending: boolean;
  order: (command: HostOrder) => void;
}) {
  const { shared, nextStep } = view;
  const onQuestion = shared.phase === "question" || shared.phase === "locked" || shared.phase === "reveal";
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center gap-2 border-t border-line bg-ground py-3">
      <Button
        variant="plain"
        disabled={pending || !view.canUndo}
        data-testid="undo"
        icon={<Undo2 aria-hidden size={20} />}
        onClick={() => order({ type: "undo" })}
      >
        Undo
      </Button>
      {shared.phase === "question" && (
        <>
          <Button
            variant="plain"
            disabled={pending}
            data-testid="extend"
            icon={<Clock3 aria-hidden size={20} />}
            onClick={() => order({ type: "extendQuestion", seconds: extraSeconds })}
          >
            +15 s
          </Button>
          <Button
            variant="plain"
            disabled={pending}
            data-testid="lock"
            icon={<Lock aria-hidden size={20} />}
            onClick={() => order({ type: "lockQuestion" })}
          >
            Lock only
          </Button>
        </>
      )}
      {onQuestion && (
        <Button
          variant="plain"
          disabled={pending}
          data-testid="skip"
          icon={<SkipForward aria-hidden size={20} />}
          onClick={() => order({ type: "skipQuestion" })}
        >
          Skip
        </Button>
      )}
      {shared.phase === "reveal" && (
        <Button
          variant="plain"
          disabled={pending}
          data-testid="show-standings"
          onClick={() => order({ type: "showStandings" })}
        >
          Standings
        </Button>
      )}
      {shared.phase !== "paused" && (
        <Button
          variant="plain"
          disabled={pending}
          data-testid="pause"
          onClick={() => order({ type: "pause", minutes: breakMinutes })}
        >
          Break
        </Button>
      )}
      <Button
        variant="quiet"
        disabled={pending}
        data-testid="end"
        onClick={() => window.confirm("End the quiz for everyone now?") && order({ type: "endSession" })}
      >
        End
      </Button>
      {nextStep && (
        <Button
          className="ml-auto min-h-16 px-8"
          disabled={pending}
          data-testid="next-step"
          // the second click of a double click is based on the view the first one led to: STALE cannot stop it (HST-06)
          onClick={(event) => event.detail < 2 && order({ type: "advance" })}
        >
          {steps[nextStep]} <kbd className="rounded bg-mat px-2 text-body font-normal">Space</kbd>
        </Button>
      )}
    </div>
  );
}
