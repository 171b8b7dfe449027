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
  deviceIds: string[];
};

export type PlayerRow = Omit<StoredPlayer, "playerId" | "joinedAt" | "deviceIds" | "status"> & {
  id: string;
  joinedAt: bigint;
  status: StoredPlayer["status"];
  devices: { deviceId: string }[];
};

export const withDevices = { devices: { select: { deviceId: true } } };

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
  deviceIds: row.devices.map((device) => device.deviceId),
});
