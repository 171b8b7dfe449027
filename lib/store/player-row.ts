/** A seat as the rest of the program sees it, and how it is read from its row with the devices bound to it. */
export type StoredPlayer = {
  playerId: string;
  sessionId: string;
  name: string;
  nameKey: string;
  seatCode: string;
  source: string;
  joinOrder: number;
  /** epoch ms */
  joinedAt: number;
  status: "active" | "removed" | "banned" | "left";
  /** how many the team is; null: nobody has said so */
  heads: number | null;
  /** the host has said so */
  headsByHost: boolean;
  /** the captain's phone first, then those that would follow it */
  deviceIds: string[];
  /** what the team calls each of them: 1 is the phone that took the seat */
  phoneNumbers: Record<string, number>;
};

type DeviceRow = { deviceId: string; number: number; captainTurn: number };

export type PlayerRow = Omit<
  StoredPlayer,
  "playerId" | "joinedAt" | "deviceIds" | "phoneNumbers" | "status"
> & {
  id: string;
  joinedAt: bigint;
  status: StoredPlayer["status"];
  devices: DeviceRow[];
};

export const withDevices = {
  devices: { select: { deviceId: true, number: true, captainTurn: true, seenAt: true } },
};

/** Who was made captain last; before anybody was, the phone that came first. */
export const inLineForCaptain = <D extends DeviceRow>(devices: D[]): D[] =>
  devices.toSorted((a, b) => b.captainTurn - a.captainTurn || a.number - b.number);

export const toPlayer = (row: PlayerRow): StoredPlayer => ({
  playerId: row.id,
  sessionId: row.sessionId,
  name: row.name,
  nameKey: row.nameKey,
  seatCode: row.seatCode,
  source: row.source,
  joinOrder: row.joinOrder,
  joinedAt: Number(row.joinedAt),
  status: row.status,
  heads: row.heads,
  headsByHost: row.headsByHost,
  deviceIds: inLineForCaptain(row.devices).map((device) => device.deviceId),
  phoneNumbers: Object.fromEntries(row.devices.map(({ deviceId, number }) => [deviceId, number])),
});
