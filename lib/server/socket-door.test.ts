/** Who pays for a connection (limits.md, rule 1): a room comes in whatever strangers at its address do. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { connect, type Socket as TcpSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { RoomPanel } from "@/lib/contracts/http";
import type { SocketAuth } from "@/lib/contracts/socket";
import type { Envelope, HostView } from "@/lib/contracts/views";
import { smallQuiz } from "@/lib/store/test-store";
import { createSilentLines } from "./handshake";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let opened: TestApp | null = null;
afterEach(async () => {
  vi.restoreAllMocks();
  await opened?.close();
  opened = null;
});

async function open(overrides: object, settings: Record<string, string> = {}) {
  const path = join(mkdtempSync(join(tmpdir(), "roomful-limits-")), "limits.json");
  writeFileSync(path, JSON.stringify({ overrides }));
  app = await openTestApp({ LIMITS_FILE: path, ...settings });
  opened = app;
  const cookie = await app.signIn();
  const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
  return { cookie, sessionId, pin };
}

/** The limiter's clock stands: no bucket fills again while a busy machine takes its time. */
const stopClock = () => vi.spyOn(performance, "now").mockReturnValue(performance.now());

type Outcome = { code: "connected" } | { code: string; retryAfterMs?: number };
const tryToConnect = (auth: SocketAuth, headers: Record<string, string> = {}): Promise<Outcome> =>
  new Promise((done) => {
    const socket = app.socket(auth, headers);
    socket.once("connect", () => done({ code: "connected" }));
    socket.once("connect_error", (error: Error & { data?: { code: string } }) =>
      done(error.data ?? { code: error.message }),
    );
    socket.connect();
  });

const upgrade =
  "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: pub\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
  "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";

/** A stranger's whole connection by hand: a thousand clients of the library would keep this process busier than the server. */
const knock = (auth: SocketAuth): Promise<Outcome> =>
  new Promise((done) => {
    const line = connect(Number(new URL(app.url).port), "127.0.0.1");
    // a masked text frame with a mask of zeros
    const message = Buffer.from(`40${JSON.stringify(auth)}`);
    const frame = Buffer.concat([
      Buffer.from([0x81, 0x80 | 126, message.length >> 8, message.length & 255, 0, 0, 0, 0]),
      message,
    ]);
    let heard = "";
    let asked = false;
    line.on("data", (bytes) => {
      heard += bytes.toString("latin1");
      if (!asked && heard.includes('0{"sid"')) {
        asked = true;
        line.write(frame);
      }
      const code = /44\{.*"code":"(\w+)"/.exec(heard)?.[1];
      if (code) {
        line.destroy();
        done({ code });
      }
    });
    line.on("error", (error) => done({ code: error.message })).on("close", () => done({ code: "closed" }));
    line.write(upgrade);
  });

async function tally(outcomes: Promise<Outcome>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { code } of await Promise.all(outcomes)) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

test("NET-02 bad tokens at 200 a second drain the address: a room of 300, its host and its big screen still connect", {
  timeout: 120_000,
}, async () => {
  const phones = 300;
  const { cookie, sessionId } = await open({ socketConnect: { perMinute: 10, burst: 10 } });
  const room = await app.box.service.findRoom(sessionId);
  if (!room) throw new Error("no room");
  const tokens: string[] = [];
  for (let phone = 0; phone < phones; phone++) {
    const { token, deviceId } = app.box.tokens.issueDevice();
    expect((await app.box.service.join(room, deviceId, { name: `Team ${phone}` })).ok).toBe(true);
    tokens.push(token);
  }
  const bad = () => knock({ sessionId, role: "player", token: `d1.${"x".repeat(24)}.${"y".repeat(43)}` });
  const first = await tally(Array.from({ length: 30 }, bad));
  expect(first.BAD_TOKEN).toBeGreaterThanOrEqual(10);
  expect(first.RATE_LIMITED).toBeGreaterThan(10);

  const strangers: Promise<Outcome>[] = [];
  const flood = setInterval(() => {
    // a machine that is slow would still be at the flood when the room is long in
    for (let n = 0; n < 10 && strangers.length < 1_000; n++) strangers.push(bad());
  }, 50);
  const honest: Promise<Outcome>[] = [];
  for (const token of tokens) {
    honest.push(tryToConnect({ sessionId, role: "player", token }));
    // within three seconds, as a room comes back after a restart
    await new Promise((wait) => setTimeout(wait, 10));
  }
  const host = await app.request<Envelope<HostView>>("GET", `/api/sessions/${sessionId}/host`, { cookie });
  const screenToken = new URL(host.json.view.screenPath, app.url).searchParams.get("token") ?? "";
  honest.push(tryToConnect({ sessionId, role: "host" }, { cookie }));
  honest.push(tryToConnect({ sessionId, role: "screen", token: screenToken }));
  const outcome = await tally(honest);
  clearInterval(flood);
  expect(outcome).toEqual({ connected: phones + 2 });
  const refused = await tally(strangers);
  expect(strangers.length).toBeGreaterThan(200);
  expect(refused.RATE_LIMITED).toBeGreaterThan(strangers.length * 0.9);

  const panel = await app.request<RoomPanel>("GET", `/api/sessions/${sessionId}/room`, { cookie });
  expect(panel.json.offenders[0]).toMatchObject({ policy: "socketConnect", who: "address" });
  expect(panel.json.offenders[0]?.words).toMatch(/^one address: \d+ new lines a second$/);
});

test("a player who connects again and again is refused alone, told when to come back, and named", async () => {
  const { cookie, sessionId, pin } = await open({ playerConnect: { perMinute: 24, burst: 10 } });
  const noisy = await app.join(pin, "Noisy");
  const quiet = await app.join(pin, "Quiet");
  const auth = { sessionId, role: "player" as const, token: noisy.token };
  stopClock();
  const outcomes = await Promise.all(Array.from({ length: 14 }, () => tryToConnect(auth)));
  const refused = outcomes.filter(({ code }) => code === "RATE_LIMITED");
  expect(refused).toHaveLength(4);
  for (const outcome of refused) expect(outcome).toMatchObject({ retryAfterMs: expect.any(Number) });
  expect(await tryToConnect({ ...auth, token: quiet.token })).toEqual({ code: "connected" });
  const panel = await app.request<RoomPanel>("GET", `/api/sessions/${sessionId}/room`, { cookie });
  expect(panel.json.offenders[0]).toMatchObject({ policy: "playerConnect", who: "player", label: "Noisy" });
});

test("a free device token without a seat, and a session that does not exist, are charged to the address", async () => {
  const { sessionId, pin } = await open({ socketConnect: { perMinute: 10, burst: 10 } });
  const free = async () =>
    (await app.request<{ deviceToken: string }>("POST", "/api/lookup", { body: { pin } })).json.deviceToken;
  const token = await free();
  stopClock();
  const nowhere = Array.from({ length: 8 }, (_, n) =>
    tryToConnect({ sessionId: `made-up-${n}`, role: "player", token }),
  );
  expect(await tally(nowhere)).toEqual({ NOT_FOUND: 8 });
  const load = vi.spyOn(app.box.sessions, "load");
  const unseated = Array.from({ length: 8 }, () => tryToConnect({ sessionId, role: "player", token }));
  expect(await tally(unseated)).toEqual({ NOT_SEATED: 2, RATE_LIMITED: 6 });
  expect(await tryToConnect({ sessionId: "made-up", role: "player", token })).toMatchObject({
    code: "RATE_LIMITED",
  });
  // what is refused for the limit has asked the database nothing
  expect(load).not.toHaveBeenCalled();
});

test("of those who open a line and say nothing the longest silent goes, and the next phone still comes in", {
  timeout: 120_000,
}, async () => {
  const { sessionId, pin } = await open({}, { ROOM_SIZE: "1" });
  const { token } = await app.join(pin, "Talkers");
  const { port } = new URL(app.url);
  const closed: number[] = [];
  const lines: TcpSocket[] = [];
  const openSilent = (n: number) =>
    new Promise<void>((opened) => {
      const line = connect(Number(port), "127.0.0.1");
      lines.push(line);
      line.on("close", () => closed.push(n)).on("error", () => undefined);
      line.once("data", () => opened());
      line.write(upgrade);
    });
  for (let batch = 0; batch < 10; batch++)
    await Promise.all(Array.from({ length: 61 }, (_, n) => openSilent(batch * 61 + n)));
  // 602 may wait; a machine that is slow may have given up on more of the first by itself, never on the last
  await vi.waitFor(() => expect(closed.length).toBeGreaterThanOrEqual(8));
  expect(Math.min(...closed)).toBeLessThan(61);
  expect(closed.filter((n) => n >= 9 * 61)).toEqual([]);
  expect(await tryToConnect({ sessionId, role: "player", token })).toEqual({ code: "connected" });
  for (const line of lines) line.destroy();
});

test.each([
  { name: "closed at once", said: "" },
  { name: "broken packets", said: "\x81\x85\0\0\0\0hello" },
  { name: "an unfinished first message", said: "\x81\x85\0\0\0\x0040{" },
])(
  "lines that end without saying who they are are told in the panel and counted: $name",
  async ({ said }) => {
    const { cookie, sessionId, pin } = await open({});
    const { token } = await app.join(pin, "Honest");
    const { port } = new URL(app.url);
    let now = performance.now();
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const openAndLeave = () =>
      new Promise<void>((closed) => {
        const line = connect(Number(port), "127.0.0.1");
        line.on("close", () => closed()).on("error", () => undefined);
        line.once("data", () => {
          if (said) line.write(Buffer.from(said, "latin1"));
          line.end();
        });
        line.write(upgrade);
      });
    const panel = async () =>
      (await app.request<RoomPanel>("GET", `/api/sessions/${sessionId}/room`, { cookie })).json.offenders;
    const counted = async () =>
      Number(/^roomful_silent_lines_total (\d+)$/m.exec((await app.request("GET", "/metrics")).text)?.[1]);
    for (let second = 1; second <= 6; second++) {
      await Promise.all(Array.from({ length: 50 }, openAndLeave));
      await vi.waitFor(async () => expect(await counted()).toBe(second * 50));
      now += 1_000;
    }
    const rows = await panel();
    expect(rows).toMatchObject([{ policy: "socketConnect", who: "address", busy: true, names: [] }]);
    expect(rows[0]?.words).toMatch(/^one address: \d\d silent new lines a second, none refused$/);
    // and whoever shares the address comes in
    expect(await tryToConnect({ sessionId, role: "player", token })).toEqual({ code: "connected" });
  },
);

test("only the silent count, each address for itself", () => {
  const dropped: string[] = [];
  const ended: string[] = [];
  const silent = createSilentLines({
    roomSize: 0,
    dropped: (ipKey) => dropped.push(ipKey),
    endedSilent: (ipKey) => ended.push(ipKey),
  });
  const closing = new Map<number, () => void>();
  const destroyed: number[] = [];
  const line = (n: number) => ({
    request: { socket: { destroy: () => destroyed.push(n) } } as never,
    once: (_event: "close", run: () => void) => closing.set(n, run),
  });
  const first = line(0);
  silent.opened("pub", first);
  silent.proven("pub", first);
  for (let n = 1; n <= 600; n++) silent.opened("pub", line(n));
  silent.opened("elsewhere", line(1_000));
  expect({ pub: silent.count("pub"), elsewhere: silent.count("elsewhere"), destroyed }).toEqual({
    pub: 600,
    elsewhere: 1,
    destroyed: [],
  });
  closing.get(1)?.();
  expect(ended).toEqual(["pub"]);
  // neither a phone that leaves nor a stranger whose word was charged ended silent
  closing.get(0)?.();
  const refused = line(2_000);
  silent.opened("elsewhere", refused);
  silent.spoke(refused);
  closing.get(2_000)?.();
  expect(ended).toEqual(["pub"]);
  silent.opened("pub", line(601));
  expect(destroyed).toEqual([]);
  silent.opened("pub", line(602));
  expect({ destroyed, dropped }).toEqual({ destroyed: [2], dropped: ["pub"] });
  // a line that was dropped is counted once, and not again when it has closed
  closing.get(2)?.();
  expect(ended).toEqual(["pub", "pub"]);
});
