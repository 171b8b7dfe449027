/** The real API and socket gateway on a free port over a test store: server.ts without the pages. */
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { io, type Socket } from "socket.io-client";
import { phaseCommandSchema } from "@/lib/contracts/commands";
import type { LookupReply, SeatReply, SessionCreated } from "@/lib/contracts/http";
import type { Quiz } from "@/lib/contracts/quiz";
import type { ClientToServerEvents, ServerToClientEvents, SocketAuth } from "@/lib/contracts/socket";
import type { Envelope, HostView } from "@/lib/contracts/views";
import type { Store } from "@/lib/store/store";
import { openTestStore } from "@/lib/store/test-store";
import { createApiListener } from "./api/listener";
import { createIpReader } from "./api/respond";
import { ipKey } from "./client-ip";
import { createContainer } from "./create-container";
import { readEnv } from "./env";
import { createLogger } from "./log";
import { createRealtime } from "./realtime";

export type TestApp = Awaited<ReturnType<typeof openTestApp>>;
export type TestSocket = Socket<ServerToClientEvents, ClientToServerEvents>;
export type Reply<T = unknown> = { status: number; headers: Headers; text: string; json: T };

/** Orders that name the version they were decided on; the others say what they set. */
const phaseSteps = new Set<string>(phaseCommandSchema.options.map(({ shape }) => shape.type.value));

const secret = "a secret for tests only, of 32 characters and more";

/** `on`: a store that outlives this app, for another process beside it or after it. */
export async function openTestApp(settings: Record<string, string> = {}, on?: Store) {
  const env = readEnv({ LOG_LEVEL: "silent", ...settings });
  const log = createLogger(env.LOG_LEVEL);
  const store = on ?? (await openTestStore());
  const ipOf = createIpReader(env.TRUSTED_PROXIES);
  const http = createServer();
  const port = () => {
    const address = http.address();
    return typeof address === "object" && address ? address.port : 0;
  };
  const limitsPath = env.LIMITS_FILE ?? join(mkdtempSync(join(tmpdir(), "roomful-")), "limits.json");
  const box = await createContainer({ env, log, store, secret, limitsPath, port });
  const { service } = box;
  // a busy test machine must not change what replies look like
  box.load.close();
  box.load = { paceMs: () => 0, close: () => undefined };
  const listener = createApiListener(box, async () => {
    await store.ping();
    return true;
  });
  http.on("request", (req, res) => {
    if (!req.url?.startsWith("/socket.io")) listener(req, res);
  });
  const realtime = createRealtime(http, box, (req) => ipKey(ipOf(req)));
  await new Promise<void>((listening) =>
    http.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, () => listening()),
  );
  const url = `http://127.0.0.1:${port()}`;
  const sockets: TestSocket[] = [];

  async function request<T>(method: string, path: string, o: RequestOptions = {}): Promise<Reply<T>> {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(o.body === undefined ? {} : { "content-type": "application/json" }),
        ...(o.token ? { authorization: `Bearer ${o.token}` } : {}),
        ...(o.cookie ? { cookie: o.cookie } : {}),
        ...o.headers,
      },
      body:
        o.body === undefined
          ? null
          : typeof o.body === "string" || o.body instanceof Uint8Array
            ? (o.body as BodyInit)
            : JSON.stringify(o.body),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: (isJson ? JSON.parse(text) : null) as T,
    };
  }

  const cookiesOf = ({ headers }: Reply): string =>
    headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ");

  return {
    box,
    url,
    request,
    cookiesOf,

    /** A guest host's cookie. */
    async signIn(): Promise<string> {
      const reply = await request("POST", "/api/auth/sign-in/anonymous", {
        body: {},
        headers: { origin: url },
      });
      if (reply.status !== 200) throw new Error(`sign-in: ${reply.status} ${reply.text}`);
      return cookiesOf(reply);
    },

    async startSession(cookie: string, quiz: Quiz): Promise<SessionCreated> {
      const saved = await request<{ quizId: string }>("POST", "/api/quizzes", { cookie, body: quiz });
      if (saved.status !== 201 && saved.status !== 200)
        throw new Error(`quiz: ${saved.status} ${saved.text}`);
      const { quizId } = saved.json;
      return (await request<SessionCreated>("POST", "/api/sessions", { cookie, body: { quizId } })).json;
    },

    /** Look-up by PIN and a seat, as a phone does it. */
    async join(pin: string, name: string): Promise<{ token: string } & SeatReply["player"]> {
      const found = await request<LookupReply>("POST", "/api/lookup", { body: { pin } });
      const token = found.json.deviceToken;
      const path = `/api/sessions/${found.json.sessionId}/join`;
      const joined = await request<SeatReply>("POST", path, { token, body: { name } });
      if (joined.status !== 200) throw new Error(`join: ${joined.status} ${joined.text}`);
      return { token, ...joined.json.player };
    },

    /** The host's orders, each based on the version of the last reply; one that is refused throws. */
    orders(cookie: string, sessionId: string) {
      let version = 0;
      return async (command: HostOrder): Promise<HostView> => {
        const isStep = phaseSteps.has(command.type);
        const reply = await request<{ ok: boolean; envelope: Envelope<HostView> }>(
          "POST",
          `/api/sessions/${sessionId}/commands`,
          { cookie, body: isStep ? { ...command, basedOn: version } : command },
        );
        if (!reply.json.ok) throw new Error(`${command.type}: ${reply.text}`);
        version = reply.json.envelope.version;
        return reply.json.envelope.view;
      };
    },

    /** Not yet connected, so that listeners miss nothing. */
    socket(auth: SocketAuth, headers: Record<string, string> = {}): TestSocket {
      const socket: TestSocket = io(url, {
        auth,
        transports: ["websocket"],
        extraHeaders: headers,
        autoConnect: false,
        forceNew: true,
        reconnection: false,
      });
      sockets.push(socket);
      return socket;
    },

    async close(): Promise<void> {
      for (const socket of sockets) socket.disconnect();
      await service.close();
      await realtime.close();
      http.closeAllConnections();
      await box.closeLimits();
      if (!on) await store.close();
    },
  };
}

/** Connects it; rejects with the server's refusal. */
export async function connected(socket: TestSocket): Promise<TestSocket> {
  await new Promise<void>((done, fail) => {
    socket.once("connect", done).once("connect_error", fail);
    socket.connect();
  });
  return socket;
}

type HostOrder = { type: string; [key: string]: unknown };
type RequestOptions = {
  /** a string and bytes are sent as they are */
  body?: unknown;
  token?: string;
  cookie?: string;
  headers?: Record<string, string>;
};
