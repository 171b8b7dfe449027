/**
 * The venue's network: every connection of the room is made here, counted in bytes, and cut or refused when a fault asks
 * for it. A refused WebSocket reaches a proxy that answers 403 to every upgrade, as a captive or corporate one does;
 * plain HTTP goes through untouched.
 */
import http from "node:http";
import https from "node:https";
import net, { type AddressInfo, type Socket } from "node:net";

export type Road = "http" | "websocket";
/** Whose bytes: the phones' are what the room pays; the host's, the big screen's and the abusers' are counted apart. */
export type Group = "phones" | "others";

/** A browser opens no more connections to one host over HTTP/1.1. */
const connectionsPerBrowser = 6;

export class Network {
  private readonly open = new Map<Socket, { road: Road; group: Group }>();
  private readonly closedBytes: Record<Group, number> = { phones: 0, others: 0 };
  private proxy: http.Server | null = null;
  private proxyPort = 0;
  private refusing = false;

  constructor(readonly base: URL) {}

  /** Of one device and for one road; a browser keeps its own connections. */
  agent(road: Road, group: Group, maxSockets = connectionsPerBrowser): http.Agent {
    const keepAlive = road === "http";
    const secure = this.base.protocol === "https:";
    const agent = secure
      ? new https.Agent({ keepAlive, maxSockets })
      : new http.Agent({ keepAlive, maxSockets });
    type Dial = (options: net.NetConnectOpts, done: unknown) => Socket;
    const dialable = agent as unknown as { createConnection: Dial };
    const dial = dialable.createConnection.bind(agent);
    dialable.createConnection = (options, done) => {
      const toProxy = road === "websocket" && this.refusing;
      const socket = toProxy ? net.connect(this.proxyPort, "127.0.0.1") : dial(options, done);
      this.open.set(socket, { road, group });
      socket.once("close", () => {
        this.open.delete(socket);
        this.closedBytes[group] += socket.bytesRead + socket.bytesWritten;
      });
      return socket;
    };
    return agent;
  }

  /** Both ways, as they crossed the wire but for TCP's own headers. */
  bytes(group: Group): number {
    let sum = this.closedBytes[group];
    for (const [socket, of] of this.open)
      if (of.group === group) sum += socket.bytesRead + socket.bytesWritten;
    return sum;
  }

  /** From now on no WebSocket is let through, and those that are open are cut without a goodbye. */
  async refuseWebSockets(): Promise<void> {
    this.proxy ??= await startProxy();
    this.proxyPort = (this.proxy.address() as AddressInfo).port;
    this.refusing = true;
    for (const [socket, { road }] of this.open) if (road === "websocket") socket.destroy();
  }

  close(): void {
    for (const socket of this.open.keys()) socket.destroy();
    this.proxy?.close();
    this.proxy?.closeAllConnections();
  }
}

async function startProxy(): Promise<http.Server> {
  const page = "<html><body>WebSocket connections are not allowed on this network.</body></html>";
  const head = `HTTP/1.1 403 Forbidden\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\nConnection: close\r\n\r\n`;
  const proxy = http.createServer((_req, res) => res.writeHead(403).end());
  proxy.on("upgrade", (_req, socket) => {
    socket.on("error", () => undefined);
    socket.end(head + page);
  });
  await new Promise<void>((listening, fail) => {
    proxy.once("error", fail);
    proxy.listen(0, "127.0.0.1", () => listening());
  });
  return proxy;
}
