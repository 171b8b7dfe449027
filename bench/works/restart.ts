/**
 * SIGKILL in the middle of a burst of answers, and the same server started again on the same data at once. The phones are
 * the rehearsal's: the connection and the outbox of the real one, with its back-off and its jitter.
 */
import type { Question } from "@/lib/contracts/quiz";
import { Recovery } from "../faults";
import { History } from "../history";
import { Host } from "../host";
import { only } from "../measures";
import { Network } from "../network";
import { CannotRun } from "../options";
import { OwnServer } from "../own-server";
import { Phone } from "../phone";
import { atMost, row } from "./figures";
import { openFloor } from "./floor-server";
import { ownShare, pinServer } from "./machine";
import { benchQuiz } from "./quiz";
import type { Work, WorkOptions } from "./work";

const roomFor = (o: WorkOptions) => (o.quick ? 50 : 300);
/** Everybody has scanned and typed a name by then. */
const seatedWithinMs = 60_000;
/** The burst runs from 0.4 to 4.4 s after the question is shown (bench/phone.ts). */
const burstWithinMs = 6_000;
const backWithinMs = 30_000;
const savedWithinMs = 15_000;

const sleep = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms));
async function until(isSo: () => boolean, ms: number): Promise<void> {
  const giveUpAt = performance.now() + ms;
  while (!isSo() && performance.now() < giveUpAt) await sleep(5);
}

type Kill = { answersMs: number; liveMs: number; tapped: number; share: number };

async function kill(room: number): Promise<Kill> {
  const server = await OwnServer.open({ ROOM_SIZE: String(room) }, (said) => {
    throw new CannotRun(`The server stopped by itself. Its last words:\n${said}`);
  });
  pinServer(server.pid);
  const history = new History();
  const network = new Network(server.url);
  const host = new Host(network, history);
  const recovery = new Recovery(history, () => host.envelope?.version ?? 0);
  const phones: Phone[] = [];
  try {
    const quiz = await host.openDoors(benchQuiz(2));
    const questions = new Map<string, Question>(
      quiz.rounds.flatMap((round) => round.questions).map((question) => [question.id, question]),
    );
    host.openScreens();
    for (let number = 0; number < room; number++)
      phones.push(
        new Phone({
          number,
          network,
          history,
          questions,
          joinKey: host.joinKey,
          isDouble: () => false,
          repeatsChanges: false,
          headers: {},
          recovery,
        }),
      );
    for (const phone of phones) void phone.arrive();
    await until(() => phones.every((phone) => phone.isSeated), seatedWithinMs);
    if (!phones.every((phone) => phone.isSeated)) throw new CannotRun("Not every phone got a seat.");
    await host.advance();
    await host.advance();
    await until(() => history.counts.tapped >= room / 2, burstWithinMs);

    let answersMs = Number.NaN;
    const { tapped } = history.counts;
    const share = ownShare();
    const back = recovery.timed(
      "kill",
      phones.map((phone) => phone.number),
      async () => {
        const struckAt = performance.now();
        await server.end("SIGKILL");
        recovery.roadsAreNew();
        const startedAt = performance.now();
        const answering = server.start();
        pinServer(server.pid);
        await answering;
        answersMs = performance.now() - startedAt;
        return { goneMs: startedAt - struckAt, bootMs: answersMs };
      },
    );
    await Promise.race([back, sleep(backWithinMs).then(() => recovery.close())]);
    await back;
    const busy = share();
    const blow = only(history.entries, "fault")[0];
    if (blow?.recoveredMs == null) throw new CannotRun("Not every phone came back after the kill.");
    // what was tapped is saved in the end, or the restart has lost it
    await until(() => phones.every((phone) => !phone.isWaiting), savedWithinMs);
    const lost = phones.filter((phone) => phone.isWaiting).length;
    if (lost > 0) throw new CannotRun(`${lost} phones still wait for their answers after the restart.`);
    return { answersMs, liveMs: blow.recoveredMs, tapped, share: busy };
  } finally {
    for (const phone of phones) phone.close();
    host.close();
    await server.end("SIGKILL");
    network.close();
  }
}

/** The least that a process needs before its port answers. */
async function floorBootMs(): Promise<number> {
  const floor = await openFloor("hono");
  floor.close();
  return floor.bootMs;
}

export const restart: Work = {
  name: "restart",
  title: "SIGKILL in the middle of a burst of answers, and started again",
  async run(o) {
    const room = roomFor(o);
    const kills: Kill[] = [];
    const floors: number[] = [];
    for (let run = 0; run < o.runs; run++) {
      o.log(`run ${run + 1} of ${o.runs}: killed with ${room} phones`);
      floors.push(await floorBootMs());
      const one = await kill(room);
      kills.push(one);
      o.log(`${one.tapped} had tapped; the last phone was back after ${Math.round(one.liveMs)} ms`);
    }
    const shares = kills.map(({ share }) => share);
    return [
      row({
        work: "killed: process start to port answering",
        n: room,
        unit: "ms",
        target: "≤ 500 ms",
        runs: kills.map(({ answersMs }) => answersMs),
        floors,
        shares,
        isMet: atMost(500),
      }),
      row({
        work: "killed: kill to the last phone live",
        n: room,
        unit: "ms",
        target: "≤ 2,000 ms",
        runs: kills.map(({ liveMs }) => liveMs),
        shares,
        isMet: atMost(2_000),
      }),
    ];
  },
};
