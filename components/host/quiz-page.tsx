"use client";
import { Play } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import { api } from "@/lib/client/api";
import type { Quiz } from "@/lib/contracts/quiz";
import { HostFrame } from "./host-frame";
import { libraryNav } from "./host-nav";
import { openSession } from "./open-session";
import { QuizOutline } from "./quiz-outline";
import { useHost, useLacksParam, useSearchParam } from "./use-host";

/** Roomful's own file keeps everything; the others are for other programs. */
const files = [
  { format: "json", words: "a Roomful file" },
  { format: "csv", words: "a table (CSV)" },
  { format: "gift", words: "GIFT for Moodle" },
];

export function QuizPage() {
  const host = useHost();
  const quizId = useSearchParam("id");
  const hasNoQuiz = useLacksParam("id");
  const [saved, setSaved] = useState<Quiz | null>(null);
  const [quiz, setQuiz] = useState<Quiz | null>(null);
  const [refused, setSaid] = useState("");
  const said = hasNoQuiz ? "This address names no quiz. Open one from the list." : refused;
  useEffect(() => {
    if (!host || !quizId) return;
    void api<{ quiz: Quiz }>(`/api/quizzes/${encodeURIComponent(quizId)}`).then((reply) =>
      reply.ok ? show(reply.value.quiz) : setSaid(reply.error.message),
    );
    function show(loaded: Quiz) {
      setSaved(loaded);
      setQuiz(loaded);
    }
  }, [host, quizId]);
  const isChanged = quiz !== saved;
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isChanged]);

  async function save() {
    if (!quizId || !quiz) return;
    const reply = await api(`/api/quizzes/${encodeURIComponent(quizId)}`, { method: "PUT", json: quiz });
    if (reply.ok) setSaved(quiz);
    setSaid(reply.ok ? "" : reply.error.message);
  }

  async function remove() {
    if (!quizId || !window.confirm(`Delete “${quiz?.title}” for good?`)) return;
    const reply = await api(`/api/quizzes/${encodeURIComponent(quizId)}`, { method: "DELETE" });
    if (reply.ok) window.location.assign("/host");
    else setSaid(reply.error.message);
  }
  return (
    <HostFrame nav={libraryNav()}>
      {said && !isChanged && <Note tone="bad" title={said} />}
      {!quiz && !said && <p>Fetching the quiz…</p>}
      {quiz && quizId && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h1 className="text-hero">{quiz.title}</h1>
            <div className="flex flex-wrap gap-2">
              <Button variant="danger" onClick={() => void remove()}>
                Delete
              </Button>
              <Button
                data-testid="host-quiz"
                disabled={isChanged}
                icon={<Play aria-hidden size={20} />}
                onClick={() => void openSession(quizId).then((refused) => refused && setSaid(refused))}
              >
                Host this quiz
              </Button>
            </div>
          </div>
          <p className="text-ink-2">
            Take it along as{" "}
            {files.map(({ format, words }, index) => (
              <span key={format}>
                {index > 0 && " or "}
                <a
                  className="text-accent-ink underline underline-offset-4"
                  href={`/api/quizzes/${encodeURIComponent(quizId)}/export?format=${format}`}
                  download
                  data-testid={`export-${format}`}
                >
                  {words}
                </a>
              </span>
            ))}
            .
          </p>
          <QuizOutline quiz={quiz} onChange={setQuiz} />
          {isChanged && (
            <div
              className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 rounded-t-slab border border-b-0 border-edge bg-panel px-4 py-3 shadow-card"
              data-testid="unsaved"
            >
              <p className="grow font-bold" role="status">
                {said || "Not saved yet"}
              </p>
              <Button variant="plain" onClick={() => setQuiz(saved)}>
                Discard
              </Button>
              <Button data-testid="save-quiz" onClick={() => void save()}>
                Save
              </Button>
            </div>
          )}
        </>
      )}
    </HostFrame>
  );
}
