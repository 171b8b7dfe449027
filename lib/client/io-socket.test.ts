import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import { io, type Socket } from "socket.io-client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ioSocket } from "./io-socket";

// the real library against a real server: what it buffers is its own secret, not ours to imitate
let http: HttpServer;
let server: Server;
let socket: Socket;
let heard: unknown[];
let late: number;
const onLate = () => {
  late += 1;
};
const once = (event: string) => new Promise<void>((done) => socket.once(event, () => done()));

beforeEach(async () => {
  heard = [];
  late = 0;
  http = createServer();
  server = new Server(http, { transports: ["websocket"] });
  server.on("connection", (peer) => {
    peer.on("answer:submit", (payload, reply) => {
      heard.push(payload);
      setTimeout(() => reply?.({ ok: true }), payload === "slow" ? 100 : 0);
    });
  });
  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  const { port } = http.address() as AddressInfo;
  socket = io(`http://127.0.0.1:${port}`, {
    transports: ["websocket"],
    autoConnect: false,
    reconnection: false,
  });
});
afterEach(async () => {
  socket.disconnect();
  await server.close();
});

test("an answer is acknowledged", async () => {
  const like = ioSocket(socket);
  like.connect();
  await once("connect");
  expect(await like.emitWithAck("answer:submit", "one", { timeoutMs: 2_000, onLate })).toEqual({ ok: true });
  expect(heard).toEqual(["one"]);
});

test("CON-09 an answer given while the last ping is overdue is refused at once and never sent on the next connection", async () => {
  const like = ioSocket(socket);
  like.connect();
  await once("connect");
  // a phone that slept: its timers stood still, the server's ping is long overdue
  (socket.io.engine as unknown as { _pingTimeoutTime: number })._pingTimeoutTime = 1;
  const lost = once("disconnect");
  await expect(
    like.emitWithAck("answer:submit", "from a dead line", { timeoutMs: 60_000, onLate }),
  ).rejects.toThrow();
  await lost;
  like.connect();
  await once("connect");
  // the next one is acknowledged after anything that came before it
  await like.emitWithAck("answer:submit", "from the new line", { timeoutMs: 2_000, onLate });
  expect(heard).toEqual(["from the new line"]);
});

test("CON-09 an answer given without a connection waits for none", async () => {
  const like = ioSocket(socket);
  const refused = expect(
    like.emitWithAck("answer:submit", "too early", { timeoutMs: 50, onLate }),
  ).rejects.toThrow();
  like.connect();
  await once("connect");
  await like.emitWithAck("answer:submit", "in time", { timeoutMs: 2_000, onLate });
  expect(heard).toEqual(["in time"]);
  await refused;
});

test("CON-07 a connection attempt that hangs is given up and made anew by disconnect and connect", async () => {
  const like = ioSocket(socket);
  like.connect();
  like.disconnect();
  like.connect();
  await once("connect");
  expect(like.connected).toBe(true);
  expect((await server.fetchSockets()).length).toBe(1);
});

test("an acknowledgement that comes too late is told, once", async () => {
  const like = ioSocket(socket);
  like.connect();
  await once("connect");
  await expect(like.emitWithAck("answer:submit", "slow", { timeoutMs: 20, onLate })).rejects.toThrow();
  expect(late).toBe(0);
  await vi.waitFor(() => expect(late).toBe(1));
});

test("what is unanswered when the line falls is refused at once", async () => {
  const like = ioSocket(socket);
  like.connect();
  await once("connect");
  const asked = like.emitWithAck("answer:submit", "slow", { timeoutMs: 60_000, onLate });
  setTimeout(() => server.disconnectSockets(true), 20);
  await expect(asked).rejects.toThrow();
});
