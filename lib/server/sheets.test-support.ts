/** A night of a pub: a round on paper with a joker, then a slide and a buzzer. */
import { expect } from "vitest";
import type { AnswerReply, SubmitAnswer } from "@/lib/contracts/answers";
import type { LookupReply, SeatReply } from "@/lib/contracts/http";
import type { Quiz } from "@/lib/contracts/quiz";
import type { Envelope, HostView, PlayerView } from "@/lib/contracts/views";
import type { TestApp } from "./test-app";

const base = { points: 2, timeLimitSeconds: 30, explanation: null, hostNotes: null };
export const pubQuiz: Quiz = {
  title: "A pub night",
  rounds: [
    {
      id: "r1",
      title: "On paper",
      pace: "sheet",
      hasJoker: true,
      questions: [
        { ...base, id: "q1", type: "text", text: "What barks?", accepted: ["dog", "spaniel"] },
        { ...base, id: "q2", type: "number", text: "How many legs has it?", value: 4, tolerance: 0 },
        { ...base, id: "q3", type: "list", text: "Two of its kin", items: [["wolf"], ["fox"]], wanted: 2 },
      ],
    },
    {
      id: "r2",
      title: "Quick ones",
      hasJoker: true,
      questions: [
        { ...base, id: "q4", type: "info", text: "Hands on your phones" },
        { ...base, id: "q5", type: "buzzer", text: "Who sings?", answer: "a wren" },
      ],
    },
  ],
};

export async function openPubNight(app: TestApp, cookie: string) {
  const { sessionId, pin } = await app.startSession(cookie, pubQuiz);
  const path = `/api/sessions/${sessionId}`;
  const room = await app.box.service.findRoom(sessionId);
  // rows of a stored quiz have ids of their own
  const rounds = room?.state.quiz.rounds ?? [];
  const ids = rounds.flatMap((round) => round.questions.map(({ id }) => id)) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const jokers = rounds.map(({ id }) => `joker:${id}`) as [string, string];
  let taps = 0;
  return {
    sessionId,
    pin,
    path,
    ids,
    jokers,
    order: app.orders(cookie, sessionId),
    view: async (token: string) =>
      (await app.request<Envelope<PlayerView>>("GET", `${path}/view`, { token })).json.view,
    host: async () => (await app.request<Envelope<HostView>>("GET", `${path}/host`, { cookie })).json.view,
    send: (token: string, answer: Omit<SubmitAnswer, "submissionId">) =>
      app.request<AnswerReply & { code?: string }>("POST", `${path}/answers`, {
        token,
        body: { submissionId: `tap number ${taps++}`, ...answer },
      }),
    /** A second phone of the team. */
    async addPhone(seatCode: string): Promise<string> {
      const found = await app.request<LookupReply>("POST", "/api/lookup", { body: { pin } });
      const token = found.json.deviceToken;
      const bound = await app.request<SeatReply>("POST", `${path}/reclaim`, { token, body: { seatCode } });
      expect(bound.status).toBe(200);
      return token;
    },
  };
}
export const text = (words: string) => ({ kind: "text" as const, text: words });
