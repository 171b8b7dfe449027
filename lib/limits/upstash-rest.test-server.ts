/**
 * Upstash's REST protocol over a real Redis, for tests of the real client: one command at `/`, many at `/pipeline`,
 * bearer token, base64 replies. Faults are injected per request. Unlike a stock server it takes the script flag only
 * Upstash knows, unless told not to.
 */
import { createHash } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { Redis } from "ioredis";

export type RestFault =
  | "500"
  | "hang"
  | "reset"
  | "garbage"
  | "wrong shape"
  | "slow"
  | "refuses scripts"
  | null;

export type UpstashTestServer = {
  url: string;
  token: string;
  fault: RestFault;
  /** commands of every HTTP request so far */
  requests: string[][];
  stop(): Promise<void>;
};

const slowMs = 2_000;
type Command = (string | number)[];

export async function startUpstashRest(redis: Redis): Promise<UpstashTestServer> {
  const token = "the-right-token";
  /** what the client calls a script → what the server behind calls it, without the flag */
  const scripts = new Map<string, string>();

  async function run([name = "", ...args]: Command): Promise<unknown> {
    const command = String(name).toUpperCase();
    if (self.fault === "refuses scripts" && command.startsWith("EVAL"))
      throw new Error("ERR Unexpected flag in script shebang: allow-key-locking");
    if (command === "EVAL") {
      const body = String(args[0]).replace(/^#!lua[^\n]*\n/, "\n");
      return redis.call("EVAL", body, ...args.slice(1));
    }
    if (command === "EVALSHA") {
      const body = scripts.get(String(args[0]));
      if (!body) throw new Error("NOSCRIPT No matching script. Please use EVAL.");
      return redis.call("EVAL", body, ...args.slice(1));
    }
    return redis.call(command, ...args);
  }
  function learn(command: Command): void {
    if (String(command[0]).toUpperCase() !== "EVAL") return;
    const text = String(command[1]);
    scripts.set(createHash("sha1").update(text).digest("hex"), text.replace(/^#!lua[^\n]*\n/, "\n"));
  }
  const encoded = (value: unknown): unknown =>
    typeof value === "string"
      ? Buffer.from(value).toString("base64")
      : Array.isArray(value)
        ? value.map(encoded)
        : value;
  async function replyTo(command: Command, base64: boolean) {
    try {
      const result = await run(command);
      learn(command);
      return { result: base64 && result !== "OK" ? encoded(result) : result };
    } catch (error) {
      return { error: (error as Error).message };
    }
  }

  function send(res: ServerResponse, status: number, body: unknown): void {
    res.writeHead(status, { "content-type": "application/json" });
    res.end(typeof body === "string" ? body : JSON.stringify(body));
  }

  const server = createServer(async (req, res) => {
    let text = "";
    for await (const chunk of req) text += chunk;
    if (self.fault === "hang") return;
    if (self.fault === "reset") return void req.socket.destroy();
    if (self.fault === "500") return send(res, 500, { error: "ERR internal" });
    if (self.fault === "garbage") return send(res, 200, "<html>Sign in to the WiFi</html>");
    if (self.fault === "slow") await new Promise((later) => setTimeout(later, slowMs));
    if (req.headers.authorization !== `Bearer ${token}`)
      return send(res, 401, { error: "WRONGPASS invalid or missing auth token" });
    const body = JSON.parse(text) as Command | Command[];
    const commands = (req.url === "/pipeline" ? body : [body]) as Command[];
    self.requests.push(commands.map(([name]) => String(name).toUpperCase()));
    if (self.fault === "wrong shape")
      return send(
        res,
        200,
        commands.map(() => ({ result: "T0s=" })),
      );
    const base64 = req.headers["upstash-encoding"] === "base64";
    const replies: { result?: unknown; error?: string }[] = [];
    for (const command of commands) replies.push(await replyTo(command, base64));
    if (req.url === "/pipeline") return send(res, 200, replies);
    send(res, replies[0]?.error ? 400 : 200, replies[0]);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", () => listening()));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;

  const self: UpstashTestServer = {
    url: `http://127.0.0.1:${port}`,
    token,
    fault: null,
    requests: [],
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return self;
}
