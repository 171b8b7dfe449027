/**
 * The fallback: how many polls a second the product answers beside a bare Hono that sends the same bytes, and a room of
 * hanging polls let go by one press. Every seat polls with its own token, so the limits stay on and refuse nobody.
 */
import { atMost, median, row } from "./figures";
import { type Floor, openFloor } from "./floor-server";
import { ownShare } from "./machine";
import { lastReplyMs, openConnections, request, requestsPerSecond } from "./polls-load";
import { openVenue, type Venue } from "./polls-venue";
import type { Work, WorkOptions } from "./work";

const seatsFor = (o: WorkOptions) => (o.quick ? 100 : 1_000);
/** Enough to keep the server busy, few enough to keep the generator idle. */
const connectionCount = 50;
/**
 * A seat may poll 40 times at once and twice a second after that: the pause gives back what warming up took, and both
 * measurements together take less. A night's code is warm, and so must this be.
 */
const warmUpEach = 8;
const refillMs = 8_000;
const measuredEach = 15;

/** The same requests in the same order for both: every seat once, then every seat again. */
const roundsOf = (each: number, one: (seat: number) => Buffer, seats: number): Buffer[] =>
  Array.from({ length: each * seats }, (_, index) => one(index % seats));

type Poll = (seat: number) => Buffer;
/** `cpuUs`: microseconds of the server's CPU a poll. */
type Rate = { perSecond: number; cpuUs: number; share: number };
type Rates = { unchanged: Rate; changed: Rate };
type Polled = { port: number; cpuSeconds(): number };

async function rates(
  server: Polled,
  seats: number,
  poll: { changed: Poll; unchanged: Poll },
): Promise<Rates> {
  const run = async (one: Poll, each: number, status: number): Promise<Rate> => {
    // new ones each time: a server closes those that were idle over the pause
    const connections = await openConnections(server.port, connectionCount);
    const requests = roundsOf(each, one, seats);
    const share = ownShare();
    const before = server.cpuSeconds();
    try {
      const perSecond = await requestsPerSecond({ connections, requests, status });
      const cpuUs = ((server.cpuSeconds() - before) * 1e6) / requests.length;
      return { perSecond, cpuUs, share: share() };
    } finally {
      for (const connection of connections) connection.close();
    }
  };
  await run(poll.unchanged, warmUpEach, 204);
  await run(poll.changed, warmUpEach, 200);
  await new Promise((wake) => setTimeout(wake, refillMs));
  const unchanged = await run(poll.unchanged, measuredEach, 204);
  const changed = await run(poll.changed, measuredEach, 200);
  return { unchanged, changed };
}

/** What each seat's view says now, by asking. */
async function viewsOf(venue: Venue): Promise<{ cursor: string; body: string }[]> {
  const headers = (token: string) => ({ authorization: `Bearer ${token}` });
  return Promise.all(
    venue.tokens.map(async (token) => {
      const url = `http://127.0.0.1:${venue.port}${viewPath(venue)}`;
      const body = await (await fetch(url, { headers: headers(token) })).text();
      return { cursor: (JSON.parse(body) as { cursor: string }).cursor, body };
    }),
  );
}
const viewPath = (venue: Venue) => `/api/sessions/${venue.sessionId}/view`;

async function productRates(venue: Venue): Promise<Rates & { body: string }> {
  const views = await viewsOf(venue);
  const path = viewPath(venue);
  const changed = venue.tokens.map((token) => request(venue.port, path, token));
  const unchanged = venue.tokens.map((token, seat) =>
    request(venue.port, `${path}?since=${encodeURIComponent(views[seat]?.cursor ?? "")}&wait=0`, token),
  );
  const of = (requests: Buffer[]) => (seat: number) => requests[seat] ?? Buffer.alloc(0);
  const poll = { changed: of(changed), unchanged: of(unchanged) };
  return { ...(await rates(venue, venue.tokens.length, poll)), body: views[0]?.body ?? "" };
}

async function floorRates({ port, usage }: Floor, seats: number, body: string): Promise<Rates> {
  await fetch(`http://127.0.0.1:${port}/body`, { method: "POST", body });
  const changed = request(port, "/changed");
  const unchanged = request(port, "/unchanged");
  const floor = { port, cpuSeconds: () => usage().cpuSeconds };
  return rates(floor, seats, { changed: () => changed, unchanged: () => unchanged });
}

export const polls: Work = {
  name: "polls",
  title: "Polled views, unchanged and changed, beside bare Hono",
  async run(o) {
    const seats = seatsFor(o);
    const product: Rates[] = [];
    const floors: Rates[] = [];
    for (let run = 0; run < o.runs; run++) {
      o.log(`run ${run + 1} of ${o.runs}: ${seats} seats poll`);
      const venue = await openVenue(seats, 1);
      const floor = await openFloor("hono");
      try {
        const rate = await productRates(venue);
        product.push(rate);
        floors.push(await floorRates(floor, seats, rate.body));
      } finally {
        floor.close();
        await venue.close();
      }
    }
    const kinds = ["unchanged", "changed"] as const;
    // of the busier of the two, which is the floor's
    const sharesOf = (kind: keyof Rates) =>
      floors.map((rate, run) => Math.max(rate[kind].share, product[run]?.[kind].share ?? 0));
    return [
      ...kinds.map((kind) =>
        row({
          work: `polled view, ${kind}`,
          n: seats,
          unit: "requests/s",
          target: "≥ 0.5 × bare Hono",
          runs: product.map((rate) => rate[kind].perSecond),
          floors: floors.map((rate) => rate[kind].perSecond),
          shares: sharesOf(kind),
          isMet: (_value, ratio) => ratio >= 0.5,
        }),
      ),
      // tells the same on a machine that has something else to do
      ...kinds.map((kind) =>
        row({
          work: `server CPU per polled view, ${kind}`,
          n: seats,
          unit: "µs",
          target: "(for information)",
          runs: product.map((rate) => rate[kind].cpuUs),
          floors: floors.map((rate) => rate[kind].cpuUs),
          isMet: () => true,
        }),
      ),
    ];
  },
};

// ---- a room that hangs -----------------------------------------------------------------------------------------

const hangWithinMs = 20_000;
const lookAgainMs = 20;

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + hangWithinMs;
  while (!(await isSo()) && performance.now() < giveUpAt)
    await new Promise((wake) => setTimeout(wake, lookAgainMs));
}

async function releaseProduct(venue: Venue): Promise<{ ms: number; share: number }> {
  const views = await viewsOf(venue);
  const connections = await openConnections(venue.port, venue.tokens.length);
  const requests = venue.tokens.map((token, seat) =>
    request(
      venue.port,
      `${viewPath(venue)}?since=${encodeURIComponent(views[seat]?.cursor ?? "")}&wait=20`,
      token,
    ),
  );
  const versionIn = (body: string) => Number(/"version":(\d+)/.exec(body)?.[1]);
  const before = versionIn(views[0]?.body ?? "");
  const share = ownShare();
  try {
    const ms = await lastReplyMs({
      connections,
      requests,
      hanging: () => until(async () => (await venue.hangingPolls()) >= connections.length),
      release: () => venue.advance(),
      isNew: (body) => versionIn(body) > before,
    });
    return { ms, share: share() };
  } finally {
    for (const connection of connections) connection.close();
  }
}

async function releaseFloor(port: number, count: number, body: string): Promise<number> {
  const base = `http://127.0.0.1:${port}`;
  await fetch(`${base}/body`, { method: "POST", body });
  const connections = await openConnections(port, count);
  const held = request(port, "/held");
  try {
    return await lastReplyMs({
      connections,
      requests: connections.map(() => held),
      hanging: () =>
        until(
          async () => ((await (await fetch(`${base}/held-count`)).json()) as { held: number }).held >= count,
        ),
      release: () => fetch(`${base}/release`, { method: "POST" }),
      isNew: (reply) => reply === body,
    });
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** The first release of a process runs cold code; the room has played a question by then. */
const warmUpReleases = 1;
const pressesPerRun = 3;

export const release: Work = {
  name: "release",
  title: "Hanging polls let go by one press of the host",
  async run(o) {
    const seats = seatsFor(o);
    const product: { ms: number; share: number }[] = [];
    const floors: number[] = [];
    for (let run = 0; run < o.runs; run++) {
      o.log(`run ${run + 1} of ${o.runs}: ${seats} polls hang`);
      const venue = await openVenue(seats, warmUpReleases + pressesPerRun);
      const floor = await openFloor("hono");
      try {
        const body = (await viewsOf(venue))[0]?.body ?? "";
        const presses: { ms: number; share: number }[] = [];
        const bare: number[] = [];
        for (let press = 0; press < warmUpReleases + pressesPerRun; press++) {
          const one = await releaseProduct(venue);
          const other = await releaseFloor(floor.port, seats, body);
          if (press < warmUpReleases) continue;
          presses.push(one);
          bare.push(other);
        }
        product.push({
          ms: Math.max(...presses.map(({ ms }) => ms)),
          share: median(presses.map(({ share }) => share)),
        });
        floors.push(Math.max(...bare));
      } finally {
        floor.close();
        await venue.close();
      }
    }
    return [
      row({
        work: "hanging polls, press to the last answer",
        n: seats,
        unit: "ms",
        target: "≤ 300 ms",
        runs: product.map(({ ms }) => ms),
        floors,
        shares: product.map(({ share }) => share),
        isMet: atMost(300),
      }),
    ];
  },
};
