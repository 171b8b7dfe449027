/**
 * One session in memory: the saved state, who sits where, the answers, and the views made of them. What is the same
 * for every phone is serialised once per version and sent as the same bytes. It never writes: the service does, and
 * the database stays the truth.
 */
import { hash } from "node:crypto";
import type { AnswerReply, AnswerValue } from "@/lib/contracts/answers";
import type { MarkingView } from "@/lib/contracts/marking";
import { nameLength } from "@/lib/contracts/view-change";
import type { Buzz, HostLiveChange, Link, MeView, SharedView } from "@/lib/contracts/views";
import { markingView, toMarkCount } from "@/lib/game/marking-view";
import { currentQuestion } from "@/lib/game/questions";
import type { PlayerRecord, SessionScores } from "@/lib/game/scoring";
import type { SessionState } from "@/lib/game/state";
import { scoresToShow } from "@/lib/game/told-corrections";
import { forPhones, meView, sharedView } from "@/lib/game/views";
import type { AnswerTally, CommittedAnswer } from "@/lib/store/answer-committer";
import type { StoredPlayer } from "@/lib/store/player-row";
import type { SeatRequest } from "@/lib/store/seat-request-repository";
import type { StoredSession } from "@/lib/store/session-repository";
import { answerKeeper, type KeptAnswer } from "./kept-answer";
import { pastParts } from "./past-parts";
import { buzzLine, distribution, hostCounts, livePlayers } from "./room-counts";
import { isBot, isPaper, type Seat } from "./seat";
import type { Audience } from "./session-news";
import { teamOf } from "./team-phones";

/** A poll waits 20 s and comes back within a second or two; after this long without one the phone is gone. */
const fallbackSilenceMs = 30_000;

const shortHash = (text: string): string => hash("sha1", text, "base64url").slice(0, nameLength);

/** What phones were shown, as far as it takes to know later who sees something else. */
export type Seen = { shared: string; me: Map<string, string> };

export class SessionRoom {
  readonly seats = new Map<string, Seat>();
  private readonly seatByDevice = new Map<string, string>();
  /** whose phone left the page while a question was open, by question: for the host to know, of this process, never scored */
  readonly leftPage = new Map<string, Set<string>>();
  /** question id → player id → answer */
  readonly answers = new Map<string, Map<string, KeptAnswer>>();
  private readonly keep = answerKeeper();
  /** answers on their way to the database: a lock waits for them before it is shown */
  readonly inFlight = new Set<Promise<unknown>>();
  /** the reply each tap on its way will get: what is sent twice hears the same */
  readonly repliesUnderWay = new Map<string, Promise<AnswerReply>>();
  /** commands of one session run one after the other */
  commandQueue: Promise<unknown> = Promise.resolve();
  deadlineTimer: NodeJS.Timeout | null = null;
  /** seats that became part of another one: from → to */
  readonly mergedSeats = new Map<string, string>();
  /** device id → the seat it asks the host for */
  readonly seatRequests = new Map<string, SeatRequest>();
  /** corrections that are saved and not yet told: what phones saw before them, and whether anything else waited then */
  untold: { before: Seen; wasTold: boolean; timer: NodeJS.Timeout } | null = null;
  lastUsedAt: number;

  /** devices whose join was charged to the room's address: a retry or a second name is the same guest */
  readonly chargedDevices = new Set<string>();
  /** `scores`: those it was made with; a join, a rename or a late answer makes new ones without a new version */
  private sharedCache: {
    version: number;
    scores: SessionScores | null;
    view: SharedView;
    json: string;
    hash: string;
  } | null = null;
  private readonly parts = pastParts();
  private scoresCache: { version: number; scores: SessionScores } | null = null;
  private playersCache: PlayerRecord[] | null = null;
  private answersCache: ReadonlyMap<string, ReadonlyMap<string, KeptAnswer>> | null = null;
  private buzzCache: Buzz[] | null = null;
  /** player id → its personal part and the hash of it; made of state, seats, answers and scores, and of no clock */
  private readonly meCache = new Map<string, { json: string; hash: string }>();
  private toMarkCache: number | null = null;
  private liveSeq = 0;
  private readonly changedSeats = new Set<string>();
  private readonly removedSeats = new Set<string>();
  private lastLinks = new Map<string, Link>();

  constructor(
    /** its host changes when a guest becomes an account */
    public stored: StoredSession,
    public state: SessionState,
    now: number,
  ) {
    this.lastUsedAt = now;
  }

  get sessionId(): string {
    return this.stored.sessionId;
  }

  // ---- seats -------------------------------------------------------------------------------------------------

  putSeat(player: StoredPlayer): Seat {
    // the same object for good: whoever waits with a seat in hand sees what became of it
    const seat: Seat = Object.assign(
      this.seats.get(player.playerId) ?? { sockets: 0, polledAt: 0, ...player },
      player,
    );
    this.seats.set(player.playerId, seat);
    this.playersCache = null;
    for (const deviceId of player.deviceIds) this.seatByDevice.set(deviceId, player.playerId);
    if (player.status === "active") this.markChanged(player.playerId);
    else {
      this.changedSeats.delete(player.playerId);
      this.removedSeats.add(player.playerId);
    }
    this.dropScores();
    return seat;
  }

  seatOfDevice(deviceId: string): Seat | null {
    const playerId = this.seatByDevice.get(deviceId);
    return playerId ? (this.seats.get(playerId) ?? null) : null;
  }

  /** The device sits elsewhere now; its old seat must not claim it again. */
  releaseDevice(deviceId: string): void {
    const seat = this.seatOfDevice(deviceId);
    if (seat) {
      seat.deviceIds = seat.deviceIds.filter((id) => id !== deviceId);
      this.meCache.delete(seat.playerId);
      if (seat.status === "active") this.markChanged(seat.playerId);
    }
    this.seatByDevice.delete(deviceId);
  }

  activeSeats(): Seat[] {
    return [...this.seats.values()].filter((seat) => seat.status === "active");
  }

  linkOf(seat: Seat, now: number): Link {
    // a bot lives in this process
    if (seat.sockets > 0 || isBot(seat)) return "socket";
    return now - seat.polledAt < fallbackSilenceMs ? "fallback" : "offline";
  }

  // ---- answers -----------------------------------------------------------------------------------------------

  /** True when it is news here: the first one, or a later revision than the one known. */
  keepAnswer(questionId: string, playerId: string, answer: CommittedAnswer): boolean {
    const byPlayer = this.answers.get(questionId) ?? new Map<string, KeptAnswer>();
    this.answers.set(questionId, byPlayer);
    const known = byPlayer.get(playerId);
    if (known && known.revision >= answer.revision) return false;
    const id = this.seats.get(playerId)?.playerId ?? playerId;
    byPlayer.set(id, this.keep(id, questionId, answer));
    this.answersCache = null;
    // a change can reach a process that shows the scores already
    this.dropScores();
    this.markChanged(playerId);
    return true;
  }

  /** The phone of this seat went to another page or app, or was locked. Said once a question; nothing without an open one. */
  noteLeftPage(seat: Seat): void {
    const questionId =
      this.state.position.phase === "question" && !this.state.paused && currentQuestion(this.state)?.id;
    if (!questionId || this.leftPage.get(questionId)?.has(seat.playerId)) return;
    this.leftPage.set(questionId, (this.leftPage.get(questionId) ?? new Set()).add(seat.playerId));
    this.markChanged(seat.playerId);
  }

  /** What is stored of this seat's, by question or joker. */
  valuesOf =
    (seat: Seat) =>
    (questionId: string): AnswerValue | null =>
      this.answerOf(questionId, seat.playerId)?.value ?? null;

  answerOf(questionId: string, playerId: string): CommittedAnswer | null {
    return this.answers.get(questionId)?.get(playerId) ?? null;
  }

  /** As the committer counts what is stored: answers to these questions since then, and the sum of their revisions. */
  tally(questionIds: string[], since: number): AnswerTally {
    const total = { count: 0, revisions: 0 };
    for (const questionId of questionIds)
      for (const { receivedAt, revision } of this.answersTo(questionId).values()) {
        if (receivedAt < since) continue;
        total.count += 1;
        total.revisions += revision;
      }
    return total;
  }

  /** Derived, never incremented; cached until the version or the roster changes. */
  scores(): SessionScores {
    if (this.scoresCache?.version === this.state.version) return this.scoresCache.scores;
    const scores = scoresToShow(this.state, this.playerRecords(), this.answersNow());
    this.scoresCache = { version: this.state.version, scores };
    return scores;
  }

  /** The same array until something in it changes, and so are the answers: what is derived question by question is kept by them. */
  playerRecords(): PlayerRecord[] {
    this.playersCache ??= [...this.seats.values()].map((seat) => ({
      playerId: seat.playerId,
      name: seat.name,
      joinedAt: seat.joinedAt,
      joinOrder: seat.joinOrder,
      removed: seat.status !== "active",
      ...(isPaper(seat) ? { onPaper: true } : {}),
      ...(seat.heads === null ? {} : { heads: seat.heads }),
    }));
    return this.playersCache;
  }

  /** Another map says that something in it has changed; the answers themselves are not copied. */
  private answersNow(): ReadonlyMap<string, ReadonlyMap<string, KeptAnswer>> {
    this.answersCache ??= new Map(this.answers);
    return this.answersCache;
  }

  scoresIfShown(): SessionScores | null {
    const { phase } = this.state.position;
    return phase === "reveal" || phase === "standings" || phase === "finished" ? this.scores() : null;
  }

  // ---- views -------------------------------------------------------------------------------------------------

  setState(state: SessionState): void {
    this.state = state;
    this.sharedCache = null;
    this.dropScores();
    this.liveSeq += 1;
  }

  /** `view`: the whole, for host and big screen; `json`: as phones get it, with its hash. */
  shared(): { view: SharedView; json: string; hash: string } {
    const { version } = this.state;
    const scores = this.scoresIfShown();
    if (this.sharedCache?.version === version && this.sharedCache.scores === scores) return this.sharedCache;
    const view = sharedView(this.state, scores);
    const phones = forPhones(view);
    const json = JSON.stringify(phones);
    this.sharedCache = { version, scores, view, json, hash: shortHash(json) };
    this.parts.show(this.sharedCache.hash, phones);
    return this.sharedCache;
  }

  /** What is derived from state, seats and answers no longer holds. */
  private dropScores(): void {
    this.scoresCache = null;
    this.toMarkCache = null;
    this.buzzCache = null;
    this.meCache.clear();
  }

  /** The shared part no longer holds (roster changed while standings are up). */
  dropShared(): void {
    this.sharedCache = null;
    this.dropScores();
  }

  private meView(seat: Seat): MeView {
    return meView({
      state: this.state,
      player: {
        playerId: seat.playerId,
        name: seat.name,
        seatCode: seat.seatCode,
        joinedAt: seat.joinedAt,
        heads: seat.heads,
        headsByHost: seat.headsByHost,
        ...teamOf(seat),
      },
      answerOf: (questionId) => this.answerOf(questionId, seat.playerId),
      buzz: this.buzzLine().find(({ playerId }) => playerId === seat.playerId),
      scores: this.scoresIfShown(),
    });
  }
  private meJson = (seat: Seat): string => JSON.stringify(this.meView(seat));

  private me(seat: Seat): { json: string; cursor: string } {
    let part = this.meCache.get(seat.playerId);
    if (!part) {
      const json = this.meJson(seat);
      part = { json, hash: shortHash(json) };
      this.meCache.set(seat.playerId, part);
    }
    // made from the content of both parts alone, so that it means the same after a restart and in another process, and
    // stays the same through a version that shows this phone nothing new
    return { json: part.json, cursor: `${this.shared().hash}${part.hash}` };
  }

  /** Of what this player would be shown now: all that a poll needs that finds nothing new. */
  playerCursor = (seat: Seat): string => this.me(seat).cursor;

  /** Whether a phone with this cursor has the shared part already. */
  hasShared = (cursor: string): boolean => cursor.startsWith(this.shared().hash);

  seen(): Seen {
    const me = new Map(this.activeSeats().map((seat) => [seat.playerId, this.meJson(seat)]));
    return { shared: this.shared().hash, me };
  }

  /** Whose phones show something that no longer holds. */
  seeingOther(before: Seen): Audience {
    if (before.shared !== this.shared().hash) return "everybody";
    return this.activeSeats().filter((seat) => before.me.get(seat.playerId) !== this.meJson(seat));
  }

  /** The personal part alone, for a socket that has the rest. */
  meBody(seat: Seat, now: number): string {
    const { json, cursor } = this.me(seat);
    return `{"version":${this.state.version},"now":${now},"cursor":"${cursor}","me":${json}}`;
  }

  /** The whole view for one player: the shared bytes as they are, the personal part beside them. */
  playerBody(seat: Seat, now: number, paceMs: number): { cursor: string; body: string } {
    const { json, cursor } = this.me(seat);
    const shared = this.shared().json;
    const head = `{"cursor":"${cursor}","version":${this.state.version},"now":${now}${paceMs > 0 ? `,"retryAfterMs":${paceMs}` : ""}`;
    return { cursor, body: `${head},"view":{"shared":${shared},"me":${json}}}` };
  }

  /** The whole view for a socket that has the shared part of this name; null: it needs the bytes of a poll. */
  changeBody(seat: Seat, now: number, name: string): string | null {
    const change = this.parts.change(name, this.shared().hash);
    if (change === null) return null;
    const { json, cursor } = this.me(seat);
    return `{"version":${this.state.version},"now":${now},"cursor":"${cursor}","on":"${name}",${change},"me":${json}}`;
  }

  liveCursor(bootId: string): string {
    return `${this.state.version}.${bootId}${this.liveSeq}`;
  }

  answersTo(questionId: string | undefined): Map<string, KeptAnswer> {
    return (questionId !== undefined && this.answers.get(questionId)) || new Map();
  }
  /** Cached: it is in the view of every phone that pressed. */
  buzzLine(): Buzz[] {
    this.buzzCache ??= buzzLine(this);
    return this.buzzCache;
  }

  /** Everything the night's answers are marked by. Holds the key: for the host and a marker. */
  marking(): MarkingView {
    return markingView(this.state, this.playerRecords(), this.answersNow(), this.scores());
  }

  /** Cached like the scores: it is in every host's view, and grouping a round of typed answers takes a while. */
  toMark(): number {
    this.toMarkCache ??= toMarkCount(this.state, this.playerRecords(), this.answersNow());
    return this.toMarkCache;
  }

  // ---- what changes often ------------------------------------------------------------------------------------

  markChanged(playerId: string): void {
    this.changedSeats.add(playerId);
  }

  /** Seats whose link changed by mere silence since the last look. */
  noticeLinks(now: number): void {
    for (const seat of this.activeSeats()) {
      const link = this.linkOf(seat, now);
      if (this.lastLinks.get(seat.playerId) !== link) {
        this.lastLinks.set(seat.playerId, link);
        this.markChanged(seat.playerId);
      }
    }
  }

  hasLiveChanges(): boolean {
    return this.changedSeats.size > 0 || this.removedSeats.size > 0;
  }

  takeLiveChange(now: number): HostLiveChange {
    const seats = [...this.changedSeats].flatMap((id) => this.seats.get(id) ?? []);
    const change = {
      ...hostCounts(this),
      players: livePlayers(
        this,
        seats.filter((seat) => seat.status === "active"),
        now,
      ),
      removedIds: [...this.removedSeats],
      distribution: distribution(this),
    };
    this.changedSeats.clear();
    this.removedSeats.clear();
    this.liveSeq += 1;
    return change;
  }
}
