/**
 * What the room panel shows: how the phones are connected, how fast answers are saved, who is being refused and why,
 * and the thresholds in force. Everything is read from what the process counts anyway; nothing here changes anything
 * but the thresholds, and those only for an admin.
 */
import type { LimitsInForce, RoomPanel } from "@/lib/contracts/http";
import type { Container } from "./container";
import type { HostActor } from "./projections";
import type { SessionRoom } from "./session-room";

/** More than this many lines nobody reads in the middle of a night. */
const shownOffenders = 10;
/** A panel must not wait for a database that hangs; one on a laptop with all cores taken has needed over 500 ms. */
const pingTimeoutMs = 1_500;

/**
 * On a laptop in a pub: whoever sits at that laptop. Elsewhere only the accounts named in ADMIN_HOST_IDS: by the id the
 * server gave them, because an e-mail address is whatever somebody types first.
 */
export function mayChangeLimits(
  box: Pick<Container, "env">,
  o: { host: HostActor; isThisMachine: boolean },
): boolean {
  const { ADMIN_HOST_IDS, PUBLIC_URL } = box.env;
  if (ADMIN_HOST_IDS.includes(o.host.hostId)) return true;
  return PUBLIC_URL === undefined && o.isThisMachine;
}

/** Names what is in force: another preset, room size or threshold is another version. */
export const limitsVersion = ({ env, limitsFile }: Pick<Container, "env" | "limitsFile">): string =>
  env.LIMITS === "off" ? "off" : limitsFile.version();

export function limitsInForce(
  box: Container,
  who: { host: HostActor; isThisMachine: boolean },
): LimitsInForce {
  const { env, limitsFile } = box;
  return {
    version: limitsVersion(box),
    mode: env.LIMITS,
    roomSize: env.ROOM_SIZE,
    file: { path: box.limitsPath, problem: limitsFile.problem() },
    canChange: env.LIMITS !== "off" && mayChangeLimits(box, who),
    thresholds: limitsFile.thresholds(),
  };
}

async function databaseState(box: Container): Promise<RoomPanel["database"]["state"]> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<"down">((done) => {
    timer = setTimeout(done, pingTimeoutMs, "down");
  });
  const ping = box.store.ping().then(
    () => "up" as const,
    () => "down" as const,
  );
  const state = await Promise.race([ping, tooLate]);
  clearTimeout(timer);
  return state;
}

export async function roomPanel(
  box: Container,
  room: SessionRoom,
  who: { host: HostActor; isThisMachine: boolean },
): Promise<RoomPanel> {
  const now = box.now();
  const links = { socket: 0, fallback: 0, offline: 0 };
  /** seats of this room under the hash the offender log knows them by */
  const names = new Map<string, string>();
  for (const seat of room.activeSeats()) {
    links[room.linkOf(seat, now)] += 1;
    names.set(box.tokens.anonymise(seat.playerId), seat.name);
    for (const deviceId of seat.deviceIds) names.set(box.tokens.anonymise(deviceId), seat.name);
  }
  return {
    now,
    links,
    ...box.pace.read(room.sessionId),
    writeQueue: box.committer.queue(),
    refusals: box.offenders.refusalsByPolicy(),
    offenders: box.offenders
      .top(shownOffenders, (key) => names.has(key))
      .map(({ key, keys, firstAt: _, lastAt: __, address: ___, purpose: ____, ...offender }) => ({
        ...offender,
        label: names.get(key) ?? key,
        // one is named by its label; two phones of a team are one team
        names: keys.length < 2 ? [] : [...new Set(keys.flatMap((each) => names.get(each) ?? []))],
      })),
    database: {
      state: await databaseState(box),
      kind: box.store.mode === "postgres" ? "postgres" : "embedded",
    },
    limiterStore: box.limiterStore(),
    limits: limitsInForce(box, who),
  };
}
