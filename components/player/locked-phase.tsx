import { Bell } from "@/components/ui/bell";
import type { AnswerState } from "@/lib/client/outbox";
import type { PublicQuestion } from "@/lib/contracts/views";
import { AnswerNote, LateNote } from "./answer-note";
import { MyAnswer } from "./my-answer";
import { Centred } from "./phone-frame";

export function LockedPhase({ question, answer }: { question: PublicQuestion; answer: AnswerState | null }) {
  return (
    <Centred>
      <div className="mx-auto">
        <Bell size={120} />
      </div>
      <h1 className="text-center text-hero">Time, please.</h1>
      <LockedAnswer question={question} answer={answer} />
      <p className="text-center text-lead text-ink-2">Eyes on the big screen.</p>
      <LateNote answer={answer} />
    </Centred>
  );
}

/** An answer may still be on its way when the bell rings: it is shown with what is known of it. */
function LockedAnswer({ question, answer }: { question: PublicQuestion; answer: AnswerState | null }) {
  if (!answer || answer.status === "refused") return null;
  const isSaved = answer.status === "saved";
  return (
    <>
      <MyAnswer
        question={question}
        value={answer.value}
        label={isSaved ? "Your answer, saved" : "Your answer, not saved yet"}
      />
      {!isSaved && <AnswerNote answer={answer} />}
    </>
  );
}
