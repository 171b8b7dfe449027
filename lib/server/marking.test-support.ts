/** A night with a sheet of two questions that people have to judge. */
import type { AnswerReply } from "@/lib/contracts/answers";
import type { MarkingReply, ResultsReply } from "@/lib/contracts/http";
import type { Quiz } from "@/lib/contracts/quiz";
import type { Envelope, HostView, PlayerView } from "@/lib/contracts/views";
import type { TestApp } from "./test-app";

const base = { points: 10, timeLimitSeconds: 30, explanation: null, hostNotes: null };
const quiz: Quiz = {
  title: "Judged by people",
  rounds: [
    {
      id: "r1",
      title: "Beasts",
      pace: "sheet",
      questions: [
        { ...base, id: "q1", type: "text", text: "What barks?", accepted: ["spaniel"] },
        { ...base, id: "q2", type: "text", text: "What purrs?", accepted: ["tabby"] },
      ],
    },
  ],
};
export type MarkReply = { ok: boolean; code?: string; marking: MarkingReply };

export async function openMarkedNight(app: TestApp, cookie: string, teamNames = ["Owls", "Foxes"]) {
  const { sessionId, pin } = await app.startSession(cookie, quiz);
  const path = `/api/sessions/${sessionId}`;
  const order = app.orders(cookie, sessionId);
  const room = await app.box.service.findRoom(sessionId);
  const ids = room?.state.quiz.rounds.flatMap(({ questions }) => questions.map(({ id }) => id));
  const [q1, q2] = ids as [string, string];
  const teams = [];
  for (const name of teamNames) teams.push(await app.join(pin, name));
  const host = async () =>
    (await app.request<Envelope<HostView>>("GET", `${path}/host`, { cookie })).json.view;
  const markerToken = new URL((await host()).markingPath, app.url).searchParams.get("token") ?? "";
  const marking = `${path}/marking?token=${encodeURIComponent(markerToken)}`;
  let count = 0;
  return {
    sessionId,
    path,
    order,
    q1,
    q2,
    teams,
    host,
    markerToken,
    answer: async (token: string, questionId: string, text: string) =>
      (
        await app.request<AnswerReply>("POST", `${path}/answers`, {
          token,
          body: { questionId, submissionId: `answer number ${count++}`, value: { kind: "text", text } },
        })
      ).json,
    /** The sheet with both questions on it. */
    async openSheet() {
      for (let step = 0; step < 3; step++) await order({ type: "advance" });
    },
    mark: (body: object, query = "") => app.request<MarkReply>("POST", marking + query, { body }),
    look: async (query = "") => app.request<MarkingReply>("GET", marking + query),
    results: async () => (await app.request<ResultsReply>("GET", `${path}/results`, { cookie })).json,
    view: async (token: string) =>
      (await app.request<Envelope<PlayerView>>("GET", `${path}/view`, { token })).json,
  };
}
