/**
 * A venue for tests of the client: a server with one session, a network that can fail in every way, and the few parts
 * of a browser that lib/client touches. Everything runs on vitest's fake clock; nothing sleeps.
 */
import { hash } from "node:crypto";
import { vi } from "vitest";
import type { AnswerValue, SubmitAnswer } from "@/lib/contracts/answers";
import { type RefusalCode, refusalStatus, refuse } from "@/lib/contracts/refusals";
import { nameLength, sharedChange, sharedName } from "@/lib/contracts/view-change";
import type { HostView, MeView, PlayerView, PublicQuestion, SharedView } from "@/lib/contracts/views";

/** One way, over a good WiFi. */
const travelMs = 10;
/** socket.io gives a connection attempt up after this (browser-connection.ts). */
const connectTimeoutMs = 5_000;

type Handler = (...args: unknown[]) => void;
type Json = { status: number; body?: unknown; headers?: Record<string, string> };

export class FakeSocket {
  connected = false;
  sendBuffer: unknown[] = [];
  /** dead without a close frame: neither end hears the other */
  severed = false;
  readonly handlers = new Map<string, Handler[]>();
  /** the view this end was sent last on this connection */
  sent: { cursor: string; shared: SharedView } | null = null;
  private attempt = 0;

  constructor(
    private readonly venue: FakeVenue,
    readonly auth: { role: string; changes?: boolean },
  ) {}

  on(event: string, handler: Handler): this {
    this.handlers.set(event, [...(this.handlers.get(event) ?? []), handler]);
    return this;
  }
  fire(event: string, ...args: unknown[]): void {
    for (const handler of this.handlers.get(event) ?? []) handler(...args);
  }

  connect(): this {
    const attempt = ++this.attempt;
    this.venue.connects += 1;
    const later = (ms: number, run: () => void) =>
      setTimeout(() => {
        if (attempt === this.attempt) run();
      }, ms);
    const { network } = this.venue;
    if (network === "silent") later(connectTimeoutMs, () => this.fire("connect_error", new Error("timeout")));
    else if (network === "down" || this.venue.socketsBlocked)
      later(travelMs, () => this.fire("connect_error", new Error("websocket error")));
    else
      later(2 * travelMs, () => {
        const code = this.venue.seatGone;
        if (code) return this.fire("connect_error", Object.assign(new Error(), { data: refuse(code).error }));
        this.severed = false;
        this.sent = null;
        this.connected = true;
        this.venue.open.add(this);
        this.venue.mostOpen = Math.max(this.venue.mostOpen, this.venue.open.size);
        this.fire("connect");
        this.venue.sendView(this);
      });
    return this;
  }

  disconnect(): this {
    this.attempt += 1;
    this.lose();
    return this;
  }
  /** Ended by the server or the network, with a close frame. */
  lose(): void {
    if (!this.connected) return;
    this.connected = false;
    this.venue.open.delete(this);
    this.fire("disconnect");
  }

  emit(event: string, payload: unknown, acknowledge: (reply: unknown) => void): void {
    this.venue.socketSent.push({ event, payload });
    if (this.severed || this.venue.network !== "up") return;
    setTimeout(() => {
      const reply = this.venue.order(event, payload);
      if (this.venue.losesAcks) return;
      setTimeout(() => {
        if (this.connected && !this.severed)
          acknowledge({ ok: reply.status < 300, ...(reply.body as object) });
      }, travelMs);
    }, travelMs);
  }

  deliver(event: string, message: unknown): void {
    if (this.severed || this.venue.loses(event)) return;
    setTimeout(() => {
      if (this.connected && !this.severed && this.venue.network === "up") this.fire(event, message);
    }, travelMs);
  }
}

export class FakeVenue {
  /** down: refused at once · silent: nothing comes back, nothing fails */
  network: "up" | "down" | "silent" = "up";
  socketsBlocked = false;
  losesAcks = false;
  loses: (event: string) => boolean = () => false;
  /** answers in the server's place */
  intercept: ((path: string, method: string) => Response | null) | null = null;
  seatGone: RefusalCode | null = null;
  replyMs = 0;
  clockSkewMs = 0;

  version = 1;
  questionId = "q1";
  closesAt = 0;
  answers = new Map<string, SubmitAnswer>();
  /** sheet pace: what was asked so far; answers to it may be changed */
  sheet: string[] | null = null;
  players: HostView["live"]["players"] = [];

  connects = 0;
  mostOpen = 0;
  readonly open = new Set<FakeSocket>();
  readonly sockets: FakeSocket[] = [];
  readonly socketSent: { event: string; payload: unknown }[] = [];
  readonly requests: {
    path: string;
    method: string;
    at: number;
    body?: unknown;
    signal?: AbortSignal | null;
  }[] = [];
  private waiting = new Set<() => void>();

  now = () => 1_800_000_000_000 + this.clockSkewMs + performance.now();
  views = () => this.requests.filter(({ path }) => /\/(view|host)\b/.test(path));

  // ---- what the host does ------------------------------------------------------------------------------------

  /** The next question opens, for 20 s. */
  ask(questionId: string): void {
    this.questionId = questionId;
    this.closesAt = this.now() + 20_000;
    this.publish();
  }
  publish(): void {
    const version = ++this.version;
    for (const socket of this.open) this.sendView(socket);
    this.wakePolls();
    setTimeout(() => {
      if (this.version === version)
        for (const socket of this.open) socket.deliver("version:announced", { version });
    }, 1_500);
  }
  revoke(code: RefusalCode): void {
    this.seatGone = code;
    for (const socket of this.open) socket.deliver("seat:revoked", refuse(code).error);
    this.wakePolls();
  }
  wakePolls(): void {
    for (const wake of [...this.waiting]) wake();
  }

  // ---- views -------------------------------------------------------------------------------------------------

  shared(): SharedView {
    const choices = ["a", "b"].map((id) => ({ id, text: id }));
    const question = (id: string): PublicQuestion => ({
      id,
      number: 1,
      type: "single",
      text: id,
      choices,
      points: 10,
      isLastOfRound: false,
      isLastOfQuiz: false,
    });
    return {
      sessionId: "s1",
      title: "A night",
      joinLocked: false,
      phase: "question",
      round: {
        number: 1,
        count: 1,
        title: "One",
        questionCount: 9,
        pace: this.sheet ? "sheet" : "question",
        hasJoker: false,
      },
      question: question(this.questionId),
      sheet: this.sheet?.map(question) ?? null,
      opensAt: this.closesAt - 20_000,
      closesAt: this.closesAt,
    };
  }
  me(): MeView {
    const stored = (questionId: string) => {
      const answer = this.answers.get(questionId);
      return answer ? [{ questionId, value: answer.value, revision: answer.revision ?? 0 }] : [];
    };
    return {
      playerId: "p1",
      name: "Anna",
      seatCode: "ABCDE",
      answer: stored(this.questionId)[0] ?? null,
      sheet: this.sheet?.flatMap(stored) ?? null,
      joker: null,
      result: null,
      standing: null,
    };
  }
  cursor = () => {
    const { answer, sheet } = this.me();
    const revisions = sheet?.map(({ revision }) => revision).join();
    // by content, as the server's: a version that shows nothing new has the name of the one before
    const name = hash("sha1", JSON.stringify(this.shared()), "hex").slice(0, nameLength);
    return `${name}.${answer ? 1 : 0}.${revisions ?? ""}`;
  };
  playerEnvelope = () => ({
    cursor: this.cursor(),
    version: this.version,
    now: this.now(),
    view: { shared: this.shared(), me: this.me() } satisfies PlayerView,
  });
  hostEnvelope = () => ({
    cursor: this.cursor(),
    version: this.version,
    now: this.now(),
    view: {
      shared: this.shared(),
      live: { playerCount: this.players.length, answeredCount: 0, players: this.players, distribution: [] },
    } as unknown as HostView,
  });
  sendView(socket: FakeSocket): void {
    if (socket.auth.role === "host") socket.deliver("view:host", this.hostEnvelope());
    else {
      const { cursor, version, now, view } = this.playerEnvelope();
      const { sent } = socket;
      socket.sent = { cursor, shared: view.shared };
      if (!sent || !socket.auth.changes) socket.deliver("view:player", { cursor, version, now, view });
      else {
        const change = sharedChange(sent.shared, view.shared);
        socket.deliver("view:change", {
          version,
          now,
          cursor,
          on: sharedName(sent.cursor),
          ...change,
          me: view.me,
        });
      }
    }
  }
  private sendMe(socket: FakeSocket): void {
    const { version } = this;
    socket.deliver("view:me", { version, now: this.now(), cursor: this.cursor(), me: this.me() });
  }

  // ---- both roads --------------------------------------------------------------------------------------------

  order(event: string, payload: unknown): Json {
    const refused = (code: RefusalCode, more = {}): Json => ({
      status: refusalStatus(code),
      body: { ok: false, ...refuse(code).error, ...more },
    });
    if (event === "command:send") {
      const { basedOn } = payload as { basedOn: number };
      if (basedOn !== this.version) return refused("STALE", { envelope: this.hostEnvelope() });
      this.publish();
      return { status: 200, body: { ok: true, envelope: this.hostEnvelope() } };
    }
    const answer = payload as SubmitAnswer;
    if (this.seatGone) return refused(this.seatGone);
    if (this.sheet) return this.change(answer, refused);
    const first = this.answers.get(answer.questionId);
    if (first && first.submissionId !== answer.submissionId)
      return refused("ALREADY_ANSWERED", { stored: first.value });
    if (!first) {
      if (answer.questionId !== this.questionId) return refused("QUESTION_CLOSED");
      this.answers.set(answer.questionId, answer);
      for (const socket of this.open) this.sendMe(socket);
      this.wakePolls();
    }
    return { status: 200, body: { ok: true, ...answer, revision: 0 } };
  }

  /** Compare-and-set on the revision, as the store does it. */
  private change(answer: SubmitAnswer, refused: (code: RefusalCode, more?: object) => Json): Json {
    const { questionId, submissionId } = answer;
    const stored = this.answers.get(questionId);
    if (stored?.submissionId !== submissionId) {
      if (!this.sheet?.includes(questionId)) return refused("QUESTION_CLOSED");
      if (answer.revision !== stored?.revision)
        return refused("ANSWER_CHANGED", { stored: stored?.value, revision: stored?.revision });
      this.answers.set(questionId, { ...answer, revision: (answer.revision ?? -1) + 1 });
      for (const socket of this.open) this.sendMe(socket);
      this.wakePolls();
    }
    return { status: 200, body: { ok: true, ...this.answers.get(questionId) } };
  }

  private async http(path: string, method: string, body: unknown, signal?: AbortSignal): Promise<Json> {
    if (path.includes("/answers")) return this.order("answer:submit", body);
    if (path.includes("/commands")) return this.order("command:send", body);
    if (path.endsWith("/left-page")) return { status: 204 };
    if (method !== "GET") throw new Error(`no such endpoint: ${path}`);
    const envelope = path.includes("/host") ? this.hostEnvelope : this.playerEnvelope;
    const query = new URL(path, "http://pub.test").searchParams;
    const gone = (): Json | null =>
      this.seatGone ? { status: refusalStatus(this.seatGone), body: refuse(this.seatGone).error } : null;
    const refusedNow = gone();
    if (refusedNow) return refusedNow;
    if (query.get("since") === this.cursor()) {
      await new Promise<void>((done) => {
        const timer = setTimeout(() => wake(), Number(query.get("wait")) * 1000);
        const wake = () => {
          clearTimeout(timer);
          this.waiting.delete(wake);
          done();
        };
        if (query.get("wait") === "0") return wake();
        this.waiting.add(wake);
        signal?.addEventListener("abort", wake);
      });
      if (query.get("since") === this.cursor()) return { status: 204 };
    }
    return { status: 200, body: envelope() };
  }

  fetch = (path: string, init: RequestInit = {}): Promise<Response> => {
    const { method = "GET", signal } = init;
    const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    this.requests.push({ path, method, at: performance.now(), body, signal: signal ?? null });
    return new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      if (this.network === "down") return setTimeout(() => reject(new TypeError("Failed to fetch")), 1);
      if (this.network === "silent") return;
      setTimeout(async () => {
        const other = this.intercept?.(path, method);
        const reply = other ?? jsonResponse(await this.http(path, method, body, signal ?? undefined));
        setTimeout(() => {
          if (this.network === "up") resolve(reply);
          else if (this.network === "down") reject(new TypeError("Failed to fetch"));
        }, travelMs + this.replyMs);
      }, travelMs);
    });
  };
}

export function jsonResponse({ status, body, headers }: Json): Response {
  return new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  });
}
export const htmlResponse = (status: number) =>
  new Response("<html>Welcome to the WiFi</html>", { status, headers: { "content-type": "text/html" } });
/** What fetch gives for a redirect that it was told not to follow. */
export const redirectResponse = () =>
  ({ type: "opaqueredirect", status: 0, ok: false, headers: new Headers() }) as Response;

export const choice = (choiceId: string): AnswerValue => ({ kind: "choice", choiceId });

// ---- the browser -----------------------------------------------------------------------------------------------

export class FakeStorage {
  readonly values = new Map<string, string>();
  full = false;
  getItem = (key: string) => this.values.get(key) ?? null;
  setItem = (key: string, value: string) => {
    if (this.full) throw new DOMException("full", "QuotaExceededError");
    this.values.set(key, value);
  };
  removeItem = (key: string) => void this.values.delete(key);
}

export class FakePage extends EventTarget {
  visibilityState: "visible" | "hidden" = "visible";
}

/** The one venue of the running test: what `io()` of the mocked socket library connects to. */
let current: FakeVenue | null = null;

/** Puts the fake clock, page, storage and network in place; `vi.unstubAllGlobals()` takes them away. */
export function openVenue(): { venue: FakeVenue; page: FakePage; window: EventTarget; storage: FakeStorage } {
  vi.useFakeTimers();
  const venue = new FakeVenue();
  const page = new FakePage();
  const storage = new FakeStorage();
  const window = Object.assign(new EventTarget(), { localStorage: storage });
  vi.stubGlobal("window", window);
  vi.stubGlobal("document", page);
  vi.stubGlobal("fetch", venue.fetch);
  venue.closesAt = venue.now() + 20_000;
  current = venue;
  return { venue, page, window, storage };
}

/** Stands in for socket.io-client's `io`. */
export function io(options: { auth: { role: string; changes?: boolean } }): FakeSocket {
  if (!current) throw new Error("no venue is open");
  const socket = new FakeSocket(current, options.auth);
  current.sockets.push(socket);
  return socket;
}

export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
