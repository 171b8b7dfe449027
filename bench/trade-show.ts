/**
 * A hall instead of a pub: 600 scans in a minute from one address, a fifth of them by devices that are in already, and one
 * device that scans twelve times a second. Every repeat must be answered with the seat it has; the busy device is
 * refused, and it alone.
 */
import { gunzipSync } from "node:zlib";
import { retryDelayMs } from "@/components/home/retry-delay";
import type { LookupReply, RoomPanel, SeatReply } from "@/lib/contracts/http";
import { Caller } from "./caller";
import { History } from "./history";
import { Host, newQuizId } from "./host";
import { measure, only } from "./measures";
import { Network } from "./network";
import type { World } from "./night";
import { rehearsalQuiz } from "./quiz";
import { teamName } from "./team-names";
import { busyName, checkHall, isBusyDevice } from "./trade-show-check";

const scansPerMinute = 600;
const repeatShare = 0.2;
const busyScansPerSecond = 12;
const scanMs = 60_000;
/** After the minute, who was told to come later may still come. */
const patienceMs = 60_000;
/** The panel is looked at every 2 s, as its page does. */
const scansPerLook = 20;
const firstScans = Math.round(scansPerMinute * (1 - repeatShare));

/** The seats such a hall needs: everybody once, and the busy device. */
export const tradeShowSize = firstScans + 1;

type Device = { caller: Caller; token: string | null; told: SeatReply["player"][] };
const pause = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms));

export async function playTradeShow({ options, url, server, progress }: World) {
  const history = new History();
  const network = new Network(url);
  const host = new Host(network, history);
  await host.openDoors(rehearsalQuiz(1, newQuizId));
  const { sessionId, joinKey } = host;
  const deviceOf = (who: number | "abuser"): Device => ({
    caller: new Caller({ base: url, agent: network.agent("http", "phones"), who, history, headers: {} }),
    token: null,
    told: [],
  });
  let closed = false;
  let repeats = 0;
  let panel: RoomPanel | null = null;
  let namedWithinMs: number | null = null;
  const startedAt = performance.now();

  /** Page, look-up and seat, until it is in; what it was told is kept. */
  async function scan(device: Device, name: string, isPatient: boolean): Promise<void> {
    for (let attempt = 0; !closed; attempt++) {
      if (await tryScan(device, name)) return;
      if (!isPatient) return;
      await pause(retryDelayMs(attempt, Math.random()));
    }
  }
  async function tryScan(device: Device, name: string): Promise<boolean> {
    const page = await device.caller.load("page", `/j/${joinKey}`);
    if (page?.status !== 200) return false;
    const found = await device.caller.api<LookupReply>("lookup", "/api/lookup", {
      json: { key: joinKey },
      token: device.token,
    });
    if (!found.ok) return false;
    // a scan that overtook another keeps the device it is: one browser has one token
    device.token ??= found.value.deviceToken;
    const seat = await device.caller.api<SeatReply>("join", `/api/sessions/${sessionId}/join`, {
      json: { name, source: "hall" },
      token: device.token,
    });
    if (!seat.ok) return false;
    device.told.push(seat.value.player);
    return true;
  }
  async function look(): Promise<void> {
    panel = (await host.room()) ?? panel;
    if (panel?.offenders.some(isBusyDevice)) namedWithinMs ??= performance.now() - startedAt;
  }

  const busy = deviceOf("abuser");
  const busyTimer = setInterval(() => void scan(busy, busyName, false), 1_000 / busyScansPerSecond);
  const devices: Device[] = [];
  const scans: Promise<void>[] = [];
  for (let count = 0; count < scansPerMinute; count++) {
    const seated = devices.filter(({ told }) => told.length > 0);
    const known = seated[Math.floor(Math.random() * seated.length)];
    // the first are all new, so the share is kept over those that can be repeats
    const left = scansPerMinute - count;
    const isRepeat =
      known && (firstScans === devices.length || Math.random() < 1 - (firstScans - devices.length) / left);
    if (isRepeat) {
      repeats += 1;
      scans.push(scan(known, "Somebody else", true));
    } else {
      const number = devices.length;
      const device = deviceOf(number);
      devices.push(device);
      scans.push(scan(device, teamName(number), true));
    }
    if (count % scansPerLook === 0) {
      progress(`${count} of ${scansPerMinute} scans · ${history.counts.throttled} refusals`);
      void look().catch(() => undefined);
    }
    await pause(startedAt + ((count + 1) * scanMs) / scansPerMinute - performance.now());
  }
  const scanned = performance.now() - startedAt;
  await look().catch(() => undefined);
  clearInterval(busyTimer);
  await Promise.race([Promise.all(scans), pause(patienceMs)]);
  closed = true;

  const { players } = await host.results();
  const metrics = server ? await readMetrics(host.caller) : null;
  const usage = server?.usage() ?? null;
  if (options.url) await host.tidyUp();
  network.close();
  const ofBusy = only(history.entries, "call").filter(({ who }) => who === "abuser");
  const refusedBy: Record<string, number> = {};
  for (const { outcome, policy, what } of ofBusy)
    if (outcome === "RATE_LIMITED") refusedBy[policy ?? what] = (refusedBy[policy ?? what] ?? 0) + 1;
  const figures = checkHall({
    devices: devices.map(({ told }) => told),
    busy: { told: busy.told, requests: ofBusy.length, refusedBy },
    repeats: { made: repeats, due: scansPerMinute - firstScans },
    throttledHonest: history.counts.throttled,
    records: players,
    panel,
    metrics,
  });
  const isClean = figures.problems.length === 0;
  const json = {
    clean: isClean,
    ...figures,
    scanMs: Math.round(scanned),
    busyNamedWithinMs: namedWithinMs === null ? null : Math.round(namedWithinMs),
    joinMs: measure(history.entries).joinMs,
    setbacks: measure(history.entries).setbacks,
    server: usage,
  };
  return { isClean, words: inWords(json), json };
}

/** Of a server of our own: it counts nobody else's seats, and this machine may read it. */
async function readMetrics(caller: Caller): Promise<string> {
  const reply = await caller.load("other", "/metrics");
  if (reply?.status !== 200) return "";
  const { headers, body } = reply;
  return (headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString("utf8");
}

type Told = ReturnType<typeof checkHall> & { scanMs: number; busyNamedWithinMs: number | null };

function inWords(f: Told): string {
  const { requests, refused, refusedBy, named } = f.busyDevice;
  const by = Object.entries(refusedBy).map(([policy, count]) => `${count} by ${policy}`);
  const queue = f.writeQueue
    ? `${f.writeQueue.depth} answers waiting, ${f.writeQueue.drainMs} ms to go (room panel)`
    : "the room panel did not answer";
  const isClean = f.problems.length === 0;
  return [
    "",
    `A hall: ${scansPerMinute} scans in ${Math.round(f.scanMs / 1000)} s from one address`,
    "",
    `  Came in                   ${f.joined} of ${f.devices} devices, one record each`,
    `  Repeated scans            ${f.repeats}, of which ${f.contradicted} were told something else than before`,
    `  Records missing, too many ${f.recordsMissing}, ${f.recordsTooMany}`,
    `  Honest requests refused   ${f.throttledHonest}`,
    `  The busy device           ${busyScansPerSecond} scans a second: ${refused} of ${requests} requests refused (${by.join(", ")})`,
    `  In the room panel         ${named ? `"${named}", named after ${((f.busyNamedWithinMs ?? 0) / 1000).toFixed(1)} s` : "not named"}`,
    `  Write queue               ${queue}`,
    "",
    ...f.problems.map((problem) => `  - ${problem}`),
    ...(isClean ? [] : [""]),
    isClean
      ? "Everybody has one seat, and the busy device alone was refused."
      : "NOT CLEAN: the lines above say what went wrong.",
    "",
  ].join("\n");
}
