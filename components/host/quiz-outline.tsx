"use client";
/** Rounds, questions and answers to read, and to change where `onChange` says what becomes of it. */
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { randomId } from "@/lib/client/random-id";
import { mediaWords } from "@/lib/contracts/media";
import { type Question, type QuestionType, type Quiz, questionTypes } from "@/lib/contracts/quiz";
import { answerWords, keyWords, pointWords, typeWords } from "./answer-words";
import { counted } from "./phase-words";
import { QuestionEditor } from "./question-editor";
import { newQuestion } from "./question-fields";
import { withMoved, withNewQuestion, withoutQuestion, withQuestion, withRound } from "./quiz-draft";
import { RoundRules } from "./round-rules";

type Editing = { round: number; index: number | null; question: Question };

export function QuizOutline({ quiz, onChange }: { quiz: Quiz; onChange?: (quiz: Quiz) => void }) {
  const [editing, setEditing] = useState<Editing | null>(null);
  return (
    <div className="flex flex-col gap-8">
      {quiz.rounds.map((round, at) => (
        <section key={round.id} className="flex flex-col gap-2">
          <h2 className="text-title">
            {at + 1}. {round.title}
          </h2>
          {onChange ? (
            <RoundRules round={round} onChange={(next) => onChange(withRound(quiz, at, () => next))} />
          ) : (
            <RulesInWords round={round} />
          )}
          <ol className="flex flex-col">
            {round.questions.map((question, index) => (
              <li
                key={question.id}
                data-testid="question"
                className="flex flex-col gap-x-4 border-b border-line py-3 sm:flex-row"
              >
                <QuestionWords question={question} number={index + 1} isSheet={round.pace === "sheet"} />
                {onChange && (
                  <div className="flex shrink-0 items-start gap-1 max-sm:self-end">
                    <Tool
                      label={`Edit question ${index + 1}`}
                      testId="edit-question"
                      Icon={Pencil}
                      onPress={() => setEditing({ round: at, index, question })}
                    />
                    <Tool
                      label={`Move question ${index + 1} up`}
                      Icon={ArrowUp}
                      disabled={index === 0}
                      onPress={() => onChange(withMoved(quiz, at, index, -1))}
                    />
                    <Tool
                      label={`Move question ${index + 1} down`}
                      Icon={ArrowDown}
                      disabled={index === round.questions.length - 1}
                      onPress={() => onChange(withMoved(quiz, at, index, 1))}
                    />
                    <Tool
                      label={`Take question ${index + 1} out`}
                      testId="remove-question"
                      Icon={Trash2}
                      onPress={() => onChange(withoutQuestion(quiz, at, index))}
                    />
                  </div>
                )}
              </li>
            ))}
          </ol>
          {onChange && (
            <AddQuestion
              onAdd={(type) =>
                setEditing({
                  round: at,
                  index: null,
                  question: newQuestion(type, round.questions.at(-1), randomId),
                })
              }
            />
          )}
        </section>
      ))}
      {editing && onChange && (
        <QuestionEditor
          question={editing.question}
          isSheet={quiz.rounds[editing.round]?.pace === "sheet"}
          onClose={() => setEditing(null)}
          onKeep={(question) =>
            onChange(
              editing.index === null
                ? withNewQuestion(quiz, editing.round, question)
                : withQuestion(quiz, editing.round, editing.index, question),
            )
          }
        />
      )}
    </div>
  );
}

function RulesInWords({
  round: { pace, hasJoker, speedBonus, streak, textOnScreenOnly },
}: {
  round: Quiz["rounds"][number];
}) {
  const words = [
    pace === "sheet" && "on an answer sheet",
    hasJoker && "joker",
    speedBonus &&
      (speedBonus.mode === "linear"
        ? `up to ${counted(speedBonus.points, "point")} for speed`
        : `${counted(speedBonus.points, "point")} for the first ${speedBonus.count}`),
    textOnScreenOnly && "text on the big screen only",
    streak && `${streak.points} more for each right answer in a row`,
  ].filter(Boolean);
  return words.length > 0 ? <p className="text-ink-2">{words.join(", ")}</p> : null;
}

/** The right answer is marked by a tick, not by colour alone. */
function QuestionWords({
  question,
  number,
  isSheet,
}: {
  question: Question;
  number: number;
  isSheet: boolean;
}) {
  const wrong = "choices" in question ? question.choices.filter(({ correct }) => !correct) : [];
  const details = [
    typeWords[question.type],
    ...(question.media ? [`with a ${mediaWords[question.media.kind].one}`] : []),
    ...pointWords(question),
    ...(question.type === "info" || isSheet ? [] : [`${question.timeLimitSeconds} s`]),
  ];
  return (
    <div className="min-w-0 grow">
      <p className="font-bold break-words">
        {number}. {question.text}
      </p>
      {question.type !== "info" && (
        <p className="break-words text-good">✓ {answerWords(question) ?? keyWords(question)}</p>
      )}
      {wrong.length > 0 && <p className="text-ink-2">{wrong.map(({ text }) => text).join(" · ")}</p>}
      {question.explanation && <p className="text-ink-2">{question.explanation}</p>}
      {question.hostNotes && <p className="text-ink-3">Your note: {question.hostNotes}</p>}
      <p className="text-micro text-ink-3" data-testid="question-details">
        {details.join(", ")}
      </p>
    </div>
  );
}

function AddQuestion({ onAdd }: { onAdd: (type: QuestionType) => void }) {
  const [type, setType] = useState<QuestionType>("text");
  return (
    <div className="flex flex-wrap items-center gap-2 pt-1">
      <select
        aria-label="Type of the new question"
        data-testid="new-type"
        value={type}
        className="min-h-12 rounded-card border border-edge bg-sunken px-3 text-lead"
        onChange={({ target }) => setType(target.value as QuestionType)}
      >
        {questionTypes.map((one) => (
          <option key={one} value={one}>
            {typeWords[one]}
          </option>
        ))}
      </select>
      <Button
        variant="plain"
        data-testid="add-question"
        icon={<Plus aria-hidden size={18} />}
        onClick={() => onAdd(type)}
      >
        Add a question
      </Button>
    </div>
  );
}

function Tool({
  label,
  testId,
  disabled = false,
  Icon,
  onPress,
}: {
  label: string;
  testId?: string;
  disabled?: boolean;
  Icon: typeof Pencil;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      data-testid={testId}
      disabled={disabled}
      className="grid size-12 place-items-center rounded-card border border-transparent text-ink-2 hover:border-edge hover:text-ink disabled:opacity-30"
      onClick={onPress}
    >
      <Icon aria-hidden size={18} />
    </button>
  );
}
