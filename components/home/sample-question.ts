import type { AskingView } from "@/components/screen/question-board";

/** What the pictures on the start page show: one question, on the big screen and on a phone. */
export const sampleView: AskingView = {
  pin: "482915",
  typedUrl: "quiz.example",
  live: { playerCount: 34, answeredCount: 21 },
  shared: {
    joinLocked: false,
    sheet: null,
    round: { number: 2, count: 5, title: "Look up", questionCount: 8, pace: "question", hasJoker: false },
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
export const sampleClock = { fraction: 0.6, seconds: 17 };
export const samplePick = "b";
