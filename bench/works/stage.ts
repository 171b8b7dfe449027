/**
 * Where a room of light phones sits: a bare floor or the product, each behind the same few verbs. The product is the
 * production server on a throw-away database with the limits on.
 */
import { PGlite } from "@electric-sql/pglite";
import type { LookupReply, SessionCreated } from "@/lib/contracts/http";
import type { Quiz } from "@/lib/contracts/quiz";
import type { Envelope, HostView } from "@/lib/contracts/views";
import { CannotRun } from "../options";
import { OwnServer, usageOf } from "../own-server";
import { type Database, openDatabase } from "./database";
import { openFloor } from "./floor-server";
import { LightHttp } from "./light-http";
import { frame, LightSocket } from "./light-socket";
import { pinServer } from "./machine";
import { benchQuiz, floorView } from "./quiz";

export type Place = "ws" | "socket.io" | "socket.io + Postgres" | "product, Postgres" | "product, embedded";

export type Stage = {
  /** what a phone waits for before it can show anything */
  isView(event: string): boolean;
  /** names a version once more after a while: a message to wait for */
  announces: boolean;
  /** what a phone does before the moment that is measured: the page and its look-up */
  meet(number: number): Promise<void>;
  /** Takes the seat and opens the socket; the first view says the rest. */
  join(number: number): Promise<LightSocket>;
  /** The host's press: resolves when the host is told that it is done. Returns the version phones will show. */
  press(): { version: number; done: Promise<void> };
  answer(number: number, question: number, id: number): Buffer;
  usage(): { rssMb: number; cpuSeconds: number; databaseCpuSeconds: number };
  /** the longest stall of the event loop since the last look; null where the server does not say */
  stallMs(): Promise<number | null>;
  /** rows of this question in the database; null where there is none. Only at the end: it may stop the server. */
  stored(question: number): Promise<number | null>;
  close(): Promise<void>;
};

export function openStage(place: Place, o: { phones: number; questions: number }): Promise<Stage> {
  if (place === "ws") return openFloorStage("ws", null);
  if (place === "socket.io") return openFloorStage("socket-io", null);
  if (place === "socket.io + Postgres")
    return openDatabase().then((database) => openFloorStage("socket-io", database));
  return openProductStage(place === "product, Postgres", o);
}

const answerText = (questionId: string, choiceId: string, number: number, question: number) =>
  JSON.stringify({
    questionId,
    submissionId: `${String(number).padStart(8, "0")}-${String(question).padStart(7, "0")}`,
    value: { kind: "choice", choiceId },
  });

/** Asked in the same tick as the socket is made, or the news is missed. */
const connected = (socket: LightSocket) =>
  new Promise<void>((done, fail) => {
    socket.onConnected = done;
    socket.onLost = (why) => fail(new CannotRun(why));
  });

// ---- floors ----------------------------------------------------------------------------------------------------

async function openFloorStage(name: string, database: Database | null): Promise<Stage> {
  const floor = await openFloor(name, database ? { DATABASE_URL: database.url } : {});
  let version = 0;
  const host = new LightSocket({ port: floor.port, auth: {} });
  await connected(host);
  return {
    isView: (event) => event === "view",
    announces: false,
    meet: async () => undefined,
    join: async (number) => {
      const socket = new LightSocket({ port: floor.port, auth: {} });
      const hello = frame(`42["join",{"id":"player-${number}","name":"Team ${number}"}]`);
      socket.onConnected = () => socket.send(hello, false);
      return socket;
    },
    press() {
      version += 1;
      host.send(frame(`42["show",${floorView(version)}]`));
      return { version, done: Promise.resolve() };
    },
    answer: (number, question, id) =>
      frame(`42${id}["answer:submit",${answerText(`question-${question}`, "choice-1", number, question)}]`),
    usage: () => ({ ...floor.usage(), databaseCpuSeconds: database?.cpuSeconds() ?? 0 }),
    stallMs: async () => null,
    async stored(question) {
      const rows = await database?.query(`SELECT count(*)::int AS n FROM answer WHERE "questionId" = $1`, [
        `question-${question}`,
      ]);
      return rows ? Number(rows[0]?.n) : null;
    },
    async close() {
      host.close();
      floor.close();
      await database?.drop();
    },
  };
}

// ---- the product -----------------------------------------------------------------------------------------------

async function openProductStage(
  onPostgres: boolean,
  o: { phones: number; questions: number },
): Promise<Stage> {
  const database = onPostgres ? await openDatabase() : null;
  const server = await OwnServer.open(
    { ROOM_SIZE: String(o.phones), ...(database ? { DATABASE_URL: database.url } : {}) },
    (said) => {
      throw new CannotRun(`The server stopped by itself. Its last words:\n${said}`);
    },
  );
  pinServer(server.pid);
  const port = Number(server.url.port);
  const line = new LightHttp(port);
  const origin = { Origin: server.url.origin };
  const need = async <T>(method: string, path: string, json?: unknown): Promise<T> => {
    const reply = await line.request(
      method,
      path,
      { ...origin, ...(cookie ? { Cookie: cookie } : {}) },
      json,
    );
    if (reply.status >= 400)
      throw new CannotRun(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.json)}`);
    if (reply.setCookie) cookie = reply.setCookie;
    return reply.json as T;
  };
  let cookie = "";
  await need("POST", "/api/auth/sign-in/anonymous", {});
  const { quizId } = await need<{ quizId: string }>("POST", "/api/quizzes", benchQuiz(o.questions));
  const { quiz } = await need<{ quiz: Quiz }>("GET", `/api/quizzes/${quizId}`);
  const { sessionId } = await need<SessionCreated>("POST", "/api/sessions", { quizId });
  const first = await need<Envelope<HostView>>("GET", `/api/sessions/${sessionId}/host`);
  const key = /\/j\/([^/?]+)/.exec(first.view.joinUrl)?.[1] ?? "";
  const screenToken = new URL(first.view.screenPath, server.url).searchParams.get("token") ?? "";
  const questions = quiz.rounds.flatMap((round) => round.questions);

  // the console and the big screen hang on the session as on a real night
  const host = new LightSocket({ port, cookie, auth: { sessionId, role: "host" } });
  const screen = new LightSocket({ port, auth: { sessionId, role: "screen", token: screenToken } });
  await Promise.all([connected(host), connected(screen)]);
  let version = first.version;
  let orders = 0;

  const lines: LightHttp[] = [];
  const tokens: string[] = [];

  return {
    // the first one whole, then what differs: as the phone's page asks for it
    isView: (event) => event === "view:player" || event === "view:change",
    announces: true,
    async meet(number) {
      const phone = new LightHttp(port);
      lines[number] = phone;
      const reply = await phone.request("POST", "/api/lookup", {}, { key });
      tokens[number] = (reply.json as LookupReply).deviceToken;
    },
    async join(number) {
      const token = tokens[number] ?? "";
      const reply = await lines[number]?.request(
        "POST",
        `/api/sessions/${sessionId}/join`,
        { Authorization: `Bearer ${token}` },
        { name: `Team ${number}`, source: "qr" },
      );
      if (reply?.status !== 200) throw new Error(`join: ${reply?.status} ${JSON.stringify(reply?.json)}`);
      return new LightSocket({ port, auth: { sessionId, role: "player", token, changes: true } });
    },
    press() {
      const basedOn = version;
      version += 1;
      orders += 1;
      const id = orders;
      const done = new Promise<void>((resolve, fail) => {
        host.onAck = (acked, read) => {
          if (acked !== id) return;
          const [reply] = JSON.parse(read().replace(/^\d+/, "")) as [{ ok: boolean; code?: string }];
          if (reply.ok) resolve();
          else fail(new CannotRun(`the press was refused: ${reply.code}`));
        };
      });
      host.send(frame(`42${id}["command:send",{"type":"advance","basedOn":${basedOn}}]`));
      return { version, done };
    },
    answer(number, question, id) {
      const asked = questions[question];
      const choiceId = asked && "choices" in asked ? (asked.choices[number % 4]?.id ?? "") : "";
      return frame(`42${id}["answer:submit",${answerText(asked?.id ?? "", choiceId, number, question)}]`);
    },
    usage: () => ({
      ...(usageOf(server.pid) ?? { rssMb: 0, cpuSeconds: 0 }),
      databaseCpuSeconds: database?.cpuSeconds() ?? 0,
    }),
    async stallMs() {
      const text = await (await fetch(new URL("/metrics", server.url))).text();
      const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1];
      // the timer that watches the loop fires every 10 ms: that much of it is no stall
      return seconds === undefined ? null : Math.max(0, Number(seconds) * 1_000 - 10);
    },
    async stored(question) {
      const sql = `SELECT count(*)::int AS n FROM "Answer" WHERE "questionId" = $1`;
      const params = [questions[question]?.id];
      if (database) return Number((await database.query(sql, params))[0]?.n);
      await server.end("SIGTERM");
      const files = await PGlite.create(server.databaseDir);
      const { rows } = await files.query<{ n: number }>(sql, params);
      await files.close();
      return Number(rows[0]?.n);
    },
    async close() {
      for (const one of [host, screen, ...lines]) one?.close();
      await server.end("SIGKILL");
      await database?.drop();
    },
  };
}
