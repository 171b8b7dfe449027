/**
 * A hall instead of a pub: 600 scans in a minute from one address, a fifth of them by devices that are in already, and one
 * device that scans twelve times a second. Every repeat must be answered with the seat it has; the busy device is
 * refused, and it alone.
 */
import { retryDelayMs } from "@/components/home/retry-delay";
import type { LookupReply, SeatReply } from "@/lib/contracts/http";
import { Caller } from "./caller";
import { History } from "./history";
import { Host, newQuizId } from "./host";
import { measure, only } from "./measures";
import { Network } from "./network";
import type { World } from "./night";
import { rehearsalQuiz } from "./quiz";
import { teamName } from "./team-names";

const scansPerMinute = 600;
const repeatShare = 0.2;
const busyScansPerSecond = 12;
const scanMs = 60_000;
/** After the minute, who was told to come later may still come. */
const patienceMs = 60_000;
const firstScans = Math.round(scansPerMinute * (1 - repeatShare));

/** The seats such a hall needs: everybody once, and the busy device. */
export const tradeShowSize = firstScans + 1;

type Device = { caller: Caller; token: string | null; playerId: string | null };
const pause = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms));

export async function playTradeShow({ options, url, server, progress }: World) {
  const history = new History();
  const network = new Network(url);
  const host = new Host(network, history);
  await host.openDoors(rehearsalQuiz(1, newQuizId));
  const { sessionId, joinKey } = host;
  const caller = (who: number | "abuser") =>
    new Caller({ base: url, agent: network.agent("http", "phones"), who, history, headers: {} });
  let closed = false;
  let repeats = 0;
  let contradicted = 0;

  /** Page, look-up and seat, until it is in; the seat it was answered with. */
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
    device.token = found.value.deviceToken;
    const seat = await device.caller.api<SeatReply>("join", `/api/sessions/${sessionId}/join`, {
      json: { name, source: "hall" },
      token: device.token,
    });
    if (!seat.ok) return false;
    const { playerId } = seat.value.player;
    if (device.playerId !== null && device.playerId !== playerId) contradicted += 1;
    device.playerId = playerId;
    return true;
  }

  const busy: Device = { caller: caller("abuser"), token: null, playerId: null };
  const busyTimer = setInterval(() => void scan(busy, "Busy", false), 1_000 / busyScansPerSecond);
  const devices: Device[] = [];
  const scans: Promise<void>[] = [];
  for (let count = 0; count < scansPerMinute; count++) {
    const seated = devices.filter(({ playerId }) => playerId !== null);
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
      const device: Device = { caller: caller(number), token: null, playerId: null };
      devices.push(device);
      scans.push(scan(device, teamName(number), true));
    }
    if (count % 10 === 0)
      progress(`${count} of ${scansPerMinute} scans · ${history.counts.throttled} refusals`);
    await pause(scanMs / scansPerMinute);
  }
  clearInterval(busyTimer);
  await Promise.race([Promise.all(scans), pause(patienceMs)]);
  closed = true;

  const { players } = await host.results();
  const usage = server?.usage() ?? null;
  if (options.url) await host.tidyUp();
  network.close();
  const calls = only(history.entries, "call");
  const ofBusy = calls.filter(({ who }) => who === "abuser");
  const busyRefused = ofBusy.filter(({ outcome }) => outcome === "RATE_LIMITED").length;
  const ids = new Set(devices.map(({ playerId }) => playerId));
  ids.add(busy.playerId);
  const figures = {
    devices: devices.length,
    joined: devices.filter(({ playerId }) => playerId !== null).length,
    repeats,
    contradicted,
    recordsTooMany: players.length - players.filter(({ playerId }) => ids.has(playerId)).length,
    throttledHonest: history.counts.throttled,
    busyDevice: { requests: ofBusy.length, refused: busyRefused },
    setbacks: measure(history.entries).setbacks,
    server: usage,
  };
  const isClean =
    figures.joined === figures.devices &&
    contradicted === 0 &&
    figures.recordsTooMany === 0 &&
    figures.throttledHonest === 0 &&
    busyRefused > 0;
  return { isClean, words: inWords(figures, isClean), json: { clean: isClean, ...figures } };
}

type Figures = {
  devices: number;
  joined: number;
  repeats: number;
  contradicted: number;
  recordsTooMany: number;
  throttledHonest: number;
  busyDevice: { requests: number; refused: number };
};

function inWords(f: Figures, isClean: boolean): string {
  const { requests, refused } = f.busyDevice;
  return [
    "",
    `A hall: ${scansPerMinute} scans in a minute from one address`,
    "",
    `  Came in                   ${f.joined} of ${f.devices} devices`,
    `  Repeated scans            ${f.repeats}, of which ${f.contradicted} were given another seat`,
    `  Seats that nobody took    ${f.recordsTooMany}`,
    `  Honest requests refused   ${f.throttledHonest}`,
    `  The busy device           ${busyScansPerSecond} scans a second: ${refused} of ${requests} requests refused`,
    "",
    isClean
      ? "Everybody has one seat, and the busy device alone was refused."
      : "NOT CLEAN: an honest scan was refused or doubled, or the busy device was let through.",
    "",
  ].join("\n");
}
