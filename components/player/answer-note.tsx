import { CircleAlert, CircleCheck, Clock, LoaderCircle } from "lucide-react";
import { Note } from "@/components/ui/note";
import type { AnswerState } from "@/lib/client/outbox";

/** What became of an answer so far, in words. */
export function AnswerNote({ answer }: { answer: AnswerState | null }) {
  if (!answer) return null;
  const { tone, title, text, icon } = noteFor(answer);
  return (
    <div data-testid="answer-status" data-status={answer.status}>
      <Note tone={tone} title={title} icon={icon}>
        {text}
      </Note>
    </div>
  );
}

function noteFor(answer: AnswerState) {
  switch (answer.status) {
    case "sending":
      return {
        tone: "neutral" as const,
        title: "Sending your answer…",
        text: null,
        icon: <LoaderCircle aria-hidden className="spin shrink-0" />,
      };
    case "kept":
      return {
        tone: "warn" as const,
        title: "Kept on this phone",
        text: "Stay on this page. We keep trying.",
        icon: <Clock aria-hidden className="shrink-0 text-warn" />,
      };
    case "saved":
      return {
        tone: "good" as const,
        title: "Answer saved",
        text: "You can put the phone down.",
        icon: <CircleCheck aria-hidden className="shrink-0 text-good" />,
      };
    case "refused":
      return {
        tone: "bad" as const,
        title: answer.refusal?.message ?? "That answer was not taken.",
        text: null,
        icon: <CircleAlert aria-hidden className="shrink-0 text-bad" />,
      };
  }
}

/** After the bell: an answer that came too late, or was not taken for another reason. */
export function LateNote({ answer }: { answer: AnswerState | null }) {
  if (answer?.status !== "refused") return null;
  const isLate = !answer.refusal || answer.refusal.code === "QUESTION_CLOSED";
  return (
    <Note
      tone="bad"
      icon={<CircleAlert aria-hidden className="shrink-0 text-bad" />}
      title={answer.refusal?.message ?? "Too late: that question is closed."}
      testId="late-note"
    >
      {isLate ? "Your answer did not arrive in time." : "Your answer was not taken."}
    </Note>
  );
}
