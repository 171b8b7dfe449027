"use client";

import { type AskingView, QuestionBoard } from "@/components/screen/question-board";
import { Pint } from "@/components/ui/pint";

const sample: AskingView = {
  pin: "482915",
  typedUrl: "quiz.example",
  live: { playerCount: 34, answeredCount: 21 },
  shared: {
    joinLocked: false,
    round: { number: 2, count: 5, title: "Look up", questionCount: 8 },
    question: {
      id: "sample",
      number: 3,
      type: "single",
      text: "Which planet has the shortest day?",
      choices: [
        { id: "a", text: "Mercury" },
        { id: "b", text: "Jupiter" },
        { id: "c", text: "Mars" },
        { id: "d", text: "Neptune" },
      ],
      points: 10,
      isLastOfRound: false,
      isLastOfQuiz: false,
    },
  },
};

/** The real big screen, small: --u is measured in the picture's own height instead of the window's. */
export function PreviewScreen() {
  return (
    <div className="home-preview" aria-hidden="true" inert>
      <div className="bs" data-theme="dark">
        <QuestionBoard
          view={sample}
          clock={(height) => <Pint fraction={0.6} seconds={17} height={height} />}
        />
      </div>
    </div>
  );
}
