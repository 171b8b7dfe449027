/**
 * A phone of the random night: one device, its token, and whichever road it is on. It sends what a phone sends (one
 * submission id a tap, repeats of it down either road, requests it breaks off half-way) and looks at every byte that
 * comes back: versions only grow, and nothing tells a right answer or another team's words before the reveal.
 */
import { expect } from "vitest";
import type { AnswerReply, SubmitAnswer } from "@/lib/contracts/answers";
import type { LookupReply, SeatReply } from "@/lib/contracts/http";
import { sharedName, withChange } from "@/lib/contracts/view-change";
import {
  type Envelope,
  type MeView,
  meViewSchema,
  type PlayerView,
  type SharedView,
  sharedViewSchema,
} from "@/lib/contracts/views";
import type { TestApp, TestSocket } from "./test-app";

/** One tap, however often it is sent. */
export type Tap = {
  answer: SubmitAnswer;
  playerId: string;
  /** what came back; a request that broke off brings nothing */
  replies: AnswerReply[];
  /** a copy of it was sent and nothing came back, or only "come again" */
  isOpen: boolean;
};

export type Road = "socket" | "http";
/** How a tap is sent: `dropAfterMs`: the phone goes away so long after sending. */
export type Sending = { road: Road; dropAfterMs: number | null };

/** What a night's question hides, by the word in its text; and words that no view of a player has before the reveal. */
export const secretOf = (word: string): string => `sesame-${word}`;
const anySecret = /sesame-\w+/g;
const hiddenKeys =
  /"(?:correct|correctChoiceIds|accepted|tolerance|explanation|hostNotes|answerText|distribution|winners)"/;
export const signed = (tap: number): string => `by-${tap}-`;
const anySignature = /by-(\d+)-/g;
const mayTry = new Set(["UNAVAILABLE", "RATE_LIMITED", "INTERNAL"]);

/** Nothing in the shared part that players must not know yet; of a shown answer only what belongs to it. */
export function checkShared(view: SharedView): void {
  sharedViewSchema.parse(view);
  const json = JSON.stringify(view);
  if (view.phase === "reveal") {
    const word = /Question (\w+)/.exec(view.question.text)?.[1] ?? "";
    for (const [found] of json.matchAll(anySecret)) expect(found).toBe(secretOf(word));
    return;
  }
  expect(json.match(anySecret)).toBeNull();
  expect(hiddenKeys.exec(json)).toBeNull();
  expect(json.match(anySignature)).toBeNull();
}

export class RandomPhone {
  token = "";
  seat: SeatReply["player"] | null = null;
  view: PlayerView | null = null;
  /** false after something only a reload can mend: the seat is gone, or this phone sits elsewhere */
  isSeated = false;
  socket: TestSocket | null = null;
  sentCount = 0;
  changesHeard = 0;
  /** what listeners found wrong, for the night to say aloud */
  readonly faults: unknown[] = [];
  private readonly heard = { socket: -1, poll: -1, hangingPoll: -1 };
  private hanging: Promise<void> | null = null;
  private cursor = "";
  /** of the shared part in `view` */
  private sharedIs = "";

  constructor(
    readonly name: string,
    /** on its socket: only what differs from the view before */
    private readonly takesChanges: boolean,
    /** whichever process serves this phone now */
    private readonly app: () => TestApp,
    private readonly pin: string,
    private readonly sessionId: string,
    /** who wrote the words signed with this number */
    private readonly writerOf: (tap: number) => string | undefined,
  ) {}

  private path = (rest: string) => `/api/sessions/${this.sessionId}${rest}`;

  /** Look-up and, without a seat, a join; the same device gets its own seat back. */
  async arrive(name: string): Promise<void> {
    const known = this.token ? { token: this.token } : {};
    const found = await this.app().request<LookupReply>("POST", "/api/lookup", {
      ...known,
      body: { pin: this.pin },
    });
    if (found.status !== 200) return;
    if (this.token) expect(found.json.deviceToken).toBe(this.token);
    this.token = found.json.deviceToken;
    if (this.isSeated && this.seat && found.json.seat)
      expect(found.json.seat.playerId).toBe(this.seat.playerId);
    const joined = await this.app().request<SeatReply & { code?: string }>("POST", this.path("/join"), {
      token: this.token,
      body: { name },
    });
    if (joined.status !== 200) {
      expect(["NAME_TAKEN", "JOINING_LOCKED", "SEAT_BANNED", "SESSION_ENDED"]).toContain(joined.json.code);
      return;
    }
    this.sit(joined.json.player);
    await this.look();
  }

  /** A seat by its code: a second phone of a team, or a wiped one. */
  async takeSeat(seatCode: string): Promise<void> {
    if (!this.token) await this.lookUp();
    const reply = await this.app().request<SeatReply & { code?: string }>("POST", this.path("/reclaim"), {
      token: this.token,
      body: { seatCode },
    });
    if (reply.status === 200) this.sit(reply.json.player);
    else expect(["BAD_SEAT_CODE", "SEAT_BANNED", "SESSION_FULL"]).toContain(reply.json.code);
  }
  private async lookUp(): Promise<void> {
    const found = await this.app().request<LookupReply>("POST", "/api/lookup", { body: { pin: this.pin } });
    if (found.status === 200) this.token = found.json.deviceToken;
  }

  private sit(player: SeatReply["player"]): void {
    if (this.seat?.playerId !== player.playerId) this.hangUp();
    this.seat = player;
    this.isSeated = true;
  }

  async leave(): Promise<void> {
    const reply = await this.app().request("DELETE", this.path("/me"), { token: this.token });
    if (reply.status === 204) this.lostSeat();
  }
  lostSeat(): void {
    this.isSeated = false;
    this.view = null;
    this.hangUp();
  }

  // ---- views -------------------------------------------------------------------------------------------------

  private take(
    road: "socket" | "poll" | "hangingPoll",
    version: number,
    shared: SharedView | null,
    me: MeView,
  ): void {
    expect(version, `${this.name} over ${road}: versions only grow`).toBeGreaterThanOrEqual(this.heard[road]);
    this.heard[road] = version;
    meViewSchema.parse(me);
    if (shared) {
      checkShared(shared);
      const phase = shared.phase === "paused" ? shared.pausedFrom : shared.phase;
      if (phase !== "reveal") expect(me.result).toBeNull();
      if (!["reveal", "standings", "finished"].includes(shared.phase)) expect(me.standing).toBeNull();
    }
    const json = JSON.stringify(me);
    expect(json.match(anySecret)).toBeNull();
    // a phone that changes its seat may hear of the old one last
    if (me.playerId === this.seat?.playerId)
      for (const [, tap] of json.matchAll(anySignature))
        expect(this.writerOf(Number(tap)), `${this.name} sees ${tap}`).toBe(me.playerId);
    const before = this.view;
    if (shared) this.view = { shared, me };
    else if (before) this.view = { shared: before.shared, me };
  }

  /** The view over HTTP; `since` the last one or anew. */
  async look(o: { since: boolean; waitSeconds?: number } = { since: false }): Promise<PlayerView | null> {
    const wait = o.waitSeconds ? `&wait=${o.waitSeconds}` : "";
    const since = o.since && this.cursor ? `?since=${encodeURIComponent(this.cursor)}${wait}` : "";
    const reply = await this.app().request<Envelope<PlayerView> & { code?: string }>(
      "GET",
      this.path(`/view${since}`),
      { token: this.token },
    );
    if (reply.status === 204) return this.view;
    if (reply.status !== 200) {
      expect(["NOT_SEATED", "SEAT_REMOVED", "SEAT_BANNED", "SEAT_LEFT"]).toContain(reply.json?.code);
      this.lostSeat();
      return null;
    }
    this.cursor = reply.json.cursor;
    this.sharedIs = sharedName(this.cursor);
    const road = o.waitSeconds ? "hangingPoll" : "poll";
    this.take(road, reply.json.version, reply.json.view.shared, reply.json.view.me);
    return this.view;
  }

  /** A poll that hangs while the night goes on. */
  startHanging(): void {
    if (this.hanging) return;
    this.hanging = this.look({ since: true, waitSeconds: 1 })
      .then(() => undefined)
      .catch((error) => this.note(error))
      .finally(() => {
        this.hanging = null;
      });
  }
  /** A change of a view that this phone does not show. */
  private startLooking(): void {
    this.look().catch((error) => this.note(error));
  }
  hangingDone = (): Promise<void> => this.hanging ?? Promise.resolve();

  /** A line that broke is no fault. */
  private note(error: unknown): void {
    if (!(error instanceof TypeError && /fetch failed|terminated/.test(error.message)))
      this.faults.push(error);
  }
  private listening(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.note(error);
    }
  }

  async connect(): Promise<void> {
    this.hangUp();
    const { token, takesChanges } = this;
    const socket = this.app().socket({
      sessionId: this.sessionId,
      role: "player",
      token,
      ...(takesChanges ? { changes: true } : {}),
    });
    let wholes = 0;
    socket.on("view:player", ({ version, cursor, view }) =>
      this.listening(() => {
        wholes += 1;
        this.sharedIs = sharedName(cursor);
        this.take("socket", version, view.shared, view.me);
      }),
    );
    socket.on("view:change", (change) =>
      this.listening(() => {
        expect(takesChanges && wholes, `${this.name} has something to change`).toBeTruthy();
        this.changesHeard += 1;
        if (change.on !== this.sharedIs || !this.view) return this.startLooking();
        this.sharedIs = sharedName(change.cursor);
        this.take("socket", change.version, withChange(this.view.shared, change), change.me);
      }),
    );
    socket.on("view:me", ({ version, me }) => this.listening(() => this.take("socket", version, null, me)));
    socket.on("seat:revoked", () => this.lostSeat());
    const first = new Promise<boolean>((done) => {
      socket.once("view:player", () => done(true));
      socket.once("connect_error", () => done(false));
      socket.once("disconnect", () => done(false));
    });
    socket.connect();
    if (await first) this.socket = socket;
    else socket.disconnect();
  }
  hangUp(): void {
    this.socket?.removeAllListeners();
    this.socket?.disconnect();
    this.socket = null;
  }

  // ---- answers -----------------------------------------------------------------------------------------------

  async send(tap: Tap, { road, dropAfterMs }: Sending): Promise<void> {
    this.sentCount += 1;
    const socket = road === "socket" && this.socket?.connected ? this.socket : null;
    const sent = socket
      ? this.overSocket(socket, tap.answer, dropAfterMs)
      : this.overHttp(tap.answer, dropAfterMs);
    const reply = await sent.catch(() => null);
    if (!reply || (!reply.ok && mayTry.has(reply.code))) {
      tap.isOpen = true;
      return;
    }
    const json = JSON.stringify(reply);
    expect(json.match(anySecret)).toBeNull();
    for (const [, writer] of json.matchAll(anySignature))
      expect(this.writerOf(Number(writer))).toBe(tap.playerId);
    if (reply.ok) expect(reply).toMatchObject({ submissionId: tap.answer.submissionId });
    tap.replies.push(reply);
    if (reply.ok && socket && socket === this.socket) this.acknowledged(reply);
  }

  /** An acknowledgement over the socket is the news of what it acknowledges: no view comes besides. */
  private acknowledged({ questionId, value, revision }: Extract<AnswerReply, { ok: true }>): void {
    const { shared, me } = this.view ?? {};
    if (!me || shared?.phase !== "question" || shared.sheet) return;
    if (shared.question.id !== questionId || shared.question.type === "buzzer") return;
    this.view = { shared, me: { ...me, answer: { questionId, value, revision } } };
  }

  private async overHttp(answer: SubmitAnswer, dropAfterMs: number | null): Promise<AnswerReply> {
    const gone = new AbortController();
    if (dropAfterMs !== null) setTimeout(() => gone.abort(), dropAfterMs);
    const reply = await fetch(this.app().url + this.path("/answers"), {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${this.token}` },
      body: JSON.stringify(answer),
      signal: gone.signal,
    });
    const said = (await reply.json()) as AnswerReply | { code: string };
    return "ok" in said ? said : ({ ok: false, ...said } as AnswerReply);
  }

  private overSocket(socket: TestSocket, answer: SubmitAnswer, dropAfterMs: number | null) {
    const acknowledged = socket.timeout(5_000).emitWithAck("answer:submit", answer);
    if (dropAfterMs !== null)
      setTimeout(() => {
        if (this.socket === socket) this.hangUp();
        else socket.disconnect();
      }, dropAfterMs);
    const cut = new Promise<never>((_, fail) => {
      if (dropAfterMs !== null) setTimeout(() => fail(new Error("the phone went away")), dropAfterMs + 20);
      socket.once("disconnect", () => fail(new Error("cut")));
    });
    return Promise.race([acknowledged, cut]) as Promise<AnswerReply>;
  }
}
