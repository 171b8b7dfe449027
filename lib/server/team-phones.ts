/** The phones of a seat as its team and the host are told of them. */
import type { HostLiveChange, TeamPhones } from "@/lib/contracts/views";
import type { Seat } from "./seat";
import type { SessionRoom } from "./session-room";

/**
 * Names a phone to its team and tells nobody its token: 48 of the 144 random bits of the device, and none of the signature.
 * A phone finds its own in its token (lib/client/device.ts).
 */
export const phoneIdOf = (deviceId: string): string => deviceId.slice(0, 8);

/** Absent where there is nothing to tell: one phone is its team's captain. */
export function teamOf({ deviceIds, phoneNumbers }: Seat): { team?: TeamPhones } {
  const [captain] = deviceIds;
  if (!captain || deviceIds.length < 2) return {};
  const phones = deviceIds
    .map((deviceId) => ({ phoneId: phoneIdOf(deviceId), number: phoneNumbers[deviceId] ?? 0 }))
    .toSorted((a, b) => a.number - b.number);
  return { team: { captain: phoneIdOf(captain), phones } };
}

/** Phones that wait for the host's word, with the team they ask for. */
export const requestsToShow = ({ seatRequests, seats }: SessionRoom): HostLiveChange["seatRequests"] =>
  [...seatRequests.values()].flatMap(({ deviceId, playerId, ticket, isRefused }) => {
    const seat = seats.get(playerId);
    return isRefused || seat?.status !== "active"
      ? []
      : [{ requestId: phoneIdOf(deviceId), ticket, playerId, name: seat.name }];
  });
