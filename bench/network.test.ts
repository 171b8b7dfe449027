import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { Network } from "./network";

const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** A server that upgrades everything, and the venue's network in front of it. */
async function venue() {
  const server = http.createServer((_req, res) => res.end("page"));
  server.on("upgrade", (_req, socket) => {
    socket.on("error", () => undefined);
    socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const network = new Network(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  const end = () => {
    server.close();
    server.closeAllConnections();
  };
  open.push(network, { close: end });
  return network;
}

async function upgrade(network: Network) {
  const agent = network.agent("websocket", "phones");
  const headers = { connection: "Upgrade", upgrade: "websocket" };
  const req = http.request(network.base, { agent, headers }).on("error", () => undefined);
  req.end();
  const status = await new Promise<number>((done) => {
    req.once("upgrade", (res) => done(res.statusCode ?? 0));
    req.once("response", (res) => {
      res.resume();
      done(res.statusCode ?? 0);
    });
  });
  return { status, socket: req.socket };
}

async function page(network: Network) {
  const req = http.get(network.base, { agent: network.agent("http", "phones") });
  const [res] = (await once(req, "response")) as [http.IncomingMessage];
  res.resume();
  await once(res, "end");
  return res.statusCode;
}

it("refuses upgrades with 403 like a proxy that knows no WebSocket, and lets pages through", async () => {
  const network = await venue();
  await network.refuseWebSockets();
  expect((await upgrade(network)).status).toBe(403);
  expect(await page(network)).toBe(200);
});

it("cuts the sockets that are open when it begins to refuse", async () => {
  const network = await venue();
  const { status, socket } = await upgrade(network);
  expect(status).toBe(101);
  const cut = once(socket!, "close");
  await network.refuseWebSockets();
  await cut;
  expect((await upgrade(network)).status).toBe(403);
});

it("counts the bytes of open and of closed connections, each group by itself", async () => {
  const network = await venue();
  await page(network);
  const afterOne = network.bytes("phones");
  expect(afterOne).toBeGreaterThan(100);
  await page(network);
  expect(network.bytes("phones")).toBeGreaterThan(afterOne);
  expect(network.bytes("others")).toBe(0);
});
