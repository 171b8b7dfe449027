"use client";
/** Choose a file, look at what it holds and what is wrong with it, then save: nothing is kept before that. */
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Note } from "@/components/ui/note";
import { useEarlyInput } from "@/components/ui/use-early-input";
import { api } from "@/lib/client/api";
import type { ImportResult } from "@/lib/contracts/quiz";
import { HostFrame } from "./host-frame";
import { libraryNav } from "./host-nav";
import { counted } from "./phase-words";
import { QuizOutline } from "./quiz-outline";
import { useHost } from "./use-host";

export function ImportPage() {
  useHost();
  const [preview, setPreview] = useState<ImportResult | null>(null);
  const [title, setTitle] = useState("");
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  const door = useRef<HTMLLabelElement>(null);
  useEarlyInput(door, take);

  function take(input: HTMLInputElement) {
    void read(input.files?.[0]);
    // the same file, mended, may be chosen again: without this the browser would see no change
    input.value = "";
  }
  async function read(file: File | undefined) {
    if (!file) return;
    setBusy(true);
    setSaid("");
    setPreview(null);
    const reply = await api<ImportResult>(`/api/imports?filename=${encodeURIComponent(file.name)}`, {
      body: file,
    });
    setBusy(false);
    if (!reply.ok) return setSaid(reply.error.message);
    setPreview(reply.value);
    setTitle(reply.value.quiz?.title ?? "");
  }
  async function save() {
    if (!preview?.quiz) return;
    setBusy(true);
    const reply = await api<{ quizId: string }>("/api/quizzes", {
      json: { ...preview.quiz, title: title.trim() || preview.quiz.title },
    });
    setBusy(false);
    if (reply.ok) window.location.assign(`/host/quiz?id=${reply.value.quizId}`);
    else setSaid(reply.error.message);
  }
  const count = preview?.quiz?.rounds.reduce((sum, round) => sum + round.questions.length, 0) ?? 0;
  return (
    <HostFrame nav={libraryNav("/host/import")}>
      <h1 className="text-hero">Import questions</h1>
      <label
        ref={door}
        className="flex flex-col gap-3 rounded-slab border-2 border-dashed border-edge bg-panel p-8"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void read(event.dataTransfer.files[0]);
        }}
      >
        <b>Drop a question file here, or choose one.</b>
        <span className="text-ink-2">
          Roomful, GIFT, Aiken, CSV, Blooket, Gimkit, Wayground, Open Trivia DB, OpenTriviaQA or Razzia, up to
          2 MB.
        </span>
        <input type="file" data-testid="file" onChange={(event) => take(event.target)} />
      </label>
      {busy && <p role="status">One moment…</p>}
      {said && <Note tone="bad" title={said} testId="refusal" />}
      {preview && (
        <>
          {preview.problems.length > 0 && (
            <section className="flex flex-col gap-2" data-testid="problems">
              <h2 className="text-title">What needs a look</h2>
              <ul className="flex max-h-80 flex-col overflow-auto rounded-card border border-line">
                {preview.problems.map((problem, index) => (
                  <li key={index} data-testid="problem" className="border-b border-line px-4 py-2">
                    <b className={problem.severity === "error" ? "text-bad" : "text-warn"}>
                      {problem.severity === "error" ? "Left out" : "Changed"}
                      {problem.row !== null && `, ${problem.row}`}
                    </b>{" "}
                    {problem.message}
                    {problem.excerpt && <span className="block text-ink-3">{problem.excerpt}</span>}
                  </li>
                ))}
              </ul>
            </section>
          )}
          {preview.quiz && (
            <>
              <div className="sticky bottom-0 flex flex-wrap items-end gap-4 border-y border-line bg-ground py-3">
                <div className="min-w-64 grow">
                  <Field
                    label="Title"
                    value={title}
                    maxLength={200}
                    onChange={(event) => setTitle(event.target.value)}
                    data-testid="title"
                  />
                </div>
                <Button disabled={busy} data-testid="save" onClick={() => void save()}>
                  Save {counted(count, "question")}
                </Button>
              </div>
              <QuizOutline quiz={preview.quiz} />
            </>
          )}
        </>
      )}
    </HostFrame>
  );
}
