import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { textFrame } from "./text-frame";

test("a client reads every length of text as it was, the borders of the three heads among them", async () => {
  const texts = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000].map((length) => "x".repeat(length));
  texts.push("größer 🍺 ".repeat(9), "é".repeat(62), "é".repeat(63), "🍺".repeat(16_384));
  const http = createServer().listen(0, "127.0.0.1");
  const server = new WebSocketServer({ server: http });
  server.on("connection", (_socket, req) => {
    for (const text of texts) req.socket.write(textFrame(text));
  });
  await new Promise((done) => http.once("listening", done));
  const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
  const heard: string[] = [];
  await new Promise<void>((done, fail) => {
    client.on("error", fail);
    client.on("message", (data, isBinary) => {
      heard.push(isBinary ? "binary" : String(data));
      if (heard.length === texts.length) done();
    });
  });
  client.terminate();
  server.close();
  http.close();
  expect(heard).toEqual(texts);
});
