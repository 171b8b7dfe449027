"use client";
/** A host's quizzes and nights. */
import { DoorOpen, Play, Upload } from "lucide-react";
import { useEffect, useState } from "react";
import { pinGroups } from "@/components/screen/pin-groups";
import { Button, ButtonLink } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import { api } from "@/lib/client/api";
import type { QuizSummary, SessionSummary } from "@/lib/contracts/http";
import type { Phase } from "@/lib/contracts/views";
import { AccountMenu } from "./account-menu";
import { HostFrame } from "./host-frame";
import { libraryNav } from "./host-nav";
import { openSession } from "./open-session";
import { counted, phaseWords } from "./phase-words";
import { useHostAccount } from "./use-host";

const phaseOf = (session: SessionSummary) => phaseWords[session.phase as Phase] ?? session.phase;
const isRunning = (session: SessionSummary) => session.phase !== "finished";

export function DashboardPage() {
  const { host, trouble } = useHostAccount();
  const [quizzes, setQuizzes] = useState<QuizSummary[] | null>(null);
  const [sessions, setSessions] = useState<SessionSummary[]>([]);
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (!host) return;
    void api<{ quizzes: QuizSummary[] }>("/api/quizzes").then((reply) =>
      reply.ok ? setQuizzes(reply.value.quizzes) : setSaid(reply.error.message),
    );
    void api<{ sessions: SessionSummary[] }>("/api/sessions").then((reply) =>
      reply.ok ? setSessions(reply.value.sessions) : setSaid(reply.error.message),
    );
  }, [host]);
  const running = sessions.find(isRunning);
  const hostQuiz = (quizId: string) =>
    void openSession(quizId).then((refused) => refused && setSaid(refused));
  return (
    <HostFrame nav={libraryNav("/host")} aside={host && <AccountMenu host={host} />}>
      {host?.isAnonymous && (
        <Note tone="neutral" title="You are hosting as a guest" testId="guest-note">
          Your quizzes stay in this browser, and signing out loses them.{" "}
          <a className="text-accent-ink underline" href="/host/sign-in" data-testid="create-account">
            Create an account
          </a>{" "}
          to keep them anywhere; nothing is lost.
        </Note>
      )}
      {(said || trouble) && <Note tone="bad" title={said || (trouble ?? "")} testId="refusal" />}
      {running && <RunningCard session={running} />}
      <section className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-hero">Your quizzes</h1>
          <ButtonLink
            variant="plain"
            href="/host/import"
            icon={<Upload aria-hidden size={20} />}
            data-testid="import"
          >
            Import
          </ButtonLink>
        </div>
        {quizzes === null && !said && <p>Looking for your quizzes…</p>}
        {quizzes?.length === 0 && <p>No quiz yet. Import a question file to begin.</p>}
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {quizzes?.map((quiz) => (
            <QuizCard key={quiz.quizId} quiz={quiz} onHost={() => hostQuiz(quiz.quizId)} />
          ))}
        </ul>
      </section>
      {sessions.length > 0 && <SessionTable sessions={sessions} />}
    </HostFrame>
  );
}

/** A night that has begun is what a host who comes here looks for (HST-01). */
function RunningCard({ session }: { session: SessionSummary }) {
  return (
    <section
      data-theme="dark"
      className="host-wood flex flex-wrap items-center justify-between gap-4 rounded-slab border border-brass/50 p-6 text-ink shadow-card"
    >
      <div className="min-w-0">
        <p className="font-bold text-accent-ink">Not finished: {phaseOf(session).toLowerCase()}</p>
        <h2 className="text-hero break-words">{session.title}</h2>
        <p className="text-lead text-ink-2">
          {counted(session.playerCount, "team")}, PIN {pinGroups(session.pin)}
        </p>
      </div>
      <ButtonLink
        href={`/host/session?id=${encodeURIComponent(session.sessionId)}`}
        className="min-h-16 px-8 text-choice!"
        data-testid="go-on"
        icon={<DoorOpen aria-hidden size={24} />}
      >
        Back to the console
      </ButtonLink>
    </section>
  );
}

function QuizCard({ quiz, onHost }: { quiz: QuizSummary; onHost: () => void }) {
  return (
    <li
      data-testid="quiz"
      className="flex flex-col overflow-hidden rounded-slab border border-line bg-panel shadow-low"
    >
      <div
        data-theme="dark"
        className="host-slate flex min-h-24 items-end border-b-4 border-brass/40 px-5 py-3"
      >
        <h2 className="line-clamp-3 min-w-0 text-title break-words text-chalk">{quiz.title}</h2>
      </div>
      <div className="flex flex-1 flex-col gap-3 p-5">
        <p className="text-ink-2">
          {counted(quiz.roundCount, "round")}, {counted(quiz.questionCount, "question")}
        </p>
        <div className="mt-auto flex flex-wrap gap-2">
          <Button data-testid="host-quiz" icon={<Play aria-hidden size={20} />} onClick={onHost}>
            Host
          </Button>
          <ButtonLink variant="plain" href={`/host/quiz?id=${encodeURIComponent(quiz.quizId)}`}>
            Read
          </ButtonLink>
        </div>
      </div>
    </li>
  );
}

function SessionTable({ sessions }: { sessions: SessionSummary[] }) {
  return (
    <section className="flex flex-col gap-2 rounded-slab border border-line bg-panel p-5">
      <h2 className="text-title">Sessions</h2>
      <ul className="flex flex-col">
        {sessions.map((session) => (
          <li
            key={session.sessionId}
            data-testid="session"
            className="grid grid-cols-[1fr_auto] items-center gap-x-4 border-t border-line py-1 sm:grid-cols-[7rem_1fr_8rem_7rem_6.5rem]"
          >
            <span className="text-ink-2 max-sm:order-3">
              {new Date(session.createdAt).toLocaleDateString(undefined, { day: "numeric", month: "short" })}
              <span className="sm:hidden">, {counted(session.playerCount, "team")}</span>
            </span>
            <b className="min-w-0 break-words">{session.title}</b>
            <span className="text-ink-2 max-sm:hidden">{phaseOf(session)}</span>
            <span className="text-ink-2 max-sm:hidden">{counted(session.playerCount, "team")}</span>
            <ButtonLink
              variant="quiet"
              className="justify-end px-2!"
              href={
                isRunning(session)
                  ? `/host/session?id=${encodeURIComponent(session.sessionId)}`
                  : `/host/results?id=${encodeURIComponent(session.sessionId)}`
              }
            >
              {isRunning(session) ? "Go on" : "Results"}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
