/** The quiz every room is asked: single choice, as long as pub questions are. */
import type { Quiz } from "@/lib/contracts/quiz";

export function benchQuiz(questions: number): Quiz {
  return {
    title: "The bench",
    rounds: [
      {
        id: "round-1",
        title: "One round",
        questions: Array.from({ length: questions }, (_, index) => ({
          id: `question-${index}`,
          type: "single" as const,
          text: `Question ${index + 1}: which of these rivers runs through the most capitals on its way to the sea?`,
          points: 10,
          timeLimitSeconds: 120,
          explanation: "It runs through four: Vienna, Bratislava, Budapest and Belgrade.",
          hostNotes: null,
          choices: ["The Rhine", "The Danube", "The Elbe", "The Volga"].map((text, at) => ({
            id: `question-${index}-${at}`,
            text,
            correct: at === 1,
          })),
        })),
      },
    ],
  };
}

/** What a floor passes on: as many bytes as the product sends a phone for a question (`view:change`). */
export function floorView(version: number): string {
  const view = {
    version,
    now: 1_796_022_148_802,
    cursor: "abcdefghabcdefgh",
    on: "abcdefgh",
    shared: {
      phase: "question",
      question: {
        id: "0123456789abcdef",
        number: 1,
        type: "single",
        text: "Question 1: which of these rivers runs through the most capitals on its way to the sea?",
        choices: ["The Rhine", "The Danube", "The Elbe", "The Volga"].map((text) => ({
          id: "0123456789abcdef",
          text,
        })),
        points: 10,
        isLastOfRound: false,
        isLastOfQuiz: false,
      },
      sheet: null,
      opensAt: 1_796_022_148_862,
      closesAt: 1_796_022_178_862,
    },
    gone: ["reveal"],
    me: {
      playerId: "0123456789abcdef",
      name: "Team 1",
      seatCode: "BDR58",
      answer: null,
      sheet: null,
      joker: null,
      result: null,
      standing: null,
    },
  };
  return JSON.stringify(view);
}
