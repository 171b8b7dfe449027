/** What several tests of the API ask with, and what they look for in its replies. */
import { expect } from "vitest";
import type { Quiz } from "@/lib/contracts/quiz";
import type { RefusalCode } from "@/lib/contracts/refusals";
import type { Reply } from "./test-app";

/** Strings that give an answer away. None of them may reach a phone or the big screen before the reveal. */
export const secrets = [
  "SENTINEL-ANSWER",
  "SENTINEL-EXPLANATION",
  "SENTINEL-NOTES",
  '"correct"',
  '"accepted"',
];
export const guardedQuiz: Quiz = {
  title: "Guarded",
  rounds: [
    {
      id: "r1",
      title: "Round one",
      questions: [
        {
          id: "q1",
          type: "text",
          text: "What is the word?",
          points: 2,
          timeLimitSeconds: 60,
          explanation: "SENTINEL-EXPLANATION",
          hostNotes: "SENTINEL-NOTES",
          accepted: ["SENTINEL-ANSWER"],
        },
      ],
    },
  ],
};

export const expectRefusal = (reply: Reply, status: number, code: RefusalCode) => {
  expect({ status: reply.status, code: (reply.json as { code?: string }).code }).toEqual({ status, code });
  expect((reply.json as { message: string }).message.length).toBeGreaterThan(10);
};
