/**
 * The quiz of a rehearsal, what the simulated guests answer to it, and what each answer is worth. The marking is written
 * a second time on purpose: a score is only checked if it is not computed by the code that made it.
 */
import type { AnswerValue } from "@/lib/contracts/answers";
import type { Pace, Question, Quiz } from "@/lib/contracts/quiz";

/** Long enough for a killed server and a phone's longest back-off (7.5 s, twice); the host moves on sooner. */
export const timeLimitSeconds = 30;
const questionsPerRound = 5;
const kinds = ["single", "boolean", "multiple", "text", "number"] as const;

export function rehearsalQuiz(questionCount: number, newId: () => string, pace: Pace = "question"): Quiz {
  const questions = Array.from({ length: questionCount }, (_, index) => question(index, newId));
  const rounds: Quiz["rounds"] = [];
  for (let from = 0; from < questions.length; from += questionsPerRound)
    rounds.push({
      id: newId(),
      title: `Round ${rounds.length + 1}`,
      ...(pace === "sheet" ? { pace } : {}),
      questions: questions.slice(from, from + questionsPerRound),
    });
  return { title: "Rehearsal", rounds };
}

function question(index: number, newId: () => string): Question {
  const base = {
    id: newId(),
    text: `Rehearsal question ${index + 1}: what would the whole room answer, if the whole room were asked at once?`,
    points: 10 + (index % 3) * 5,
    timeLimitSeconds,
    explanation: "It was only a rehearsal.",
    hostNotes: null,
  };
  const choices = (texts: string[], right: number[]) =>
    texts.map((text, at) => ({ id: newId(), text, correct: right.includes(at) }));
  const kind = kinds[index % kinds.length] ?? "single";
  switch (kind) {
    case "single":
      return { ...base, type: kind, choices: choices(["Amber", "Brown", "Cider", "Dark"], [index % 4]) };
    case "boolean":
      return { ...base, type: kind, choices: choices(["True", "False"], [index % 2]) };
    case "multiple":
      return { ...base, type: kind, choices: choices(["Ash", "Beech", "Cork", "Deal", "Elm"], [0, 2, 3]) };
    case "text":
      return { ...base, type: kind, accepted: [`Landlord ${index}`] };
    case "number":
      return { ...base, type: kind, value: 500 + index, tolerance: 5 };
  }
}

export const questionsOf = (quiz: Quiz): Question[] => quiz.rounds.flatMap((round) => round.questions);

/** What a guest says: right about half of the time. */
export function guess(question: Question, random: () => number): AnswerValue {
  const knows = random() < 0.4;
  switch (question.type) {
    case "single":
    case "boolean": {
      const pick = question.choices[Math.floor(random() * question.choices.length)];
      return { kind: "choice", choiceId: pick?.id ?? "" };
    }
    case "multiple": {
      const picked = question.choices.filter((choice) => (knows ? choice.correct : random() < 0.5));
      const ids = picked.map((choice) => choice.id);
      return { kind: "choices", choiceIds: ids.length > 0 ? ids : [question.choices[0]?.id ?? ""] };
    }
    case "text":
      return {
        kind: "text",
        text: knows ? (question.accepted[0] ?? "") : `Guess ${Math.floor(random() * 50)}`,
      };
    case "number":
      return { kind: "number", number: question.value + Math.round((random() - 0.5) * (knows ? 10 : 400)) };
    default:
      throw new Error(`no rehearsal quiz has a question of type ${question.type}`);
  }
}

export function isRight(question: Question, value: AnswerValue): boolean {
  if (question.type === "text") return value.kind === "text" && question.accepted.includes(value.text);
  if (question.type === "number")
    return value.kind === "number" && Math.abs(value.number - question.value) <= question.tolerance;
  const picked = value.kind === "choice" ? [value.choiceId] : value.kind === "choices" ? value.choiceIds : [];
  if (!("choices" in question)) return false;
  const right = question.choices.filter((choice) => choice.correct).map((choice) => choice.id);
  return picked.length === right.length && right.every((id) => picked.includes(id));
}

/** As the results export writes it. */
export function inWords(question: Question, value: AnswerValue): string {
  if (value.kind === "text") return value.text;
  if (value.kind === "number") return String(value.number);
  const picked = value.kind === "choice" ? [value.choiceId] : value.kind === "choices" ? value.choiceIds : [];
  if (!("choices" in question)) return "";
  return question.choices
    .filter((choice) => picked.includes(choice.id))
    .map((choice) => choice.text)
    .join(", ");
}
