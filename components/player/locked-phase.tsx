import { Bell } from "@/components/ui/bell";
import type { AnswerState } from "@/lib/client/outbox";
import type { PublicQuestion } from "@/lib/contracts/views";
import { AnswerNote, LateNote } from "./answer-note";
import { buzzWords, type InLine } from "./buzz-words";
import { answerOf, type Draft, unfinished } from "./draft";
import { MyAnswer } from "./my-answer";
import { Centred } from "./phone-frame";

type Props = {
  question: PublicQuestion;
  answer: AnswerState | null;
  /** buzzer: where the team stands in line; the host may still be asking one after the other */
  inLine: InLine | null;
  /** picked or typed and not sent */
  draft: Draft | null;
};

export function LockedPhase({ question, answer, inLine, draft }: Props) {
  return (
    <Centred>
      <div className="mx-auto">
        <Bell size={120} />
      </div>
      <h1 className="text-center text-hero">Time, please.</h1>
      {inLine ? <LockedInLine {...inLine} /> : <LockedAnswer question={question} answer={answer} />}
      {!answer && draft?.questionId === question.id && <NotSent question={question} draft={draft} />}
      {inLine?.turn !== "over" && <p className="text-center text-lead text-ink-2">Eyes on the big screen.</p>}
      <LateNote answer={answer} />
    </Centred>
  );
}

function LockedInLine(inLine: InLine) {
  const { title, text } = buzzWords(inLine);
  const isCalled = inLine.turn === "now" || inLine.turn === "right";
  const look = isCalled ? "border-good" : inLine.turn === "missed" ? "border-bad" : "border-edge";
  return (
    <div
      className={`rounded-slab border-4 bg-panel px-4 py-4 text-center ${look}`}
      role="status"
      data-testid="in-line"
      data-turn={inLine.turn}
    >
      <p className="font-display text-title font-extrabold">{title}</p>
      <p className="text-lead">{text}</p>
    </div>
  );
}

/** An answer may still be on its way when the bell rings: it is shown with what is known of it. */
function LockedAnswer({ question, answer }: { question: PublicQuestion; answer: AnswerState | null }) {
  if (!answer) return null;
  if (answer.status === "refused")
    return <MyAnswer question={question} value={answer.value} label="Your answer, not saved" />;
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

/** Chosen or typed and never sent: it does not count, and does not go without a word either. */
function NotSent({ question, draft }: { question: PublicQuestion; draft: Draft }) {
  const begun = unfinished(question, draft);
  const value = answerOf(question, draft);
  if (value) return <MyAnswer question={question} value={value} label="Not sent, so it does not count" />;
  if (!begun) return null;
  return (
    <div className="rounded-slab border-2 border-dashed border-edge px-4 py-3" data-testid="unfinished">
      <p className="text-warn">{begun.reason}</p>
      <p className="text-lead font-bold [overflow-wrap:anywhere]">
        <bdi>{begun.said}</bdi>
      </p>
    </div>
  );
}
