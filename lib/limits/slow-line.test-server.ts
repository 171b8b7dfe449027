/** A TCP line to another port that can be made slow: what goes towards the server waits, in order. */
import { connect, createServer, type Socket } from "node:net";

export type SlowLine = { port: number; delayMs: number; stop(): Promise<void> };

export async function startSlowLine(toPort: number): Promise<SlowLine> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(toPort, "127.0.0.1");
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on("data", (bytes) => {
      if (line.delayMs === 0) upstream.write(bytes);
      else setTimeout(() => upstream.writable && upstream.write(bytes), line.delayMs);
    });
    upstream.on("data", (bytes) => client.write(bytes));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", () => listening()));
  const address = server.address();
  const line: SlowLine = {
    port: typeof address === "object" && address ? address.port : 0,
    delayMs: 0,
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
  return line;
}
