/**
 * The join storm: first loads of the player's page with all its files, a roomful at once, while another roomful plays.
 * What it costs the server, and what the players feel of it. Two processes share the generator's core: one loads, the
 * other taps and times, so that what the first one has to read is not counted as the server's delay.
 */
import { atMost, median, row, times } from "./figures";
import { frame, LightSocket } from "./light-socket";
import { ownShare } from "./machine";
import { filesOf } from "./pages-load";
import { openVisitors } from "./pages-visitors";
import { openVenue, type Venue } from "./polls-venue";
import type { Work, WorkOptions } from "./work";

const roomFor = (o: WorkOptions) => (o.quick ? 50 : 300);
/** Quiet, storm, quiet, storm …: of 300 taps the 99th of a hundred is the third slowest, and one of those says little. */
const stormsFor = (o: WorkOptions) => (o.quick ? 1 : 3);
const warmUpQuestions = 1;
/** Answers come spread over a moment, as a room taps: every phone once, at its own time, in both measurements. */
const answeringMs = 1_500;
/** The scan hits the room a moment after it has begun to tap. */
const scanAfterMs = 200;
const settleMs = 1_800;

const sleep = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms));

async function openPlayers(venue: Venue, count: number): Promise<LightSocket[]> {
  const { port, sessionId } = venue;
  return Promise.all(
    venue.tokens.slice(0, count).map(
      (token) =>
        new Promise<LightSocket>((done, fail) => {
          const socket = new LightSocket({ port, auth: { sessionId, role: "player", token } });
          socket.onConnected = () => done(socket);
          socket.onLost = (why) => fail(new Error(why));
        }),
    ),
  );
}

/** Every player taps once within `answeringMs`; milliseconds from each tap to "saved", the 99th of a hundred. */
async function answerP99(venue: Venue, players: LightSocket[], question: number): Promise<number> {
  const asked = venue.quiz.rounds[0]?.questions[question];
  const choiceId = asked && "choices" in asked ? asked.choices[0]?.id : undefined;
  const took: number[] = [];
  await Promise.all(
    players.map(async (socket, number) => {
      await sleep(((number + 0.5) / players.length) * answeringMs);
      const answer = {
        questionId: asked?.id,
        submissionId: `${String(number).padStart(8, "0")}-${String(question).padStart(7, "0")}`,
        value: { kind: "choice", choiceId },
      };
      const bytes = frame(`42${number}["answer:submit",${JSON.stringify(answer)}]`);
      const tappedAt = performance.now();
      await new Promise<void>((done, fail) => {
        socket.onLost = (why) => fail(new Error(why));
        socket.onAck = (_id, read) => {
          if (!read().includes('"ok":true')) fail(new Error(`an answer was refused: ${read()}`));
          took.push(performance.now() - tappedAt);
          done();
        };
        socket.send(bytes);
      });
    }),
  );
  took.sort((a, b) => a - b);
  return took[Math.max(0, Math.ceil(0.99 * took.length) - 1)] ?? 0;
}

/** From an open question to the next one. */
async function nextQuestion(venue: Venue): Promise<void> {
  await venue.advance(); // locked and revealed
  await sleep(settleMs);
  await venue.advance();
  await sleep(settleMs);
}

type Storm = { cpuPerThousand: number; quietP99: number; stormP99: number; slowestMs: number } & {
  /** of the process that loads, and of the one that taps and times, while the pages load */
  loadingShare: number;
  timingShare: number;
};

async function storm(venue: Venue, room: number, o: WorkOptions): Promise<Storm> {
  const { port } = venue;
  const path = `/j/${venue.joinKey}`;
  const { files, bytes } = await filesOf(port, path);
  const players = await openPlayers(venue, room);
  const visitors = openVisitors();
  const load = () => visitors.load({ port, path, files, count: room });
  try {
    // warms up both, and is not counted
    await Promise.all([answerP99(venue, players, 0), load()]);
    await nextQuestion(venue);

    // the cost of the pages alone
    const before = venue.cpuSeconds();
    const alone = await load();
    await sleep(100);
    const cpuPerThousand = ((venue.cpuSeconds() - before) / room) * 1_000;
    o.log(
      `${room} loads of ${files.length + 1} files, ${Math.round(bytes / 1_000)} kB: the last after ${Math.round(Math.max(...alone.took))} ms`,
    );
    await sleep(settleMs);

    const loadTimed = async () => {
      await sleep(scanAfterMs);
      const share = ownShare();
      return { ...(await load()), timingShare: share() };
    };
    const quiet: number[] = [];
    const stormy: number[] = [];
    const loads: Awaited<ReturnType<typeof loadTimed>>[] = [];
    for (let nth = 0; nth < stormsFor(o); nth++) {
      const question = warmUpQuestions + 2 * nth;
      if (nth > 0) await nextQuestion(venue);
      quiet.push(await answerP99(venue, players, question));
      await nextQuestion(venue);
      const [p99, loaded] = await Promise.all([answerP99(venue, players, question + 1), loadTimed()]);
      stormy.push(p99);
      loads.push(loaded);
    }
    return {
      cpuPerThousand,
      quietP99: median(quiet),
      stormP99: median(stormy),
      slowestMs: median(loads.map(({ took }) => Math.max(...took))),
      loadingShare: median(loads.map(({ share }) => share)),
      timingShare: median(loads.map(({ timingShare }) => timingShare)),
    };
  } finally {
    visitors.close();
    for (const player of players) player.close();
  }
}

export const pages: Work = {
  name: "pages",
  title: "First loads of the player's page, a roomful at once, while a roomful plays",
  async run(o) {
    const room = roomFor(o);
    const storms: Storm[] = [];
    for (let run = 0; run < o.runs; run++) {
      o.log(`run ${run + 1} of ${o.runs}: ${room} load, ${room} play`);
      // who plays and who comes in are one room behind one address
      const venue = await openVenue(room, warmUpQuestions + 2 * stormsFor(o), room * 2);
      try {
        storms.push(await storm(venue, room, o));
      } finally {
        await venue.close();
      }
    }
    const loadingShares = storms.map(({ loadingShare }) => loadingShare);
    return [
      row({
        work: "first page loads, server CPU per 1,000",
        n: room,
        unit: "CPU s",
        target: "≤ 3 CPU s",
        runs: storms.map(({ cpuPerThousand }) => cpuPerThousand),
        shares: loadingShares,
        isMet: atMost(3),
      }),
      row({
        work: "answer p99 during them, beside quiet",
        n: room,
        unit: "ms",
        target: "≤ 3 × quiet",
        runs: storms.map(({ stormP99 }) => stormP99),
        floors: storms.map(({ quietP99 }) => quietP99),
        shares: storms.map(({ timingShare }) => timingShare),
        isMet: times(3),
      }),
      row({
        work: "first page load, the slowest",
        n: room,
        unit: "ms",
        target: "(for information)",
        runs: storms.map(({ slowestMs }) => slowestMs),
        shares: loadingShares,
        isMet: () => Number.isFinite(median(storms.map(({ slowestMs }) => slowestMs))),
      }),
    ];
  },
};
