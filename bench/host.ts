/**
 * The host of a rehearsal: a guest account, the quiz, the session, the large button, the room panel and the results; and
 * the console and big screen that hang on the same network. A step with no reply is asked again: STALE then shows that
 * it had arrived.
 */
import { randomId } from "@/lib/client/random-id";
import type { HostCommand } from "@/lib/contracts/commands";
import type { ResultsReply, RoomPanel, SessionCreated } from "@/lib/contracts/http";
import type { Quiz } from "@/lib/contracts/quiz";
import type { Envelope, HostView, ScreenView } from "@/lib/contracts/views";
import { Caller, type Request } from "./caller";
import type { History } from "./history";
import { type Line, openLine } from "./line";
import type { Network } from "./network";
import { CannotRun } from "./options";

/** A host who gets no answer presses again. */
const pressAgainMs = 500;
/** Then the server is gone for good. */
const giveUpAfterMs = 60_000;

export class Host {
  readonly caller: Caller;
  sessionId = "";
  quizId = "";
  joinKey = "";
  envelope: Envelope<HostView> | null = null;
  private lines: Line[] = [];

  constructor(
    private readonly network: Network,
    private readonly history: History,
  ) {
    const agent = network.agent("http", "others");
    const headers = { origin: network.base.origin };
    this.caller = new Caller({ base: network.base, agent, who: "host", history, headers });
  }

  /** The quiz as the server keeps it: with question ids of its own. */
  async openDoors(quiz: Quiz): Promise<Quiz> {
    const answers = await this.caller.load("other", "/healthz");
    if (!answers) throw new CannotRun(`Nothing answers at ${this.network.base.origin}.`);
    await this.insist("a guest account for the host", "/api/auth/sign-in/anonymous", {
      json: {},
      onHeaders: (headers) => {
        const cookies = (headers["set-cookie"] ?? []).map((line) => line.split(";", 1)[0]);
        this.caller.o.headers.cookie = cookies.join("; ");
      },
    });
    const saved = await this.insist<{ quizId: string }>("the quiz", "/api/quizzes", { json: quiz });
    this.quizId = saved.quizId;
    const kept = await this.insist<{ quiz: Quiz }>("the quiz again", `/api/quizzes/${this.quizId}`);
    const json = { quizId: this.quizId };
    const session = await this.insist<SessionCreated>("a session", "/api/sessions", { json });
    this.sessionId = session.sessionId;
    this.envelope = await this.insist<Envelope<HostView>>("the host's view", `${this.path}/host`);
    this.joinKey = /\/j\/([^/?]+)/.exec(this.envelope.view.joinUrl)?.[1] ?? "";
    return kept.quiz;
  }

  private get path(): string {
    return `/api/sessions/${this.sessionId}`;
  }

  /** Asks until it is answered; a refusal for good ends the rehearsal. */
  private async insist<T>(what: string, path: string, request: Request = {}): Promise<T> {
    const startedAt = performance.now();
    for (;;) {
      const reply = await this.caller.api<T>("other", path, request);
      if (reply.ok) return reply.value;
      const { code, message, retryAfterMs } = reply.error;
      const mayComeLater = code === "UNAVAILABLE" || code === "RATE_LIMITED";
      if (!mayComeLater || performance.now() - startedAt > giveUpAfterMs)
        throw new CannotRun(`The server did not give ${what}: ${message}`);
      await new Promise((wake) => setTimeout(wake, retryAfterMs ?? pressAgainMs));
    }
  }

  /** Console and big screen, each with a line of its own. */
  openScreens(): void {
    const { network, history, sessionId } = this;
    const open = <V>(role: "host" | "screen", token: string | null) =>
      openLine<V>({
        caller:
          role === "host"
            ? this.caller
            : new Caller({
                base: network.base,
                agent: network.agent("http", "others"),
                who: role,
                history,
                headers: {},
              }),
        socketAgent: network.agent("websocket", "others"),
        auth: { sessionId, role, ...(token ? { token } : {}) },
        viewPath: `${this.path}/${role}${token ? `?token=${encodeURIComponent(token)}` : ""}`,
        listen(socket, connection) {
          socket.on(`view:${role}`, (envelope: Envelope<V>) => void connection.heard(envelope));
          // changed rows come between versions; heard, so that their cost is there
          socket.on(`live:${role}`, () => undefined);
        },
        show: () => undefined,
        heard: () => undefined,
      });
    const { searchParams } = new URL(this.envelope?.view.screenPath ?? "", network.base);
    this.lines = [open<HostView>("host", null), open<ScreenView>("screen", searchParams.get("token"))];
  }

  /** The large button: what it does next is the server's to say. Returns when the step is certain. */
  async advance(): Promise<HostView> {
    // the room waits from the first press on, also where the server hears only a later one
    const pressedAt = performance.now();
    while (performance.now() - pressedAt < giveUpAfterMs) {
      const basedOn = this.envelope?.version ?? 0;
      const json: HostCommand = { type: "advance", basedOn };
      const reply = await this.caller.api<{ envelope: Envelope<HostView> }>(
        "command",
        `${this.path}/commands`,
        { json },
      );
      const body = reply.ok
        ? reply.value
        : (reply.error.body as { envelope?: Envelope<HostView> } | undefined);
      if (body?.envelope) this.envelope = body.envelope;
      if (this.envelope && this.envelope.version > basedOn) {
        const { version, view } = this.envelope;
        const opened = view.shared.phase === "question" ? view.shared.question.id : null;
        // a STALE reply tells where the night is, not when it got there: no lag is measured from it
        this.history.add({ kind: "step", pressedAt, version, opened, isTimed: reply.ok });
        return view;
      }
      await new Promise((wake) => setTimeout(wake, pressAgainMs));
    }
    throw new CannotRun("The server has not answered the host for a minute. The rehearsal stops here.");
  }

  results(): Promise<ResultsReply> {
    return this.insist<ResultsReply>("the results", `${this.path}/results`);
  }

  /** Null where the server has no room panel. */
  async room(): Promise<RoomPanel | null> {
    const reply = await this.caller.api<RoomPanel>("other", `${this.path}/room`);
    return reply.ok ? reply.value : null;
  }

  /** Leaves nothing in a running server but the finished session. */
  async tidyUp(): Promise<void> {
    await this.caller.api("other", `/api/quizzes/${this.quizId}`, { method: "DELETE" });
  }

  close(): void {
    for (const line of this.lines) line.close();
  }
}

export const newQuizId = (): string => randomId().slice(0, 16);
