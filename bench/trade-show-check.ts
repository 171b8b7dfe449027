/**
 * What must be true of a hall after its minute: one record for each device, a repeat is told what the first scan was
 * told, and whoever scans twelve times a second is refused and named, alone. Pure; rehearsed by trade-show.ts.
 */
import type { RoomPanel } from "@/lib/contracts/http";

type Seat = { playerId: string; name: string };

export type Hall = {
  /** for each device all that it was told, in order */
  devices: Seat[][];
  busy: { told: Seat[]; requests: number; refusedBy: Record<string, number> };
  /** scans by devices that were in already, and how many there should have been */
  repeats: { made: number; due: number };
  throttledHonest: number;
  records: Seat[];
  /** null: the host got no answer */
  panel: RoomPanel | null;
  /** null: this machine may not read them */
  metrics: string | null;
};

export const busyName = "Busy";
/** By the device and, once it has its seat, by the player too. */
const isBusy = ({ label }: RoomPanel["offenders"][number]) => label === busyName;
export const isBusyDevice = (offender: RoomPanel["offenders"][number]) =>
  offender.who === "device" && isBusy(offender);

export function checkHall(h: Hall) {
  const everybody = [...h.devices, h.busy.told];
  const contradicted = everybody
    .flatMap((told) => told.map((seat) => seat.playerId !== told[0]?.playerId || seat.name !== told[0]?.name))
    .filter(Boolean).length;
  const taken = new Set(everybody.flatMap((told) => told[0]?.playerId ?? []));
  const kept = new Set(h.records.map(({ playerId }) => playerId));
  const recordsMissing = [...taken].filter((playerId) => !kept.has(playerId)).length;
  const recordsTooMany = h.records.length - (taken.size - recordsMissing);
  const busyRefused = Object.values(h.busy.refusedBy).reduce((sum, count) => sum + count, 0);
  const refused = h.panel?.offenders.filter(({ refusedCount }) => refusedCount > 0) ?? [];
  const named = refused.find(isBusyDevice)?.words ?? null;
  const joined = h.devices.filter((told) => told.length > 0).length;
  const problems = [
    joined < h.devices.length && `${h.devices.length - joined} devices never got a seat.`,
    h.repeats.made !== h.repeats.due &&
      `${h.repeats.made} scans were repeats, and ${h.repeats.due} should have been.`,
    contradicted > 0 && `${contradicted} repeated scans were told something else than the first.`,
    recordsMissing > 0 && `${recordsMissing} seats were given and are not in the results.`,
    recordsTooMany > 0 && `The results hold ${recordsTooMany} seats more than were given.`,
    h.throttledHonest > 0 && `${h.throttledHonest} honest requests were refused by a limit.`,
    busyRefused === 0 && "The busy device was never refused.",
    named === null && "The room panel did not name the busy device.",
    refused.some((offender) => !isBusy(offender)) && "The room panel names somebody besides the busy device.",
    !isQueue(h.panel?.writeQueue) && "The room panel does not say how much waits to be written.",
    ...(h.metrics === null ? [] : missingMetrics(h.metrics, taken.size)),
  ].filter((problem) => typeof problem === "string");
  return {
    devices: h.devices.length,
    joined,
    repeats: h.repeats.made,
    contradicted,
    recordsMissing,
    recordsTooMany,
    throttledHonest: h.throttledHonest,
    busyDevice: { requests: h.busy.requests, refused: busyRefused, refusedBy: h.busy.refusedBy, named },
    writeQueue: h.panel?.writeQueue ?? null,
    problems,
  };
}

const isQueue = (queue: RoomPanel["writeQueue"] | undefined): boolean =>
  queue !== undefined && Number.isFinite(queue.depth) && Number.isFinite(queue.drainMs);

/** `seats`: the server was started for this hall, so it has counted no others. */
function missingMetrics(text: string, seats: number): string[] {
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
  const queue = ["roomful_write_queue_depth", "roomful_write_queue_drain_seconds"];
  const joins = value("roomful_joins_total");
  return [
    ...queue.filter((name) => Number.isNaN(value(name))).map((name) => `/metrics does not say ${name}.`),
    ...(joins === seats ? [] : [`/metrics counts ${joins} new seats, and ${seats} were given.`]),
  ];
}
