/**
 * Re-entry by the host's word: a phone names the team it was, the host sees who asks, with a number the phone shows, and
 * lets it in or not. The way back without a seat code, and the only one into the seat of a team on paper.
 */
import { randomInt } from "node:crypto";
import type { SeatRequestReply } from "@/lib/contracts/http";
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import { parsePlayerName } from "@/lib/game/player-name";
import type { SeatRequest, SeatRequestRepository } from "@/lib/store/seat-request-repository";
import type { Seat } from "./seat";
import type { SessionRoom } from "./session-room";
import type { createSeats } from "./session-seats";
import { phoneIdOf } from "./team-phones";

/** Two digits are read across a bar; of three that ask for one seat two have the same one time in thirty. */
const newTicket = (): string => String(randomInt(10, 100));

export function createSeatRequests(o: {
  requests: SeatRequestRepository;
  seats: Pick<ReturnType<typeof createSeats>, "seatFor" | "letIn">;
  refreshSeats: (room: SessionRoom) => Promise<void>;
  now: () => number;
  shared: boolean;
}) {
  async function take(room: SessionRoom): Promise<SeatRequest[]> {
    const requests = await o.requests.list(room.sessionId);
    const before = JSON.stringify([...room.seatRequests.values()]);
    room.seatRequests.clear();
    for (const request of requests) room.seatRequests.set(request.deviceId, request);
    // any active seat will do: the host's list of what changed carries the requests whole
    const [first] = room.activeSeats();
    if (first && before !== JSON.stringify(requests)) room.markChanged(first.playerId);
    return requests;
  }
  const seatNamed = (room: SessionRoom, nameKey: string): Seat | undefined =>
    room.activeSeats().find((seat) => seat.nameKey === nameKey);

  return {
    take,

    /** BAD_TOKEN, SEAT_BANNED, NAME_EMPTY, NAME_TOO_LONG, UNKNOWN_PLAYER, FORBIDDEN (refused lately), UNAVAILABLE. */
    async ask(room: SessionRoom, deviceId: string | null, typed: string): Promise<Result<SeatRequestReply>> {
      const own = await o.seats.seatFor(room, deviceId);
      if (!own.ok && (own.error.code === "BAD_TOKEN" || own.error.code === "SEAT_BANNED")) return own;
      if (!deviceId) return refuse("BAD_TOKEN");
      const parsed = parsePlayerName(typed);
      if (!parsed.ok) return parsed;
      const { nameKey } = parsed.value;
      if (!seatNamed(room, nameKey) && o.shared) await o.refreshSeats(room);
      const seat = seatNamed(room, nameKey);
      if (!seat)
        return refuse(
          "UNKNOWN_PLAYER",
          "No team here has that name. Type it as it stands on the big screen.",
        );
      if (own.ok && own.value === seat) return ok({ state: "seated", ticket: null });
      const { sessionId } = room;
      const { playerId } = seat;
      const asked = await o.requests.ask({
        sessionId,
        deviceId,
        playerId,
        ticket: newTicket(),
        now: o.now(),
      });
      if (!asked.ok) return asked;
      await take(room);
      return ok({ state: "waiting", ticket: asked.value.ticket });
    },

    /** What became of it. */
    async stateOf(room: SessionRoom, deviceId: string | null): Promise<Result<SeatRequestReply>> {
      if (!deviceId) return refuse("BAD_TOKEN");
      const request = (await take(room)).find((one) => one.deviceId === deviceId);
      const seat = await o.seats.seatFor(room, deviceId);
      // it may have come by the code meanwhile
      if (request && !(seat.ok && seat.value.playerId === request.playerId)) {
        const isOver = request.isRefused || room.seats.get(request.playerId)?.status !== "active";
        return ok({ state: isOver ? "refused" : "waiting", ticket: request.ticket });
      }
      return ok({ state: seat.ok ? "seated" : "none", ticket: null });
    },

    /** NOT_FOUND: nobody asks any more. And what a seat says to a phone that comes by its code. */
    async answer(room: SessionRoom, requestId: string, letIn: boolean): Promise<Result<null>> {
      const { sessionId } = room;
      const request = (await take(room)).find(({ deviceId }) => phoneIdOf(deviceId) === requestId);
      if (!request) return refuse("NOT_FOUND", "That phone does not ask any more.");
      if (letIn) {
        const seat = await o.seats.letIn(room, request.deviceId, request.playerId);
        if (!seat.ok) return seat;
        await o.requests.drop(sessionId, request.deviceId);
      } else await o.requests.refuse(sessionId, request.deviceId, o.now());
      await take(room);
      return ok(null);
    },
  };
}
