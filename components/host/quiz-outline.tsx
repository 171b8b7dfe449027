import type { Question, Quiz } from "@/lib/contracts/quiz";

function rightAnswer(question: Question): string {
  if (question.type === "text") return question.accepted.join(" / ");
  if (question.type === "number")
    return question.tolerance > 0 ? `${question.value} ± ${question.tolerance}` : String(question.value);
  return question.choices
    .filter((choice) => choice.correct)
    .map((choice) => choice.text)
    .join(", ");
}

/** Rounds, questions and answers to read; the right ones are marked by a tick, not by colour alone. */
export function QuizOutline({ quiz }: { quiz: Quiz }) {
  return (
    <div className="flex flex-col gap-6">
      {quiz.rounds.map((round, index) => (
        <section key={round.id} className="flex flex-col gap-2">
          <h2 className="text-title">
            {index + 1}. {round.title}
          </h2>
          <ol className="flex flex-col">
            {round.questions.map((question, position) => (
              <li key={question.id} data-testid="question" className="border-b border-line py-3">
                <p className="font-bold">
                  {position + 1}. {question.text}
                </p>
                <p className="text-good">✓ {rightAnswer(question)}</p>
                {"choices" in question && (
                  <p className="text-ink-2">
                    {question.choices
                      .filter((choice) => !choice.correct)
                      .map((choice) => choice.text)
                      .join(" · ")}
                  </p>
                )}
                {question.explanation && <p className="text-ink-2">{question.explanation}</p>}
                {question.hostNotes && <p className="text-ink-3">Your note: {question.hostNotes}</p>}
                <p className="text-micro text-ink-3">
                  {question.points} points, {question.timeLimitSeconds} s
                </p>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
