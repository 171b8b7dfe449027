/** The whole room, and several more, on the fallback: what hanging polls cost, measured on the real API. */
import { Agent, get } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Envelope, PlayerView } from "@/lib/contracts/views";
import { smallQuiz } from "@/lib/store/test-store";
import { openTestApp, type TestApp } from "./test-app";

const seats = 50;
const pollsPerSeat = 100;
const polls = seats * pollsPerSeat;

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  // a hundred tabs on a seat are no phone: the limit on them is measured elsewhere
  app = await openTestApp({ LIMITS: "off" });
  cookie = await app.signIn();
});
afterAll(() => app.close());

/** fetch keeps a pool of its own; thousands of connections at once want plain http */
function poll(
  agent: Agent,
  path: string,
  token: string,
): Promise<{ status: number; at: number; text: string }> {
  return new Promise((done, fail) => {
    const request = get(
      `${app.url}${path}`,
      { agent, headers: { authorization: `Bearer ${token}` } },
      (reply) => {
        let text = "";
        reply.setEncoding("utf8").on("data", (part) => {
          text += part;
        });
        reply.on("end", () => done({ status: reply.statusCode ?? 0, at: performance.now(), text }));
      },
    );
    request.on("error", fail);
  });
}

test(`${polls} hanging polls on one process: all are answered with the new view, and sockets do not starve`, async () => {
  const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
  const path = `/api/sessions/${sessionId}`;
  const phones = [];
  for (let n = 0; n < seats; n++) phones.push(await app.join(pin, `Team ${n}`));
  const [first] = phones;
  if (!first) throw new Error("no seat");
  const socket = app.socket({ sessionId, role: "player", token: first.token });
  const heard = new Promise<number>((done) =>
    socket.on("view:player", ({ version }) => {
      if (version === 1) done(performance.now());
    }),
  );
  socket.connect();

  const agent = new Agent({ keepAlive: true, maxSockets: polls });
  const hanging: ReturnType<typeof poll>[] = [];
  for (const { token } of phones) {
    const { cursor } = (await app.request<Envelope<PlayerView>>("GET", `${path}/view`, { token })).json;
    for (let n = 0; n < pollsPerSeat; n++)
      hanging.push(poll(agent, `${path}/view?since=${cursor}&wait=25`, token));
  }
  await vi.waitFor(() => expect(app.box.service.waiters.size()).toBe(polls), { timeout: 40_000 });

  // an idle room of hanging polls answers others at once
  const calm = performance.now();
  expect((await app.request("GET", "/healthz")).status).toBe(200);
  expect(performance.now() - calm).toBeLessThan(500);

  const orderedAt = performance.now();
  await app.request("POST", `${path}/commands`, { cookie, body: { type: "advance", basedOn: 0 } });
  const replies = await Promise.all(hanging);
  agent.destroy();
  const socketMs = (await heard) - orderedAt;
  const slowestMs = Math.max(...replies.map(({ at }) => at)) - orderedAt;
  console.log(
    `${polls} polls: socket after ${Math.round(socketMs)} ms, last poll after ${Math.round(slowestMs)} ms`,
  );
  expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
  const phases = new Set(
    replies.map(({ text }) => (JSON.parse(text) as Envelope<PlayerView>).view.shared.phase),
  );
  expect(phases).toEqual(new Set(["roundIntro"]));
  // client and server share this process and its core; far above what is measured, far below a poll's wait
  expect(slowestMs).toBeLessThan(15_000);
  expect(socketMs).toBeLessThan(slowestMs);
  expect(app.box.service.waiters.size()).toBe(0);
}, 60_000);
