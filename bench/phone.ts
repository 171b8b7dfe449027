/**
 * One guest's phone from the scan to the podium: the page and its files, look-up, seat, line and outbox, with the timings
 * of the real one and a person's pauses. It knows the quiz only to guess; what it saw goes into the history.
 */
import type { Agent } from "node:http";
import { retryDelayMs } from "@/components/home/retry-delay";
import { answerReplyOf } from "@/lib/client/answer-reply";
import { createOutbox } from "@/lib/client/outbox";
import { randomId } from "@/lib/client/random-id";
import type { SocketLike } from "@/lib/client/session-connection";
import { ShownView } from "@/lib/client/shown-view";
import type { AnswerReply, SubmitAnswer } from "@/lib/contracts/answers";
import type { LookupReply, SeatReply } from "@/lib/contracts/http";
import type { Question } from "@/lib/contracts/quiz";
import type { PlayerView } from "@/lib/contracts/views";
import { Caller } from "./caller";
import type { Recovery } from "./faults";
import type { History } from "./history";
import { type Line, openLine } from "./line";
import { memoryStorage } from "./memory-storage";
import type { Network } from "./network";
import { loadPage } from "./page";
import { guess } from "./quiz";
import { type PenDeps, SheetPen } from "./sheet-pen";
import { teamName } from "./team-names";

/** As in components/player. */
const retryMs = 1_500;
/** As in lib/client/player-session.ts. */
const ackTimeoutMs = 2_000;
/** A team name takes a few seconds to type. */
const typingMs = { least: 1_000, spread: 3_000 };
/** Half the room knows at once and the rest talks for a moment: as dense a burst as a pub makes. */
const thinkingMs = () => 400 + Math.random() * 4_000;

export type Guest = {
  number: number;
  network: Network;
  history: History;
  questions: Map<string, Question>;
  joinKey: string;
  /** this guest scans twice, and sends answers twice */
  isDouble(): boolean;
  /** this guest sends changes to its sheet twice */
  repeatsChanges: boolean;
  headers: Record<string, string>;
  recovery: Recovery;
};

const pause = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms));

export class Phone {
  private readonly caller: Caller;
  private readonly socketAgent: Agent;
  private line: Line | null = null;
  private outbox: ReturnType<typeof createOutbox> | null = null;
  private pen: SheetPen | null = null;
  private token: string | null = null;
  private sessionId = "";
  private readonly view = new ShownView();
  private lastShown = -1;
  private readonly thoughtOf = new Set<string>();
  private readonly tapped = new Set<string>();
  private readonly settled = new Set<string>();
  private closed = false;

  constructor(private readonly guest: Guest) {
    const { network, history, number, headers } = guest;
    this.socketAgent = network.agent("websocket", "phones");
    this.caller = new Caller({
      base: network.base,
      agent: network.agent("http", "phones"),
      who: number,
      history,
      headers,
    });
  }

  get number(): number {
    return this.guest.number;
  }
  get isSeated(): boolean {
    return this.line !== null;
  }
  /** the first poll is sent before the line is there */
  private get version(): number {
    return this.line?.connection.version ?? -1;
  }
  get shownVersion(): number {
    return this.lastShown;
  }
  /** an answer is neither saved nor refused yet */
  get isWaiting(): boolean {
    return this.tapped.size > this.settled.size || (this.pen?.isWaiting ?? false);
  }

  /** of a question on a sheet: nothing is left to write, and nothing waits */
  isDoneWith(questionId: string): boolean {
    return this.pen?.isDoneWith(questionId) ?? false;
  }

  get messages(): number {
    return this.caller.messages + (this.line?.messages() ?? 0);
  }

  /** From the scan until the line is open; retries until then, as the real one does. */
  async arrive(): Promise<void> {
    const { history, number } = this.guest;
    history.add({ kind: "scanned", who: number });
    const twice = this.guest.isDouble();
    await Promise.all([this.loadPage(), twice ? this.loadPage() : null]);
    await Promise.all([this.lookUp(), twice ? this.lookUp() : null]);
    if (this.closed) return;
    await pause(typingMs.least + Math.random() * typingMs.spread);
    const [seat, again] = await Promise.all([this.takeSeat(), twice ? this.takeSeat() : null]);
    if (!seat) return;
    if (twice)
      history.add({
        kind: "repeated",
        who: number,
        what: "join",
        agrees: again?.player.playerId === seat.player.playerId,
      });
    const { playerId, name } = seat.player;
    history.add({ kind: "seated", who: number, playerId, name });
    if (!this.closed) this.openSession();
  }

  close(): void {
    this.closed = true;
    this.pen?.stop();
    this.line?.close();
  }

  private async loadPage(): Promise<void> {
    // the apology page waits and comes back by itself
    for (let attempt = 0; !this.closed; attempt++) {
      if (await loadPage(this.caller, `/j/${this.guest.joinKey}`)) return;
      await pause(retryDelayMs(attempt, Math.random()));
    }
  }

  private async lookUp(): Promise<void> {
    while (!this.closed) {
      const json = { key: this.guest.joinKey };
      const found = await this.caller.api<LookupReply>("lookup", "/api/lookup", { json, token: this.token });
      if (found.ok) {
        // two pages of one browser: the later token is the one kept
        this.token = found.value.deviceToken;
        this.sessionId = found.value.sessionId;
        return;
      }
      if (found.error.code !== "UNAVAILABLE" && found.error.code !== "RATE_LIMITED") return;
      await pause((found.error.retryAfterMs ?? retryMs) * (1 + Math.random() / 2));
    }
  }

  private async takeSeat(): Promise<SeatReply | null> {
    while (!this.closed) {
      const reply = await this.caller.api<SeatReply>("join", `/api/sessions/${this.sessionId}/join`, {
        json: { name: teamName(this.guest.number), source: "qr" },
        token: this.token,
      });
      if (reply.ok) return reply.value;
      if (reply.error.code !== "UNAVAILABLE" && reply.error.code !== "RATE_LIMITED") return null;
      await pause((reply.error.retryAfterMs ?? retryMs) * (1 + Math.random() / 2));
    }
    return null;
  }

  // ---- the session -------------------------------------------------------------------------------------------

  private openSession(): void {
    const { number, recovery } = this.guest;
    const outboxDeps: PenDeps["outbox"] = {
      storage: memoryStorage(),
      newId: randomId,
      monotonicNow: () => performance.now(),
      setTimer: (run, ms) => setTimeout(run, ms),
      clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
      random: Math.random,
    };
    const outbox = createOutbox(this.sessionId, {
      ...outboxDeps,
      send: (answer) => this.send(answer),
      onChange: () => this.noteAnswers(),
    });
    this.outbox = outbox;
    const pen = new SheetPen(this.sessionId, {
      ...this.guest,
      outbox: outboxDeps,
      deliver: (answer) => this.deliver(answer),
      post: (answer) => this.post(answer),
      serverNow: () => this.line?.serverNow() ?? 0,
      thinkingMs,
    });
    this.pen = pen;
    const flush = () => {
      outbox.flush();
      pen.flush();
    };
    this.line = openLine<PlayerView>({
      caller: this.caller,
      socketAgent: this.socketAgent,
      auth: {
        sessionId: this.sessionId,
        role: "player",
        changes: true,
        ...(this.token ? { token: this.token } : {}),
      },
      viewPath: `/api/sessions/${this.sessionId}/view`,
      listen: (socket: SocketLike, connection) => {
        this.view.listen(socket, connection, () => this.show("socket"));
        socket.on("connect", flush);
      },
      show: (envelope) => {
        this.view.take(envelope);
        this.show("poll");
        flush();
      },
      polls: () => recovery.polls(number, this.version),
      polled: () => recovery.polled(number),
      heard: (openedAt, backAt) => recovery.heard(number, openedAt, this.version, backAt),
    });
  }

  private show(road: "socket" | "poll"): void {
    const { guest, version } = this;
    const { shared, me } = this.view;
    if (!shared || !me) return;
    if (version > this.lastShown) {
      this.lastShown = version;
      guest.history.add({ kind: "shown", who: guest.number, version, road });
    }
    this.pen?.look(shared, me);
    if (shared.phase !== "question" || shared.sheet || this.thoughtOf.has(shared.question.id)) return;
    this.thoughtOf.add(shared.question.id);
    const { id } = shared.question;
    setTimeout(() => this.tap(id), thinkingMs());
  }

  private tap(questionId: string): void {
    const { guest, outbox, line } = this;
    const { shared } = this.view;
    const question = guest.questions.get(questionId);
    if (this.closed || !question || !outbox || !line) return;
    const isOpen =
      shared?.phase === "question" &&
      shared.question.id === questionId &&
      (shared.closesAt === null || line.serverNow() < shared.closesAt);
    if (isOpen) outbox.submit(questionId, guess(question, Math.random));
  }

  private send(answer: SubmitAnswer): Promise<AnswerReply | null> {
    const { history, number } = this.guest;
    if (!this.tapped.has(answer.questionId)) {
      this.tapped.add(answer.questionId);
      history.add({ kind: "tapped", who: number, answer });
      if (this.guest.isDouble()) void this.repeat(answer);
    }
    return this.deliver(answer);
  }

  /** Over whichever road is open (lib/client/player-session.ts). */
  private async deliver(answer: SubmitAnswer): Promise<AnswerReply | null> {
    const { history, number } = this.guest;
    if (this.line?.connection.isSocketUp) {
      const startedAt = performance.now();
      const reply = (await this.line.connection
        .ask("answer:submit", answer, ackTimeoutMs)
        .catch(() => null)) as AnswerReply | null;
      const ms = performance.now() - startedAt;
      const outcome = reply === null ? "NO_REPLY" : reply.ok ? "ok" : reply.code;
      history.add({ kind: "call", who: number, what: "answer", ms, outcome });
      if (reply) return reply;
    }
    return this.post(answer);
  }

  private async post(answer: SubmitAnswer): Promise<AnswerReply | null> {
    const path = `/api/sessions/${this.sessionId}/answers`;
    const reply = await this.caller.api<AnswerReply>("answer", path, { json: answer, token: this.token });
    return answerReplyOf(reply);
  }

  /** The same submission a second time, at the same moment, down the other road. */
  private async repeat(answer: SubmitAnswer): Promise<void> {
    const reply = await this.post(answer);
    const canRetry =
      reply === null || reply.ok || reply.code === "UNAVAILABLE" || reply.code === "RATE_LIMITED";
    const agrees = canRetry || (reply.code === "ALREADY_ANSWERED" && reply.stored !== undefined);
    this.guest.history.add({ kind: "repeated", who: this.guest.number, what: "answer", agrees });
  }

  private noteAnswers(): void {
    const { history, number } = this.guest;
    for (const questionId of this.tapped) {
      const state = this.outbox?.state(questionId);
      if (!state || this.settled.has(questionId)) continue;
      if (state.status === "saved") {
        this.settled.add(questionId);
        history.add({ kind: "saved", who: number, questionId, value: state.value });
      } else if (state.status === "refused") {
        this.settled.add(questionId);
        const code = state.refusal?.code ?? "BAD_REQUEST";
        history.add({ kind: "answerRefused", who: number, questionId, code });
      }
    }
  }
}
