/**
 * Everything a session can be asked to do, for both roads alike: orders, seats, answers, polls. It knows no HTTP and
 * no sockets; those adapters subscribe to its news. Refusals are values; an exception here is a bug or a database
 * that does not answer.
 */
import type { HostCommand, MarkCommand } from "@/lib/contracts/commands";
import type { LookupReply, SessionCreated } from "@/lib/contracts/http";
import type { Quiz } from "@/lib/contracts/quiz";
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import { decideCorrection, isMarkCommand } from "@/lib/game/corrections";
import { isTooLateFor } from "@/lib/game/late-join";
import { markerFor } from "@/lib/game/marking";
import { findQuestion, takingAnswers } from "@/lib/game/questions";
import { newSession } from "@/lib/game/state";
import type { AnswerCommitter } from "@/lib/store/answer-committer";
import type { PlayerRepository } from "@/lib/store/player-repository";
import type { SeatRequestRepository } from "@/lib/store/seat-request-repository";
import type { SessionRepository } from "@/lib/store/session-repository";
import { createBuzzNews } from "./buzz-news";
import { isCohost } from "./cohost";
import type { Logger } from "./log";
import { createPhonePresence, noteSeenEveryMs } from "./phone-presence";
import { createPracticeBots } from "./practice-bots";
import { createSeatRequests } from "./seat-requests";
import { createAnswers } from "./session-answers";
import { createCommands } from "./session-commands";
import { createNews } from "./session-news";
import type { SessionRoom } from "./session-room";
import { createRooms, type SessionRooms } from "./session-rooms";
import { createSeats } from "./session-seats";
import { andThen } from "./soon";
import { createTeamSizes } from "./team-sizes";
import { newId, newJoinKey, newPin, parsePin, type Tokens } from "./tokens";
import { createToldPlaces } from "./told-places";
import { createWaiters } from "./waiters";

export type ServiceDeps = {
  sessions: SessionRepository;
  players: PlayerRepository;
  requests: SeatRequestRepository;
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
/** Two sweeps, a slow statement, and clocks of two machines that are some seconds apart. */
const answersLookBackMs = 10_000;
/** A lost message between processes is repaired within a second (design.md, decision 12). */
const versionSweepMs = 1_000;

export type SessionService = ReturnType<typeof createSessionService>;

export function createSessionService(deps: ServiceDeps) {
  const waiters = createWaiters(deps.now);
  const news = createNews(waiters);
  const places = createToldPlaces({ news, now: deps.now });
  const commands = createCommands({
    ...deps,
    news,
    places,
    rooms: (): SessionRooms => rooms,
    takeOthersAnswers: async (room) => {
      if (deps.shared) await takeOthersAnswers(room);
    },
  });
  const rooms = createRooms({ ...deps, news, onLoaded: commands.watchDeadline });
  const presence = createPhonePresence(deps);
  const seats = createSeats({ ...deps, rooms, news, presence });

  const seatRequests = createSeatRequests({ ...deps, seats, refreshSeats: rooms.refreshSeats });
  const teamSizes = createTeamSizes({ ...deps, news, activeSeat: seats.activeSeat });

  const answers = createAnswers({ ...deps, news, refresh: commands.refresh });
  const { repeatedReply } = answers;

  /** JOINED_LATER where the host wants latecomers to wait for the next question; else as the answer path says. */
  const submitAnswer: typeof answers.submitAnswer = (room, seat, input, receivedAt, by) => {
    const submit = () => answers.submitAnswer(room, seat, input, receivedAt, by);
    if (room.state.lateJoin !== "nextQuestion") return submit();
    // another process may have opened the question a moment ago, with a rule for it
    const isKnown = room.state.asked.some((entry) => entry.questionId === input.questionId);
    return andThen(isKnown || !deps.shared ? null : commands.refresh(room), () =>
      isTooLateFor(room.state, input.questionId, seat.joinedAt)
        ? { ok: false, ...refuse("JOINED_LATER").error }
        : submit(),
    );
  };
  const bots = createPracticeBots({ seats, submitAnswer, now: deps.now, random: Math.random });
  news.subscribe(bots.listener);

  /** Did anybody give an answer of this group? What came by another process is looked for before a mark is turned away. */
  async function isGiven(room: SessionRoom, questionId: string, key: string): Promise<boolean> {
    const question = findQuestion(room.state, questionId)?.question;
    if (!question) return false;
    const { keyOf } = markerFor(question);
    const isHere = () =>
      [...(room.answers.get(questionId)?.values() ?? [])].some(({ value }) => keyOf(value) === key);
    if (isHere() || !deps.shared) return isHere();
    for (const answer of await deps.committer.loadAnswers(room.sessionId))
      room.keepAnswer(answer.questionId, answer.playerId, answer);
    return isHere();
  }

  /**
   * A correction, by a host's id or "marker" in the audit trail: UNKNOWN_PLAYER, UNKNOWN_ANSWER, and what the rules refuse.
   */
  async function mark(room: SessionRoom, command: MarkCommand, by: string): Promise<Result<null>> {
    // the rules know neither players nor answers: whether there is such a team, or such a group, is asked here
    if ("playerId" in command) {
      const seat = await seats.activeSeat(room, command.playerId);
      if (!seat.ok) return seat;
    }
    if (command.type === "markGroup") {
      const decided = decideCorrection(room.state, command, deps.now());
      if (!decided.ok) return decided;
      const isMark = decided.value.length > 0 && command.fraction !== null;
      if (isMark && !(await isGiven(room, command.questionId, command.key))) return refuse("UNKNOWN_ANSWER");
    }
    return commands.dispatch(room, command, by);
  }

  // ---- clocks ------------------------------------------------------------------------------------------------

  const guarded = (what: string, run: () => Promise<void>) => () => {
    run().catch((error) => deps.log.warn({ err: error }, `${what} failed; trying again`));
  };
  const buzzNews = createBuzzNews(news);
  const tellHosts = () =>
    rooms.each((room) => {
      if (room.hasLiveChanges()) {
        news.liveChanged(room, room.takeLiveChange(deps.now()));
        buzzNews.tellMoved(room);
      }
      places.tellIfChanged(room);
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
    const rosters = await deps.players.rosterSequences(rooms.ids());
    await rooms.each(async (room) => {
      if (await rooms.refreshSeatsIfChanged(room, rosters.get(room.sessionId) ?? 0))
        await seatRequests.take(room);
      if ((versions.get(room.sessionId) ?? 0) > room.state.version) await commands.refresh(room);
      else if (takingAnswers(room.state).questionIds.length > 0) await takeOthersAnswers(room);
    });
  };
  /** A team's phones may sit on different processes: what one of them wrote shows on the others within a second. */
  async function takeOthersAnswers(room: SessionRoom): Promise<void> {
    const open = takingAnswers(room.state).questionIds;
    const since = deps.now() - answersLookBackMs;
    // every second of every open question: a thousand rows are not read to find nothing new in them
    const there = await deps.committer.tally(room.sessionId, open, since);
    const here = room.tally(open, since);
    if (there.count === here.count && there.revisions === here.revisions) return;
    for (const answer of await deps.committer.loadAnswers(room.sessionId, since)) {
      const seat = room.seats.get(answer.playerId);
      if (room.keepAnswer(answer.questionId, answer.playerId, answer) && seat) news.seatChanged(room, seat);
    }
  }
  const timers = [
    setInterval(guarded("telling hosts what changed", tellHosts), liveIntervalMs),
    setInterval(guarded("looking at links", lookAtLinks), linkSweepMs),
    setInterval(
      guarded("noting which phones are here", () => rooms.each(presence.noteSeen)),
      noteSeenEveryMs,
    ),
    ...(deps.shared
      ? [setInterval(guarded("looking for newer versions", lookForVersions), versionSweepMs)]
      : []),
  ];
  for (const timer of timers) timer.unref();

  return {
    findRoom: rooms.find,
    roomInMemory: rooms.inMemory,
    roomNow: rooms.now,
    seatNow: rooms.seatNow,
    seatFor: seats.seatFor,
    join: seats.join,
    reclaim: seats.reclaim,
    rename: seats.rename,
    leave: seats.leave,
    leaveTogether: seats.leaveTogether,
    makeCaptain: seats.makeCaptain,
    removePhone: seats.removePhone,
    presence,
    askForSeat: seatRequests.ask,
    seatRequestOf: seatRequests.stateOf,
    sayTeamSize: teamSizes.say,
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

    mark,

    /** `hostId`: as in the audit trail, an account or a co-host. */
    async command(room: SessionRoom, command: HostCommand, hostId: string): Promise<Result<null>> {
      switch (command.type) {
        case "renewCohostLink":
          if (isCohost(hostId)) return refuse("FORBIDDEN", "The host makes new links.");
          return commands.dispatch(room, command, hostId);
        case "addBots":
          return bots.add(room, command.count);
        case "removeBots":
          return bots.remove(room, hostId);
        case "answerSeatRequest":
          return seatRequests.answer(room, command.requestId, command.letIn);
        case "setTeamSize":
          return teamSizes.setByHost(room, command, hostId);
        case "removePlayer":
        case "banPlayer":
        case "renamePlayer":
        case "addPaperTeam":
        case "mergeSeats":
        case "makeCaptain":
        case "removePhone":
          return seats.command(room, command, hostId);
        default:
          return isMarkCommand(command)
            ? mark(room, command, hostId)
            : commands.dispatch(room, command, hostId);
      }
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
