/**
 * Everything a session can be asked to do, for both roads alike: orders, seats, answers, polls. It knows no HTTP and
 * no sockets; those adapters subscribe to its news. Refusals are values; an exception here is a bug or a database
 * that does not answer.
 */
import type { AnswerReply, SubmitAnswer } from "@/lib/contracts/answers";
import type { HostCommand } from "@/lib/contracts/commands";
import type { LookupReply, SessionCreated } from "@/lib/contracts/http";
import type { Quiz } from "@/lib/contracts/quiz";
import { ok, type Refusal, type Result, refuse } from "@/lib/contracts/refusals";
import { checkAnswer } from "@/lib/game/marking";
import { findQuestion } from "@/lib/game/questions";
import { newSession } from "@/lib/game/state";
import type { AnswerCommitter, CommittedAnswer } from "@/lib/store/answer-committer";
import type { PlayerRepository } from "@/lib/store/player-repository";
import type { SessionRepository } from "@/lib/store/session-repository";
import type { Logger } from "./log";
import { createPracticeBots } from "./practice-bots";
import { createCommands } from "./session-commands";
import { createNews } from "./session-news";
import type { Seat, SessionRoom } from "./session-room";
import { createRooms, type SessionRooms } from "./session-rooms";
import { createSeats } from "./session-seats";
import { newId, newJoinKey, newPin, parsePin, type Tokens } from "./tokens";
import { createWaiters } from "./waiters";

export type ServiceDeps = {
  sessions: SessionRepository;
  players: PlayerRepository;
  committer: AnswerCommitter;
  tokens: Tokens;
  log: Logger;
  now: () => number;
  playerCap: number;
  /** what the room panel and /metrics count */
  counts: { joined(sessionId: string): void; acknowledged(sessionId: string, ms: number): void };
  /** several processes share the database: look for versions saved elsewhere */
  shared: boolean;
};

/** Host and big screen hear of joins and answers at most four times a second (design.md, decision 6). */
const liveIntervalMs = 250;
const linkSweepMs = 3_000;
/** A lost message between processes is repaired within a second (design.md, decision 12). */
const versionSweepMs = 1_000;

export type SessionService = ReturnType<typeof createSessionService>;

export function createSessionService(deps: ServiceDeps) {
  const waiters = createWaiters(deps.now);
  const news = createNews(waiters);
  const commands = createCommands({ ...deps, news, rooms: (): SessionRooms => rooms });
  const rooms = createRooms({ ...deps, onLoaded: commands.watchDeadline });
  const seats = createSeats({ ...deps, rooms, news });

  // ---- answers -----------------------------------------------------------------------------------------------

  const answerRefused = (refusal: Refusal) => ({ ok: false as const, ...refusal });
  const saved = (questionId: string, { submissionId, value }: CommittedAnswer) => ({
    ok: true as const,
    questionId,
    submissionId,
    value,
  });

  const tapOf = (seat: Seat, { questionId, submissionId }: SubmitAnswer) =>
    `${seat.playerId} ${questionId} ${submissionId}`;

  /** The reply from memory: what is kept there has been committed. */
  function keptReply(room: SessionRoom, seat: Seat, input: SubmitAnswer): AnswerReply | null {
    const kept = room.answerOf(input.questionId, seat.playerId);
    return kept?.submissionId === input.submissionId ? saved(input.questionId, kept) : null;
  }

  /**
   * The reply a repeated submission gets: from memory, or the one the first is still waiting for. Null for anything new.
   * Repeats cost the player nothing and the database nothing (limits.md, submitAnswer).
   */
  function repeatedReply(
    room: SessionRoom,
    seat: Seat,
    input: SubmitAnswer,
  ): AnswerReply | Promise<AnswerReply> | null {
    return keptReply(room, seat, input) ?? room.repliesUnderWay.get(tapOf(seat, input)) ?? null;
  }

  async function isAsked(room: SessionRoom, questionId: string): Promise<boolean> {
    const known = () => room.state.asked.some((entry) => entry.questionId === questionId);
    // another process may have opened it a moment ago
    if (!known() && deps.shared) await commands.refresh(room);
    return known();
  }

  /** `receivedAt`: when the bytes reached this process, the only time that counts (TMR-02). */
  async function submitAnswer(
    room: SessionRoom,
    seat: Seat,
    input: SubmitAnswer,
    receivedAt: number,
  ): Promise<AnswerReply> {
    const found = findQuestion(room.state, input.questionId);
    // a question nobody has seen yet is as unknown as one that does not exist
    if (!found || !(await isAsked(room, input.questionId)))
      return answerRefused(refuse("UNKNOWN_QUESTION").error);
    const checked = checkAnswer(found.question, input.value);
    if (!checked.ok) return answerRefused(checked.error);
    const kept = room.answerOf(input.questionId, seat.playerId);
    if (kept)
      return (
        keptReply(room, seat, input) ?? {
          ...answerRefused(refuse("ALREADY_ANSWERED").error),
          stored: kept.value,
        }
      );
    const tap = tapOf(seat, input);
    const before = room.repliesUnderWay.get(tap);
    if (before) return before;
    const reply = commitAnswer(room, seat, { ...input, value: checked.value }, receivedAt);
    // a lock waits for it: what was committed before must be in the marks
    room.inFlight.add(reply);
    room.repliesUnderWay.set(tap, reply);
    try {
      return await reply;
    } finally {
      room.inFlight.delete(reply);
      room.repliesUnderWay.delete(tap);
    }
  }

  async function commitAnswer(
    room: SessionRoom,
    seat: Seat,
    { questionId, submissionId, value }: SubmitAnswer,
    receivedAt: number,
  ): Promise<AnswerReply> {
    const outcome = await deps.committer.submit({
      sessionId: room.sessionId,
      playerId: seat.playerId,
      questionId,
      submissionId,
      value,
      receivedAt,
    });
    if (outcome.kind === "closed") return answerRefused(refuse("QUESTION_CLOSED").error);
    if (outcome.kind === "unavailable")
      return { ...answerRefused(refuse("UNAVAILABLE").error), retryAfterMs: 500 + Math.random() * 1000 };
    if (!room.answerOf(questionId, seat.playerId)) {
      const { receivedAt: wonAt } = outcome;
      room.keepAnswer(questionId, seat.playerId, {
        value: outcome.value,
        submissionId: outcome.submissionId,
        receivedAt: wonAt,
      });
      news.seatChanged(room, seat);
    }
    if (outcome.kind === "alreadyAnswered")
      return { ...answerRefused(refuse("ALREADY_ANSWERED").error), stored: outcome.value };
    deps.counts.acknowledged(room.sessionId, deps.now() - receivedAt);
    return saved(questionId, outcome);
  }

  const bots = createPracticeBots({ seats, submitAnswer, now: deps.now, random: Math.random });
  news.subscribe(bots.listener);

  // ---- clocks ------------------------------------------------------------------------------------------------

  const guarded = (what: string, run: () => Promise<void>) => () => {
    run().catch((error) => deps.log.warn({ err: error }, `${what} failed; trying again`));
  };
  const tellHosts = () =>
    rooms.each((room) => {
      if (room.hasLiveChanges()) news.liveChanged(room, room.takeLiveChange(deps.now()));
    });
  const lookAtLinks = () =>
    rooms.each((room) => {
      const now = deps.now();
      for (const seat of room.activeSeats())
        if (waiters.isWaiting(room.sessionId, seat.playerId)) seat.polledAt = now;
      room.noticeLinks(now);
      rooms.dropIfIdle(room);
    });
  const lookForVersions = async () => {
    const versions = await deps.sessions.versions(rooms.ids());
    await rooms.each(async (room) => {
      if ((versions.get(room.sessionId) ?? 0) > room.state.version) await commands.refresh(room);
    });
  };
  const timers = [
    setInterval(guarded("telling hosts what changed", tellHosts), liveIntervalMs),
    setInterval(guarded("looking at links", lookAtLinks), linkSweepMs),
    ...(deps.shared
      ? [setInterval(guarded("looking for newer versions", lookForVersions), versionSweepMs)]
      : []),
  ];
  for (const timer of timers) timer.unref();

  return {
    findRoom: rooms.find,
    roomInMemory: rooms.inMemory,
    roomNow: rooms.now,
    seatFor: seats.seatFor,
    join: seats.join,
    reclaim: seats.reclaim,
    rename: seats.rename,
    leave: seats.leave,
    refusesJoin: seats.refusesJoin,
    submitAnswer,
    repeatedReply,
    waiters,
    subscribe: news.subscribe,

    /** Sessions whose deadline passed while no process ran are closed now; the others get their timer back. */
    async recover(): Promise<number> {
      const ids = await deps.sessions.liveSessionIds();
      for (const id of ids) await rooms.find(id);
      return ids.length;
    },

    async createSession(hostId: string, quizId: string, quiz: Quiz): Promise<Result<SessionCreated>> {
      if (!quiz.rounds.some((round) => round.questions.length > 0)) return refuse("QUIZ_EMPTY");
      const live = (await deps.sessions.liveSessionIds()).length;
      // the PIN is unique by constraint; with 100,000 PINs per live session ten misses in a row do not happen
      for (let attempt = 0; attempt < 10; attempt++) {
        const sessionId = newId();
        const pin = newPin(live + 1);
        const created = await deps.sessions.create({
          sessionId,
          hostId,
          quizId,
          title: quiz.title,
          pin,
          joinKey: newJoinKey(),
          playerCap: deps.playerCap,
          state: newSession(sessionId, quiz),
          now: deps.now(),
        });
        if (created === "created") return ok({ sessionId, pin });
      }
      return refuse("UNAVAILABLE");
    },

    /** By PIN only live sessions are found: a miss and an ended session look alike to strangers (NET-08). */
    async lookup(by: { pin: string } | { key: string }, token: string | null): Promise<Result<LookupReply>> {
      const pin = "pin" in by ? parsePin(by.pin) : null;
      const sessionId =
        "key" in by ? await deps.sessions.findByKey(by.key) : pin ? await deps.sessions.findByPin(pin) : null;
      const room = sessionId ? await rooms.find(sessionId) : null;
      if (!room)
        return "pin" in by
          ? refuse("UNKNOWN_PIN")
          : refuse("UNKNOWN_PIN", "That code is not known here. Scan the one on the big screen.");
      const known = deps.tokens.readDevice(token);
      const deviceToken = known && token ? token : deps.tokens.issueDevice().token;
      const seat = known ? room.seatOfDevice(known) : null;
      return ok({
        sessionId: room.sessionId,
        title: room.stored.title,
        joinLocked: room.state.joinLocked,
        ended: room.state.endedAt !== null,
        deviceToken,
        seat: seat?.status === "active" ? { playerId: seat.playerId, name: seat.name } : null,
      });
    },

    /** A guest has become an account: the rooms in memory go with the rows. */
    moveHost: (fromHostId: string, toHostId: string): Promise<void> =>
      rooms.each((room) => {
        if (room.stored.hostId === fromHostId) room.stored = { ...room.stored, hostId: toHostId };
      }),

    command(room: SessionRoom, command: HostCommand, hostId: string): Promise<Result<null>> {
      if (command.type === "addBots") return bots.add(room, command.count);
      if (command.type === "removeBots") return bots.remove(room, hostId);
      return "playerId" in command
        ? seats.command(room, command, hostId)
        : commands.dispatch(room, command, hostId);
    },

    async close(): Promise<void> {
      commands.close();
      bots.close();
      for (const timer of timers) clearInterval(timer);
      waiters.close();
      await rooms.each((room) => {
        if (room.deadlineTimer) clearTimeout(room.deadlineTimer);
      });
      await deps.committer.drain();
    },
  };
}
