/**
 * Everything a session can be asked to do, for both roads alike: decide → save → publish, seats, answers, polls.
 * It knows no HTTP and no sockets; those adapters subscribe through `Publisher`. Refusals are values; an exception
 * here is a bug or a database that does not answer.
 */
import type { AnswerReply, SubmitAnswer } from "@/lib/contracts/answers";
import type { HostCommand, RosterCommand } from "@/lib/contracts/commands";
import type { LookupReply, SessionCreated } from "@/lib/contracts/http";
import type { Quiz } from "@/lib/contracts/quiz";
import { ok, type Refusal, type RefusalCode, type Result, refuse } from "@/lib/contracts/refusals";
import type { HostLiveChange } from "@/lib/contracts/views";
import { decide, type Order } from "@/lib/game/decide";
import { applyEvents, closesDueAt } from "@/lib/game/evolve";
import { checkAnswer } from "@/lib/game/marking";
import { parsePlayerName } from "@/lib/game/player-name";
import { findQuestion } from "@/lib/game/questions";
import { newSession } from "@/lib/game/state";
import type { AnswerCommitter } from "@/lib/store/answer-committer";
import type { PlayerRepository, StoredPlayer } from "@/lib/store/player-repository";
import type { SessionRepository } from "@/lib/store/session-repository";
import type { Logger } from "./log";
import { isFriendly } from "./name-filter";
import { type Seat, SessionRoom } from "./session-room";
import { newId, newJoinKey, newPin, newSeatCode, parsePin, parseSeatCode, type Tokens } from "./tokens";
import { createWaiters, type Waiters } from "./waiters";

/** What the adapters do with news. `playerChanged`: that seat's personal part may differ now. */
export type Publisher = {
  versionChanged(room: SessionRoom): void;
  playerChanged(room: SessionRoom, seat: Seat): void;
  liveChanged(room: SessionRoom, change: HostLiveChange): void;
  seatRevoked(room: SessionRoom, seat: Seat, code: RefusalCode): void;
  deviceMoved(room: SessionRoom, deviceId: string): void;
};

export type ServiceDeps = {
  sessions: SessionRepository;
  players: PlayerRepository;
  committer: AnswerCommitter;
  tokens: Tokens;
  log: Logger;
  now: () => number;
  playerCap: number;
  /** several processes share the database: look for versions saved elsewhere */
  shared: boolean;
};

/** Host and big screen hear of joins and answers at most four times a second (design.md, decision 6). */
const liveIntervalMs = 250;
const linkSweepMs = 3_000;
/** A lost message between processes is repaired within a second (design.md, decision 12). */
const versionSweepMs = 1_000;
/** A room nobody has touched for this long leaves memory; the database still has it. */
const idleRoomMs = 15 * 60_000;
/** setTimeout overflows past 2³¹−1 ms; nothing here waits that long, but a clock may be set wrong. */
const maxTimerMs = 2 ** 31 - 1;

export type SessionService = ReturnType<typeof createSessionService>;

export function createSessionService(deps: ServiceDeps) {
  const rooms = new Map<string, Promise<SessionRoom | null>>();
  const waiters: Waiters = createWaiters(deps.now);
  const publishers = new Set<Publisher>();
  let closing = false;

  // ---- rooms -------------------------------------------------------------------------------------------------

  async function readRoom(sessionId: string): Promise<SessionRoom | null> {
    const stored = await deps.sessions.load(sessionId);
    if (!stored) return null;
    const room = new SessionRoom(stored, stored.state, deps.now());
    for (const player of await deps.players.list(sessionId)) room.putSeat(player);
    for (const answer of await deps.committer.loadAnswers(sessionId))
      room.keepAnswer(answer.questionId, answer.playerId, answer);
    scheduleDeadline(room);
    return room;
  }

  async function findRoom(sessionId: string): Promise<SessionRoom | null> {
    let loading = rooms.get(sessionId);
    if (!loading) {
      loading = readRoom(sessionId);
      rooms.set(sessionId, loading);
      loading.then((room) => room ?? rooms.delete(sessionId)).catch(() => rooms.delete(sessionId));
    }
    const room = await loading;
    if (room) room.lastUsedAt = deps.now();
    return room;
  }

  /** Another process saved a newer version: take state, seats and answers from the database. */
  async function refreshRoom(room: SessionRoom): Promise<void> {
    const stored = await deps.sessions.load(room.sessionId);
    if (!stored || stored.state.version <= room.state.version) return;
    for (const player of await deps.players.list(room.sessionId)) room.putSeat(player);
    for (const answer of await deps.committer.loadAnswers(room.sessionId))
      room.keepAnswer(answer.questionId, answer.playerId, answer);
    showState(room, stored.state);
  }

  async function refreshSeats(room: SessionRoom): Promise<void> {
    for (const player of await deps.players.list(room.sessionId)) {
      const known = room.seats.get(player.playerId);
      if (!known || known.deviceIds.length !== player.deviceIds.length) room.putSeat(player);
    }
  }

  // ---- commands ----------------------------------------------------------------------------------------------

  function showState(room: SessionRoom, state: SessionRoom["state"]): void {
    room.setState(state);
    scheduleDeadline(room);
    for (const publisher of publishers) publisher.versionChanged(room);
    waiters.wakeAll(`${room.sessionId}/`);
  }

  function scheduleDeadline(room: SessionRoom): void {
    if (room.deadlineTimer) clearTimeout(room.deadlineTimer);
    room.deadlineTimer = null;
    const dueAt = closesDueAt(room.state);
    if (dueAt === null || closing) return;
    // one millisecond past, because a question is closed when now > deadline
    const delay = Math.min(Math.max(0, dueAt - deps.now()) + 1, maxTimerMs);
    room.deadlineTimer = setTimeout(() => {
      dispatch(room, { type: "closeDue" }, null)
        .then((result) => {
          // the timer only suggests: when the database was away or the clock moved, look again
          if (!result.ok && closesDueAt(room.state) !== null)
            setTimeout(() => scheduleDeadline(room), 250).unref();
        })
        .catch((error) => {
          deps.log.error(
            { err: error, sessionId: room.sessionId },
            "closing a question failed; trying again",
          );
          setTimeout(() => scheduleDeadline(room), 500).unref();
        });
    }, delay);
    room.deadlineTimer.unref();
  }

  function dispatch(room: SessionRoom, order: Order, hostId: string | null): Promise<Result<null>> {
    const run = room.commandQueue.then(() => dispatchNow(room, order, hostId));
    room.commandQueue = run.catch(() => undefined);
    return run;
  }

  async function dispatchNow(room: SessionRoom, order: Order, hostId: string | null): Promise<Result<null>> {
    const now = deps.now();
    const decided = decide(room.state, order, { now });
    if (!decided.ok) return decided;
    const next = applyEvents(room.state, decided.value);
    const saved = await deps.sessions.save({ next, events: decided.value, hostId, now });
    if (!saved) {
      await refreshRoom(room);
      return refuse("STALE");
    }
    // what was committed before the lock must be in the marks: wait until those replies have been taken in
    if (room.inFlight.size > 0) await Promise.allSettled([...room.inFlight]);
    showState(room, next);
    return ok(null);
  }

  async function rosterCommand(
    room: SessionRoom,
    command: RosterCommand,
    hostId: string,
  ): Promise<Result<null>> {
    const seat = room.seats.get(command.playerId);
    if (!seat) return refuse("NOT_FOUND", "There is no such player in this session.");
    if (command.type === "renamePlayer") {
      const renamed = await rename(room, seat, command.name);
      return renamed.ok ? ok(null) : renamed;
    }
    const status = command.type === "banPlayer" ? "banned" : "removed";
    if (seat.status !== status) {
      await deps.players.setStatus(seat.playerId, status);
      await deps.sessions.audit({
        sessionId: room.sessionId,
        type: status === "banned" ? "playerBanned" : "playerRemoved",
        payload: { playerId: seat.playerId },
        hostId,
        now: deps.now(),
      });
      const gone = room.putSeat({ ...seat, status });
      rosterShown(room);
      for (const publisher of publishers)
        publisher.seatRevoked(room, gone, status === "banned" ? "SEAT_BANNED" : "SEAT_REMOVED");
      waiters.wakeAll(playerKey(room, seat.playerId));
    }
    return ok(null);
  }

  /** Standings on show name players: after a change of the roster they are sent again. */
  function rosterShown(room: SessionRoom): void {
    room.dropShared();
    const { phase } = room.state.position;
    if (phase === "standings" || phase === "finished" || phase === "reveal") {
      for (const publisher of publishers) publisher.versionChanged(room);
      waiters.wakeAll(`${room.sessionId}/`);
    }
  }

  // ---- seats -------------------------------------------------------------------------------------------------

  const playerKey = (room: SessionRoom, playerId: string) => `${room.sessionId}/player/${playerId}`;
  const audienceKey = (room: SessionRoom, role: "host" | "screen") => `${room.sessionId}/${role}`;

  /** The seat of a device, or why it has none. Authorises every player request, on both roads. */
  async function seatFor(room: SessionRoom, deviceId: string | null): Promise<Result<Seat>> {
    if (!deviceId) return refuse("BAD_TOKEN");
    let seat = room.seatOfDevice(deviceId);
    if (!seat && deps.shared) {
      await refreshSeats(room);
      seat = room.seatOfDevice(deviceId);
    }
    if (!seat) return refuse("NOT_SEATED");
    if (seat.status === "banned") return refuse("SEAT_BANNED");
    if (seat.status === "removed") return refuse("SEAT_REMOVED");
    return ok(seat);
  }

  function nameFor(typed: string): Result<{ name: string; nameKey: string }> {
    const parsed = parsePlayerName(typed);
    if (parsed.ok && !isFriendly(parsed.value.name)) return refuse("NAME_REFUSED");
    return parsed;
  }

  async function rename(room: SessionRoom, seat: Seat, typed: string): Promise<Result<StoredPlayer>> {
    const parsed = nameFor(typed);
    if (!parsed.ok) return parsed;
    const renamed = await deps.players.rename(seat.playerId, parsed.value.name, parsed.value.nameKey);
    if (!renamed.ok) return renamed;
    const current = room.putSeat(renamed.value);
    rosterShown(room);
    seatChanged(room, current);
    return renamed;
  }

  function seatChanged(room: SessionRoom, seat: Seat): void {
    for (const publisher of publishers) publisher.playerChanged(room, seat);
    waiters.wakeAll(playerKey(room, seat.playerId));
  }

  async function join(
    room: SessionRoom,
    deviceId: string | null,
    input: { name: string; source?: string },
  ): Promise<Result<Seat>> {
    if (!deviceId) return refuse("BAD_TOKEN");
    const known = await seatFor(room, deviceId);
    if (known.ok) return known; // the same device again: the same seat, at any distance in time
    if (known.error.code === "SEAT_BANNED") return known;
    if (room.state.endedAt !== null) return refuse("SESSION_ENDED");
    if (room.state.joinLocked) return refuse("JOINING_LOCKED");
    const parsed = nameFor(input.name);
    if (!parsed.ok) return parsed;
    const source = input.source && /^[\w-]{1,40}$/.test(input.source) ? input.source : "link";
    // a seat code is one of 778,688: with 5,000 seats three tries fail together once in 4 million
    for (let attempt = 0; attempt < 3; attempt++) {
      const seated = await deps.players.seat({
        sessionId: room.sessionId,
        playerId: newId(),
        deviceId,
        ...parsed.value,
        seatCode: newSeatCode(),
        source,
        now: deps.now(),
      });
      if (seated.ok) return ok(room.putSeat(seated.value));
      if (seated.error.code !== "BAD_SEAT_CODE") return seated;
    }
    return refuse("UNAVAILABLE");
  }

  async function reclaim(
    room: SessionRoom,
    deviceId: string | null,
    seatCode: string,
  ): Promise<Result<Seat>> {
    if (!deviceId) return refuse("BAD_TOKEN");
    const before = room.seatOfDevice(deviceId);
    if (before?.status === "banned") return refuse("SEAT_BANNED");
    const bound = await deps.players.bindDevice({
      sessionId: room.sessionId,
      deviceId,
      seatCode: parseSeatCode(seatCode),
    });
    if (!bound.ok) return bound;
    room.releaseDevice(deviceId);
    const seat = room.putSeat(bound.value);
    if (before && before.playerId !== seat.playerId)
      for (const publisher of publishers) publisher.deviceMoved(room, deviceId);
    return ok(seat);
  }

  // ---- answers -----------------------------------------------------------------------------------------------

  /** `receivedAt`: when the bytes reached this process, the only time that counts (TMR-02). */
  async function submitAnswer(
    room: SessionRoom,
    seat: Seat,
    input: SubmitAnswer,
    receivedAt: number,
  ): Promise<AnswerReply> {
    const found = findQuestion(room.state, input.questionId);
    if (!found) return answerRefused(refuse("UNKNOWN_QUESTION").error);
    const checked = checkAnswer(found.question, input.value);
    if (!checked.ok) return answerRefused(checked.error);
    const commit = deps.committer.submit({
      sessionId: room.sessionId,
      playerId: seat.playerId,
      questionId: input.questionId,
      submissionId: input.submissionId,
      value: checked.value,
      receivedAt,
    });
    const taken = commit.then((outcome) => {
      if (outcome.kind !== "saved" && outcome.kind !== "alreadyAnswered") return;
      if (room.answerOf(input.questionId, seat.playerId)) return;
      room.keepAnswer(input.questionId, seat.playerId, { value: outcome.value, receivedAt });
      seatChanged(room, seat);
    });
    room.inFlight.add(taken);
    taken.finally(() => room.inFlight.delete(taken)).catch(() => undefined);
    const outcome = await commit;
    await taken;
    switch (outcome.kind) {
      case "saved":
        return {
          ok: true,
          questionId: input.questionId,
          submissionId: outcome.submissionId,
          value: outcome.value,
        };
      case "alreadyAnswered":
        return { ...answerRefused(refuse("ALREADY_ANSWERED").error), stored: outcome.value };
      case "closed":
        return answerRefused(refuse("QUESTION_CLOSED").error);
      case "unavailable":
        return { ...answerRefused(refuse("UNAVAILABLE").error), retryAfterMs: 500 + Math.random() * 1000 };
    }
  }

  const answerRefused = (refusal: Refusal) => ({ ok: false as const, ...refusal });

  // ---- clocks ------------------------------------------------------------------------------------------------

  async function eachLoadedRoom(visit: (room: SessionRoom) => void | Promise<void>): Promise<void> {
    for (const loading of [...rooms.values()]) {
      const room = await loading.catch(() => null);
      if (room) await visit(room);
    }
  }
  const guarded = (what: string, run: () => Promise<void>) => () => {
    run().catch((error) => deps.log.warn({ err: error }, `${what} failed; trying again`));
  };
  const timers = [
    setInterval(
      guarded("telling hosts what changed", () =>
        eachLoadedRoom((room) => {
          if (!room.hasLiveChanges()) return;
          const change = room.takeLiveChange(deps.now());
          for (const publisher of publishers) publisher.liveChanged(room, change);
          waiters.wakeAll(audienceKey(room, "host"));
          waiters.wakeAll(audienceKey(room, "screen"));
        }),
      ),
      liveIntervalMs,
    ),
    setInterval(
      guarded("looking at links", () =>
        eachLoadedRoom((room) => {
          const now = deps.now();
          for (const seat of room.activeSeats())
            if (waiters.count(playerKey(room, seat.playerId)) > 0) seat.polledAt = now;
          room.noticeLinks(now);
          const idle =
            now - room.lastUsedAt > idleRoomMs && room.activeSeats().every((seat) => seat.sockets === 0);
          if (idle && closesDueAt(room.state) === null) rooms.delete(room.sessionId);
        }),
      ),
      linkSweepMs,
    ),
  ];
  if (deps.shared)
    timers.push(
      setInterval(
        guarded("looking for newer versions", async () => {
          const versions = await deps.sessions.versions([...rooms.keys()]);
          await eachLoadedRoom(async (room) => {
            if ((versions.get(room.sessionId) ?? 0) > room.state.version) await refreshRoom(room);
          });
        }),
        versionSweepMs,
      ),
    );
  for (const timer of timers) timer.unref();

  return {
    findRoom,
    seatFor,
    join,
    reclaim,
    rename,
    submitAnswer,
    waiters,
    playerKey,
    audienceKey,
    subscribe(publisher: Publisher): void {
      publishers.add(publisher);
    },

    /** Sessions whose deadline passed while no process ran are closed now; the others get their timer back. */
    async recover(): Promise<number> {
      const ids = await deps.sessions.liveSessionIds();
      for (const id of ids) await findRoom(id);
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
      const room = sessionId ? await findRoom(sessionId) : null;
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

    async leave(room: SessionRoom, seat: Seat): Promise<void> {
      await deps.players.setStatus(seat.playerId, "removed");
      const gone = room.putSeat({ ...seat, status: "removed" });
      rosterShown(room);
      for (const publisher of publishers) publisher.seatRevoked(room, gone, "SEAT_REMOVED");
    },

    command(room: SessionRoom, command: HostCommand, hostId: string): Promise<Result<null>> {
      if ("playerId" in command) return rosterCommand(room, command, hostId);
      return dispatch(room, command, hostId);
    },

    async close(): Promise<void> {
      closing = true;
      for (const timer of timers) clearInterval(timer);
      waiters.close();
      await eachLoadedRoom((room) => {
        if (room.deadlineTimer) clearTimeout(room.deadlineTimer);
      });
      await deps.committer.drain();
    },
  };
}
