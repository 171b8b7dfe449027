/**
 * The product with a room in it, for works that speak HTTP: the production server on a throw-away embedded database,
 * limits on, a host, a session in its first question, and as many seats as asked for, each with its own token.
 */
import type { LookupReply, SeatReply, SessionCreated } from "@/lib/contracts/http";
import type { Quiz } from "@/lib/contracts/quiz";
import type { Envelope, HostView } from "@/lib/contracts/views";
import { CannotRun } from "../options";
import { OwnServer, usageOf } from "../own-server";
import { LightHttp } from "./light-http";
import { pinServer } from "./machine";
import { benchQuiz } from "./quiz";

/** As many at a time as do not queue. */
const joinAtOnce = 50;

export type Venue = {
  port: number;
  pid: number;
  sessionId: string;
  joinKey: string;
  quiz: Quiz;
  tokens: string[];
  /** of the players, by the same number */
  playerIds: string[];
  /** the host's press; resolves with the version it led to */
  advance(): Promise<number>;
  hangingPolls(): Promise<number>;
  cpuSeconds(): number;
  close(): Promise<void>;
};

/** `roomSize`: what the limits are sized for, where it is not the seats alone. */
export async function openVenue(seats: number, questions: number, roomSize = seats): Promise<Venue> {
  const server = await OwnServer.open({ ROOM_SIZE: String(roomSize) }, (said) => {
    throw new CannotRun(`The server stopped by itself. Its last words:\n${said}`);
  });
  const { pid } = server;
  pinServer(pid);
  const port = Number(server.url.port);
  const line = new LightHttp(port);
  let cookie = "";
  const need = async <T>(method: string, path: string, json?: unknown): Promise<T> => {
    const headers = { Origin: server.url.origin, ...(cookie ? { Cookie: cookie } : {}) };
    const reply = await line.request(method, path, headers, json);
    if (reply.status >= 400)
      throw new CannotRun(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.json)}`);
    if (reply.setCookie) cookie = reply.setCookie;
    return reply.json as T;
  };
  await need("POST", "/api/auth/sign-in/anonymous", {});
  const { quizId } = await need<{ quizId: string }>("POST", "/api/quizzes", benchQuiz(questions));
  const { quiz } = await need<{ quiz: Quiz }>("GET", `/api/quizzes/${quizId}`);
  const { sessionId } = await need<SessionCreated>("POST", "/api/sessions", { quizId });
  const first = await need<Envelope<HostView>>("GET", `/api/sessions/${sessionId}/host`);
  const joinKey = /\/j\/([^/?]+)/.exec(first.view.joinUrl)?.[1] ?? "";
  let { version } = first;
  const advance = async () => {
    const done = await need<{ envelope: Envelope<HostView> }>("POST", `/api/sessions/${sessionId}/commands`, {
      type: "advance",
      basedOn: version,
    });
    version = done.envelope.version;
    return version;
  };

  const tokens: string[] = [];
  const playerIds: string[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: joinAtOnce }, async () => {
      const phone = new LightHttp(port);
      for (let number = next++; number < seats; number = next++) {
        const found = await phone.request("POST", "/api/lookup", {}, { key: joinKey });
        const token = (found.json as LookupReply).deviceToken;
        const seat = await phone.request(
          "POST",
          `/api/sessions/${sessionId}/join`,
          { Authorization: `Bearer ${token}` },
          { name: `Team ${number}`, source: "qr" },
        );
        if (seat.status !== 200) throw new CannotRun(`join: ${seat.status} ${JSON.stringify(seat.json)}`);
        tokens[number] = token;
        playerIds[number] = (seat.json as SeatReply).player.playerId;
      }
      phone.close();
    }),
  );
  // the round's title, then its first question
  await advance();
  await advance();

  return {
    port,
    pid,
    sessionId,
    joinKey,
    quiz,
    tokens,
    playerIds,
    advance,
    async hangingPolls() {
      const text = await (await fetch(new URL("/metrics", server.url))).text();
      return Number(/^roomful_hanging_polls (\d+)/m.exec(text)?.[1] ?? Number.NaN);
    },
    cpuSeconds: () => usageOf(pid)?.cpuSeconds ?? 0,
    async close() {
      line.close();
      await server.close();
    },
  };
}
