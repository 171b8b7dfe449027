/**
 * The night moves on: decide → save → publish, one order of a session after the other, and the deadline's timer,
 * which only suggests what the clock then decides. Refusals are values; an exception is a database that is away.
 */
import type { Result } from "@/lib/contracts/refusals";
import { refuse } from "@/lib/contracts/refusals";
import { isMarkCommand } from "@/lib/game/corrections";
import { decide, type Order } from "@/lib/game/decide";
import { applyEvents, closesDueAt } from "@/lib/game/evolve";
import { takingAnswers } from "@/lib/game/questions";
import type { SessionRepository } from "@/lib/store/session-repository";
import type { Logger } from "./log";
import type { SessionNews } from "./session-news";
import type { Seen, SessionRoom } from "./session-room";
import type { SessionRooms } from "./session-rooms";
import type { ToldPlaces } from "./told-places";

/** setTimeout overflows past 2³¹−1 ms; nothing here waits that long, but a clock may be set wrong. */
const maxTimerMs = 2 ** 31 - 1;
/** As often as a host hears of joins and answers: at most four times a second. */
const tellCorrectionsMs = 250;
/** Each try loses to a version another process saved meanwhile; against two markers at the keyboard a few in a row. */
const raceTries = 20;
/** A suggestion refused (the clock moved, another process was first) or failed (the database is away) comes again. */
const lookAgainMs = { refused: 250, failed: 500 };

export function createCommands(o: {
  rooms: () => SessionRooms;
  sessions: SessionRepository;
  news: SessionNews;
  places: ToldPlaces;
  log: Logger;
  now: () => number;
  /** what phones on other processes answered lately; does nothing where there are none */
  takeOthersAnswers: (room: SessionRoom) => Promise<void>;
}) {
  let closing = false;

  function show(room: SessionRoom, state: SessionRoom["state"]): void {
    // everybody hears now: corrections that were waiting to be told are in it
    if (room.untold) clearTimeout(room.untold.timer);
    room.untold = null;
    room.setState(state);
    watchDeadline(room);
    o.news.versionChanged(room, "everybody");
  }

  /** Nothing that moves the night. A marker types ten corrections a second: told together, and only to those phones that see something else now. */
  function showCorrection(room: SessionRoom, state: SessionRoom["state"]): void {
    room.untold ??= {
      before: room.seen(),
      wasTold: o.places.isTold(room),
      timer: setTimeout(() => tellCorrections(room), tellCorrectionsMs).unref(),
    };
    room.setState(state);
    watchDeadline(room);
  }
  function tellCorrections(room: SessionRoom): void {
    const { untold } = room;
    room.untold = null;
    if (untold) tellThose(room, untold);
    // marks without a pause must not put it off for ever
    o.places.tellIfChanged(room);
  }
  /** What waited to be told to everybody before that, a guest's coming or going, still waits. */
  function tellThose(room: SessionRoom, { before, wasTold }: { before: Seen; wasTold: boolean }): void {
    o.news.versionChanged(room, room.seeingOther(before));
    if (wasTold) o.places.toldSome(room);
  }

  async function refresh(room: SessionRoom): Promise<void> {
    const known = { before: room.seen(), wasTold: o.places.isTold(room) };
    const newer = await o.rooms().readNewer(room);
    if (!newer) return;
    const hasMoved = newer.movedAtVersion > room.state.version;
    if (hasMoved) return show(room, newer);
    room.setState(newer);
    tellThose(room, known);
  }

  function watchDeadline(room: SessionRoom): void {
    if (room.deadlineTimer) clearTimeout(room.deadlineTimer);
    room.deadlineTimer = null;
    const dueAt = closesDueAt(room.state);
    if (dueAt === null || closing) return;
    // one millisecond past, because a question is closed when now > deadline
    const delay = Math.min(Math.max(0, dueAt - o.now()) + 1, maxTimerMs);
    room.deadlineTimer = setTimeout(() => {
      dispatch(room, { type: "closeDue" }, null)
        .then((result) => {
          if (!result.ok && closesDueAt(room.state) !== null) lookAgain(room, lookAgainMs.refused);
        })
        .catch((error) => {
          const { sessionId } = room;
          o.log.error({ err: error, sessionId }, "closing a question failed; trying again");
          lookAgain(room, lookAgainMs.failed);
        });
    }, delay);
    room.deadlineTimer.unref();
  }
  const lookAgain = (room: SessionRoom, ms: number) => setTimeout(() => watchDeadline(room), ms).unref();

  function dispatch(room: SessionRoom, order: Order, hostId: string | null): Promise<Result<null>> {
    const run = room.commandQueue.then(() => dispatchNow(room, order, hostId));
    room.commandQueue = run.catch(() => undefined);
    return run;
  }

  async function dispatchNow(room: SessionRoom, order: Order, hostId: string | null): Promise<Result<null>> {
    for (let tries = raceTries; ; tries--) {
      const now = o.now();
      const decided = decide(room.state, order, { now, teamCount: room.activeSeats().length });
      if (!decided.ok) return decided;
      // set already, by a repeat or by somebody else
      if (decided.value.length === 0) return { ok: true, value: null };
      const next = applyEvents(room.state, decided.value);
      const saved = await o.sessions.save({ next, events: decided.value, hostId, now });
      if (saved) {
        // what was committed before the lock must be in the marks: wait until those replies have been taken in
        if (room.inFlight.size > 0) await Promise.allSettled([...room.inFlight]);
        // and what other processes committed before it: nobody asks for answers to a closed question again
        if (!isMarkCommand(order) && takingAnswers(room.state).questionIds.length > 0)
          await o.takeOthersAnswers(room);
        if (next.movedAtVersion < next.version) showCorrection(room, next);
        else show(room, next);
        return { ok: true, value: null };
      }
      // another process was quicker: whether the order still holds is for the rules to say
      await refresh(room);
      if (tries <= 1) return refuse("UNAVAILABLE");
    }
  }

  return {
    dispatch,
    refresh,
    watchDeadline,
    close(): void {
      closing = true;
    },
  };
}
