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
import { Caller } from "./caller";
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
    const account = await this.caller.load("other", "/api/me");
    if (!account) throw new CannotRun(`Nothing answers at ${this.network.base.origin}.`);
    this.caller.o.headers.cookie = await this.signIn();
    const saved = await this.must<{ quizId: string }>("the quiz", "/api/quizzes", quiz);
    this.quizId = saved.quizId;
    const kept = await this.caller.api<{ quiz: Quiz }>("other", `/api/quizzes/${this.quizId}`);
    if (!kept.ok) throw new CannotRun(`The quiz could not be read back: ${kept.error.message}`);
    const session = await this.must<SessionCreated>("the session", "/api/sessions", { quizId: this.quizId });
    this.sessionId = session.sessionId;
    const view = await this.caller.api<Envelope<HostView>>("view", `${this.path}/host`);
    if (!view.ok) throw new CannotRun(`The host's view was refused: ${view.error.message}`);
    this.envelope = view.value;
    this.joinKey = /\/j\/([^/?]+)/.exec(view.value.view.joinUrl)?.[1] ?? "";
    return kept.value.quiz;
  }

  private get path(): string {
    return `/api/sessions/${this.sessionId}`;
  }

  /** The guest account's cookie. */
  private async signIn(): Promise<string> {
    let cookie = "";
    const account = await this.caller.api("other", "/api/auth/sign-in/anonymous", {
      json: {},
      onHeaders: (headers) => {
        cookie = (headers["set-cookie"] ?? []).map((line) => line.split(";", 1)[0]).join("; ");
      },
    });
    if (!account.ok || cookie === "")
      throw new CannotRun(`The server at ${this.network.base.origin} opened no guest account for the host.`);
    return cookie;
  }

  private async must<T>(what: string, path: string, json: unknown): Promise<T> {
    const reply = await this.caller.api<T>("other", path, { json });
    if (!reply.ok) throw new CannotRun(`The server did not take ${what}: ${reply.error.message}`);
    return reply.value;
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
    const startedAt = performance.now();
    while (performance.now() - startedAt < giveUpAfterMs) {
      const pressedAt = performance.now();
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

  async results(): Promise<ResultsReply> {
    const reply = await this.caller.api<ResultsReply>("other", `${this.path}/results`);
    if (!reply.ok) throw new CannotRun(`The results were refused: ${reply.error.message}`);
    return reply.value;
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
