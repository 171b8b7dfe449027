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
import { useHost, useSearchParam } from "./use-host";

export function QuizPage() {
  const host = useHost();
  const quizId = useSearchParam("id");
  const [quiz, setQuiz] = useState<Quiz | null>(null);
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (!host || !quizId) return;
    void api<{ quiz: Quiz }>(`/api/quizzes/${encodeURIComponent(quizId)}`).then((reply) =>
      reply.ok ? setQuiz(reply.value.quiz) : setSaid(reply.error.message),
    );
  }, [host, quizId]);

  async function remove() {
    if (!quizId || !window.confirm(`Delete “${quiz?.title}” for good?`)) return;
    const reply = await api(`/api/quizzes/${encodeURIComponent(quizId)}`, { method: "DELETE" });
    if (reply.ok) window.location.assign("/host");
    else setSaid(reply.error.message);
  }
  return (
    <HostFrame nav={libraryNav()}>
      {said && <Note tone="bad" title={said} />}
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
                icon={<Play aria-hidden size={20} />}
                onClick={() => void openSession(quizId).then((refused) => refused && setSaid(refused))}
              >
                Host this quiz
              </Button>
            </div>
          </div>
          <QuizOutline quiz={quiz} />
        </>
      )}
    </HostFrame>
  );
}
