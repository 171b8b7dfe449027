/**
 * One session in memory: the saved state, who sits where, the answers, and the views made of them. What is the same
 * for every phone is serialised once per version and sent as the same bytes. It never writes: the service does, and
 * the database stays the truth.
 */
import { hash } from "node:crypto";
import type { AnswerReply } from "@/lib/contracts/answers";
import type {
  HostLiveChange,
  HostView,
  Link,
  LivePlayer,
  MeView,
  ScreenView,
  SharedView,
} from "@/lib/contracts/views";
import { currentQuestion } from "@/lib/game/questions";
import { type PlayerRecord, type SessionScores, scoreSession } from "@/lib/game/scoring";
import type { SessionState } from "@/lib/game/state";
import { meView, nextStep, sharedView } from "@/lib/game/views";
import type { CommittedAnswer } from "@/lib/store/answer-committer";
import type { StoredPlayer } from "@/lib/store/player-row";
import type { StoredSession } from "@/lib/store/session-repository";

export type Seat = StoredPlayer & {
  sockets: number;
  /** when a poll of this seat was last answered or is still waiting (epoch ms); 0: never polled */
  polledAt: number;
};

/** A poll waits 20 s and comes back within a second or two; after this long without one the phone is gone. */
const fallbackSilenceMs = 30_000;

/** Seats of practice bots are marked by their source, which no phone can claim. */
export const botSource = "practice-bot";
export const isBot = (seat: { source: string }): boolean => seat.source === botSource;

/** 36 bits: one change in 69 billion would go unseen until the next one. */
const shortHash = (text: string): string => hash("sha1", text, "base64url").slice(0, 6);

export class SessionRoom {
  readonly seats = new Map<string, Seat>();
  private readonly seatByDevice = new Map<string, string>();
  /** question id → player id → answer */
  readonly answers = new Map<string, Map<string, CommittedAnswer>>();
  /** answers on their way to the database: a lock waits for them before it is shown */
  readonly inFlight = new Set<Promise<unknown>>();
  /** the reply each tap on its way will get: what is sent twice hears the same */
  readonly repliesUnderWay = new Map<string, Promise<AnswerReply>>();
  /** commands of one session run one after the other */
  commandQueue: Promise<unknown> = Promise.resolve();
  deadlineTimer: NodeJS.Timeout | null = null;
  lastUsedAt: number;

  /** devices whose join was charged to the room's address: a retry or a second name is the same guest */
  readonly chargedDevices = new Set<string>();
  private sharedCache: { version: number; view: SharedView; json: string; hash: string } | null = null;
  private scoresCache: { version: number; scores: SessionScores } | null = null;
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
    for (const deviceId of player.deviceIds) this.seatByDevice.set(deviceId, player.playerId);
    if (player.status === "active") this.markChanged(player.playerId);
    else {
      this.changedSeats.delete(player.playerId);
      this.removedSeats.add(player.playerId);
    }
    this.scoresCache = null;
    return seat;
  }

  seatOfDevice(deviceId: string): Seat | null {
    const playerId = this.seatByDevice.get(deviceId);
    return playerId ? (this.seats.get(playerId) ?? null) : null;
  }

  /** The device sits elsewhere now; its old seat must not claim it again. */
  releaseDevice(deviceId: string): void {
    const seat = this.seatOfDevice(deviceId);
    if (seat) seat.deviceIds = seat.deviceIds.filter((id) => id !== deviceId);
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

  keepAnswer(questionId: string, playerId: string, answer: CommittedAnswer): void {
    const byPlayer = this.answers.get(questionId) ?? new Map<string, CommittedAnswer>();
    this.answers.set(questionId, byPlayer);
    if (byPlayer.has(playerId)) return;
    byPlayer.set(playerId, answer);
    this.markChanged(playerId);
  }

  answerOf(questionId: string, playerId: string): CommittedAnswer | null {
    return this.answers.get(questionId)?.get(playerId) ?? null;
  }

  /** Derived, never incremented; cached until the version or the roster changes. */
  scores(): SessionScores {
    if (this.scoresCache?.version === this.state.version) return this.scoresCache.scores;
    const scores = scoreSession(this.state, this.playerRecords(), this.answerRecords());
    this.scoresCache = { version: this.state.version, scores };
    return scores;
  }

  playerRecords(): PlayerRecord[] {
    return [...this.seats.values()].map(({ playerId, name, joinedAt, joinOrder, status }) => ({
      playerId,
      name,
      joinedAt,
      joinOrder,
      removed: status !== "active",
    }));
  }

  private answerRecords() {
    const records = [];
    for (const [questionId, byPlayer] of this.answers)
      for (const [playerId, answer] of byPlayer) records.push({ questionId, playerId, ...answer });
    return records;
  }

  private scoresIfShown(): SessionScores | null {
    const { phase } = this.state.position;
    return phase === "reveal" || phase === "standings" || phase === "finished" ? this.scores() : null;
  }

  // ---- views -------------------------------------------------------------------------------------------------

  setState(state: SessionState): void {
    this.state = state;
    this.sharedCache = null;
    this.scoresCache = null;
    this.liveSeq += 1;
  }

  shared(): { view: SharedView; json: string; hash: string } {
    if (this.sharedCache?.version === this.state.version && this.scoresCacheFresh()) return this.sharedCache;
    const view = sharedView(this.state, this.scoresIfShown());
    const json = JSON.stringify(view);
    this.sharedCache = { version: this.state.version, view, json, hash: shortHash(json) };
    return this.sharedCache;
  }

  /** A rename or a removal during the standings changes the shared view without a new version. */
  private scoresCacheFresh(): boolean {
    return this.scoresIfShown() === null || this.scoresCache !== null;
  }

  /** The shared part no longer holds (roster changed while standings are up). */
  dropShared(): void {
    this.sharedCache = null;
    this.scoresCache = null;
  }

  private me(seat: Seat): { json: string; cursor: string } {
    const question = currentQuestion(this.state);
    const view: MeView = meView({
      state: this.state,
      player: { playerId: seat.playerId, name: seat.name, seatCode: seat.seatCode },
      answer: question ? (this.answerOf(question.id, seat.playerId)?.value ?? null) : null,
      scores: this.scoresIfShown(),
    });
    const json = JSON.stringify(view);
    // made from the content of both parts, so that it means the same after a restart and in another process
    const cursor = `${this.state.version}.${this.shared().hash}${shortHash(json)}`;
    return { json, cursor };
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

  liveCursor(bootId: string): string {
    return `${this.state.version}.${bootId}${this.liveSeq}`;
  }

  private answeredIds(): Map<string, CommittedAnswer> {
    const question = currentQuestion(this.state);
    return (question && this.answers.get(question.id)) ?? new Map();
  }

  private counts() {
    const active = this.activeSeats();
    const answered = this.answeredIds();
    return {
      playerCount: active.length,
      answeredCount: active.reduce((sum, seat) => sum + (answered.has(seat.playerId) ? 1 : 0), 0),
    };
  }

  private livePlayer(seat: Seat, now: number): LivePlayer {
    return {
      playerId: seat.playerId,
      name: seat.name,
      link: this.linkOf(seat, now),
      answered: this.answeredIds().has(seat.playerId),
      seatCode: seat.seatCode,
      isBot: isBot(seat),
    };
  }

  /** Picks so far on a choice question. For the host only: seeing them would sway later answers (ANS-12). */
  private distribution(): { choiceId: string; count: number }[] {
    const question = currentQuestion(this.state);
    if (!question || !("choices" in question)) return [];
    const counts = new Map(question.choices.map((choice) => [choice.id, 0]));
    for (const { value } of this.answeredIds().values()) {
      const picked =
        value.kind === "choice" ? [value.choiceId] : value.kind === "choices" ? value.choiceIds : [];
      for (const id of picked) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return [...counts].map(([choiceId, count]) => ({ choiceId, count }));
  }

  hostView(o: { origin: string; unreachable: boolean; screenToken: string; now: number }): HostView {
    const { state } = this;
    return {
      shared: this.shared().view,
      pin: this.state.endedAt === null ? (this.stored.pin ?? "") : "",
      joinUrl: `${o.origin}/j/${this.stored.joinKey}`,
      unreachable: o.unreachable,
      quizId: this.stored.quizId,
      screenPath: `/screen?session=${this.sessionId}&token=${o.screenToken}`,
      question: this.questionToReadOut(),
      progress: {
        asked: state.asked.length,
        total: state.quiz.rounds.reduce((sum, round) => sum + round.questions.length, 0),
      },
      canUndo: (state.history.length > 0 || state.paused !== null) && state.endedAt === null,
      nextStep: nextStep(state),
      live: {
        ...this.counts(),
        players: this.activeSeats().map((seat) => this.livePlayer(seat, o.now)),
        distribution: this.distribution(),
      },
    };
  }

  private questionToReadOut() {
    const { phase, roundIndex } = this.state.position;
    if (phase === "roundIntro") return this.state.quiz.rounds[roundIndex]?.questions[0] ?? null;
    return phase === "question" || phase === "locked" || phase === "reveal"
      ? currentQuestion(this.state)
      : null;
  }

  screenView(o: { origin: string; unreachable: boolean }): ScreenView {
    return {
      shared: this.shared().view,
      pin: this.state.endedAt === null ? (this.stored.pin ?? "") : "",
      joinUrl: `${o.origin}/j/${this.stored.joinKey}`,
      typedUrl: o.origin.replace(/^https?:\/\//, ""),
      unreachable: o.unreachable,
      live: { ...this.counts(), names: this.activeSeats().map(({ playerId, name }) => ({ playerId, name })) },
    };
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
    const players = [...this.changedSeats]
      .map((id) => this.seats.get(id))
      .filter((seat) => seat?.status === "active")
      .map((seat) => this.livePlayer(seat as Seat, now));
    const change = {
      ...this.counts(),
      players,
      removedIds: [...this.removedSeats],
      distribution: this.distribution(),
    };
    this.changedSeats.clear();
    this.removedSeats.clear();
    this.liveSeq += 1;
    return change;
  }
}
