/**
 * The night moves on: decide → save → publish, one order of a session after the other, and the deadline's timer,
 * which only suggests what the clock then decides. Refusals are values; an exception is a database that is away.
 */
import type { Result } from "@/lib/contracts/refusals";
import { refuse } from "@/lib/contracts/refusals";
import { decide, type Order } from "@/lib/game/decide";
import { applyEvents, closesDueAt } from "@/lib/game/evolve";
import type { SessionRepository } from "@/lib/store/session-repository";
import type { Logger } from "./log";
import type { SessionNews } from "./session-news";
import type { Seen, SessionRoom } from "./session-room";
import type { SessionRooms } from "./session-rooms";

/** setTimeout overflows past 2³¹−1 ms; nothing here waits that long, but a clock may be set wrong. */
const maxTimerMs = 2 ** 31 - 1;
/** Each try loses to a version that was saved meanwhile: two markers and a host on other processes lose a few. */
const correctionTries = 20;
/** A suggestion refused (the clock moved, another process was first) or failed (the database is away) comes again. */
const lookAgainMs = { refused: 250, failed: 500 };

export function createCommands(o: {
  rooms: () => SessionRooms;
  sessions: SessionRepository;
  news: SessionNews;
  log: Logger;
  now: () => number;
}) {
  let closing = false;

  /** `before`: what the players saw; only those who see something else now hear of it. Absent: everybody hears. */
  function show(room: SessionRoom, state: SessionRoom["state"], before?: Seen): void {
    room.setState(state);
    watchDeadline(room);
    o.news.versionChanged(room, before ? room.seeingOther(before) : "everybody");
  }

  async function refresh(room: SessionRoom): Promise<void> {
    const before = room.seen();
    const newer = await o.rooms().readNewer(room);
    if (newer) show(room, newer, before);
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
    const isCorrection = !("basedOn" in order) && order.type !== "closeDue";
    for (let tries = isCorrection ? correctionTries : 1; ; tries--) {
      const now = o.now();
      const decided = decide(room.state, order, { now });
      if (!decided.ok) return decided;
      // set already, by a repeat or by somebody else
      if (decided.value.length === 0) return { ok: true, value: null };
      const next = applyEvents(room.state, decided.value);
      const saved = await o.sessions.save({ next, events: decided.value, hostId, now });
      if (saved) {
        // what was committed before the lock must be in the marks: wait until those replies have been taken in
        if (room.inFlight.size > 0) await Promise.allSettled([...room.inFlight]);
        show(room, next, isCorrection ? room.seen() : undefined);
        return { ok: true, value: null };
      }
      await refresh(room);
      // a correction says what it sets, so it holds on any version
      if (!isCorrection) return refuse("STALE");
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
