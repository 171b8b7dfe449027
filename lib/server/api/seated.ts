/** Whose request it is, for every road of a phone that has a seat. */
import type { SeatReply } from "@/lib/contracts/http";
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import type { Container } from "../container";
import type { Seat } from "../seat";
import type { SessionRoom } from "../session-room";
import { type ApiContext, bearer, ipChargeKey } from "./respond";

export type Seated = { room: SessionRoom; seat: Seat; deviceId: string };

/** The phone is what limits are charged to: eight phones of one team are eight honest guests. NOT_FOUND, and as seatFor. */
export const seatedIn =
  ({ service, tokens }: Container) =>
  async (c: ApiContext): Promise<Result<Seated>> => {
    const room = await service.findRoom(c.req.param("id") ?? "");
    if (!room) return refuse("NOT_FOUND", "This session does not exist.");
    const deviceId = tokens.readDevice(bearer(c));
    const seat = await service.seatFor(room, deviceId);
    return seat.ok ? ok({ room, seat: seat.value, deviceId: deviceId ?? "" }) : seat;
  };

/** Where a charge came from, for the room panel; asked only when it is told. */
export const addressOf = (ipOf: (c: ApiContext) => string) => (c: ApiContext) => () => ipChargeKey(ipOf(c));

export const seatReply = (seat: Seat | SeatReply["player"]): SeatReply => ({
  player: { playerId: seat.playerId, name: seat.name, seatCode: seat.seatCode },
});
