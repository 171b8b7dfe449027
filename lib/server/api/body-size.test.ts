import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { endSlowBody } from "./body-size";

const http = createServer();
afterEach(() => {
  http.closeAllConnections();
  http.close();
});

test.each([
  ["waits for the body", false],
  ["answers before the body is there", true],
])("a body of a byte now and then is ended, where the handler %s", async (_what, answersAtOnce) => {
  http.removeAllListeners("request");
  http.on("request", (req, res) => {
    endSlowBody(req, "/api/lookup", 200);
    req.on("error", () => undefined);
    if (answersAtOnce) res.writeHead(404).end();
    else req.resume().on("end", () => res.end("read"));
  });
  await new Promise<void>((listening) => http.listen(0, "127.0.0.1", listening));
  const socket = connect((http.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.resume();
  const startedAt = performance.now();
  const closed = new Promise<void>((done) => socket.once("close", () => done()));
  socket.write("POST /api/lookup HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n");
  const drip = setInterval(() => socket.write("x"), 50);
  await closed;
  clearInterval(drip);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

test("a body that comes in time is read", async () => {
  http.removeAllListeners("request");
  http.on("request", (req, res) => {
    endSlowBody(req, "/api/lookup", 200);
    req.resume().on("end", () => setTimeout(() => res.end("read"), 400));
  });
  await new Promise<void>((listening) => http.listen(0, "127.0.0.1", listening));
  const { port } = http.address() as AddressInfo;
  const reply = await fetch(`http://127.0.0.1:${port}/api/lookup`, { method: "POST", body: "abc" });
  expect(await reply.text()).toBe("read");
});
