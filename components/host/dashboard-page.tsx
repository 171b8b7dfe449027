"use client";
/** A host's quizzes and nights. */
import { Play, Upload } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import { api } from "@/lib/client/api";
import type { QuizSummary, SessionCreated, SessionSummary } from "@/lib/contracts/http";
import { HostFrame } from "./host-frame";
import { useHost } from "./use-host";

/** Opens a session and goes there; the refusal as words otherwise. */
export async function openSession(quizId: string): Promise<string | null> {
  const created = await api<SessionCreated>("/api/sessions", { json: { quizId } });
  if (!created.ok) return created.error.message;
  window.location.assign(`/host/session?id=${created.value.sessionId}`);
  return null;
}

export function DashboardPage() {
  const host = useHost();
  const [quizzes, setQuizzes] = useState<QuizSummary[] | null>(null);
  const [sessions, setSessions] = useState<SessionSummary[]>([]);
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (!host) return;
    void api<{ quizzes: QuizSummary[] }>("/api/quizzes").then((reply) =>
      reply.ok ? setQuizzes(reply.value.quizzes) : setSaid(reply.error.message),
    );
    void api<{ sessions: SessionSummary[] }>("/api/sessions").then(
      (reply) => reply.ok && setSessions(reply.value.sessions),
    );
  }, [host]);

  async function signOut() {
    await api("/api/auth/sign-out", { json: {} });
    window.location.assign("/");
  }
  return (
    <HostFrame
      aside={
        host && (
          <>
            <span className="text-ink-2">{host.isAnonymous ? "Guest" : host.name}</span>
            {!host.isAnonymous && (
              <Button variant="quiet" data-testid="sign-out" onClick={() => void signOut()}>
                Sign out
              </Button>
            )}
          </>
        )
      }
    >
      {host?.isAnonymous && (
        <Note tone="neutral" title="You are hosting as a guest">
          Your quizzes stay in this browser.{" "}
          <a className="text-accent-ink underline" href="/host/sign-in">
            Create an account
          </a>{" "}
          to keep them anywhere; nothing is lost.
        </Note>
      )}
      {said && <Note tone="bad" title={said} />}
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
            <li
              key={quiz.quizId}
              data-testid="quiz"
              className="flex flex-col gap-3 rounded-slab border border-line bg-panel p-5"
            >
              <h2 className="text-title">{quiz.title}</h2>
              <p className="text-ink-2">
                {quiz.roundCount} {quiz.roundCount === 1 ? "round" : "rounds"}, {quiz.questionCount} questions
              </p>
              <div className="mt-auto flex flex-wrap gap-2">
                <Button
                  data-testid="host-quiz"
                  icon={<Play aria-hidden size={20} />}
                  onClick={() => void openSession(quiz.quizId).then((refused) => refused && setSaid(refused))}
                >
                  Host
                </Button>
                <ButtonLink variant="plain" href={`/host/quiz?id=${quiz.quizId}`}>
                  Read
                </ButtonLink>
              </div>
            </li>
          ))}
        </ul>
      </section>
      {sessions.length > 0 && (
        <section className="flex flex-col gap-3">
          <h2 className="text-title">Sessions</h2>
          <ul className="flex flex-col">
            {sessions.map((session) => (
              <li
                key={session.sessionId}
                className="flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-line py-2"
              >
                <span className="w-28 text-ink-2">{new Date(session.createdAt).toLocaleDateString()}</span>
                <b className="grow">{session.title}</b>
                <span className="text-ink-2">{session.playerCount} players</span>
                {session.phase === "finished" ? (
                  <ButtonLink variant="quiet" href={`/host/results?id=${session.sessionId}`}>
                    Results
                  </ButtonLink>
                ) : (
                  <ButtonLink variant="quiet" href={`/host/session?id=${session.sessionId}`}>
                    Go on ({session.phase})
                  </ButtonLink>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </HostFrame>
  );
}
