"use client";
/** A typing mistake found on the night: phones and big screen show the new words at once. */
import { useState } from "react";
import type { MarkCommand } from "@/lib/contracts/commands";
import { AskDialog } from "./ask-dialog";
import { DialogFooter } from "./dialog-footer";
import { TextArea } from "./text-area";

type Editable = { questionId: string; text: string; explanation?: string | null; accepted?: string[] | null };

/** One accepted answer a line. */
export const linesOf = (typed: string): string[] =>
  typed
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

export function EditQuestion({
  question,
  onClose,
  onSave,
}: {
  question: Editable;
  onClose: () => void;
  onSave: (command: MarkCommand & { type: "editQuestion" }) => void;
}) {
  const [text, setText] = useState(question.text);
  const [explanation, setExplanation] = useState(question.explanation ?? "");
  const [typed, setTyped] = useState((question.accepted ?? []).join("\n"));
  const [said, setSaid] = useState("");
  function save() {
    const accepted = linesOf(typed);
    if (text.trim() === "") return setSaid("A question needs words.");
    if (question.accepted && accepted.length === 0) return setSaid("One accepted answer must stay.");
    onSave({
      type: "editQuestion",
      questionId: question.questionId,
      ...(text.trim() === question.text ? {} : { text: text.trim() }),
      ...(question.explanation === undefined || explanation.trim() === (question.explanation ?? "")
        ? {}
        : { explanation: explanation.trim() || null }),
      ...(question.accepted && accepted.join("\n") !== question.accepted.join("\n") ? { accepted } : {}),
    });
    onClose();
  }
  return (
    <AskDialog title="Edit this question" keep onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextArea
          label="Question"
          rows={3}
          maxLength={2000}
          value={text}
          testId="edit-text"
          onText={setText}
        />
        {question.accepted && (
          <TextArea
            label="Accepted answers, one a line"
            rows={4}
            value={typed}
            testId="edit-accepted"
            onText={setTyped}
            hint="Every answer is marked again by itself; your own marks stay."
          />
        )}
        {question.explanation !== undefined && (
          <TextArea
            label="Why, shown at the reveal"
            rows={2}
            maxLength={2000}
            value={explanation}
            testId="edit-explanation"
            onText={setExplanation}
          />
        )}
        <DialogFooter said={said} send="Save" onClose={onClose} />
      </form>
    </AskDialog>
  );
}
