/**
 * Requests over kept-alive connections at the least cost for the generator: written beforehand, one at a time on each
 * connection, and of each reply only status and length are read. The same for floor and product.
 */
import { connect, type Socket } from "node:net";
import { CannotRun } from "../options";

export const request = (port: number, path: string, token?: string): Buffer =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: application/json\r\n${
      token ? `Authorization: Bearer ${token}\r\n` : ""
    }\r\n`,
  );

const replyWithinMs = 30_000;

/** One connection; `onReply` hears of each reply when its last byte is there. */
export class Connection {
  onReply: (status: number, body: () => string) => void = () => undefined;
  onLost: (why: string) => void = () => undefined;
  private readonly socket: Socket;
  private bytes: Buffer = Buffer.alloc(0);

  constructor(port: number) {
    this.socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.socket.on("error", (error) => this.onLost(error.message));
    this.socket.on("close", () => this.onLost("the server closed the connection"));
    this.socket.on("data", (chunk) => {
      this.bytes = this.bytes.length > 0 ? Buffer.concat([this.bytes, chunk]) : chunk;
      this.read();
    });
  }

  opened(): Promise<void> {
    return new Promise((done, fail) => {
      this.onLost = (why) => fail(new CannotRun(why));
      this.socket.once("connect", () => done());
    });
  }

  send(bytes: Buffer): void {
    this.socket.write(bytes);
  }

  private read(): void {
    const end = this.bytes.indexOf("\r\n\r\n");
    if (end < 0) return;
    const head = this.bytes.toString("latin1", 0, end);
    const status = Number(head.slice(9, 12));
    const length = status === 204 ? 0 : lengthIn(head);
    if (Number.isNaN(length)) {
      this.onLost("a reply came without a length");
      this.close();
      return;
    }
    const to = end + 4 + length;
    if (this.bytes.length < to) return;
    const reply = this.bytes;
    this.bytes = reply.length === to ? Buffer.alloc(0) : reply.subarray(to);
    this.onReply(status, () => reply.toString("utf8", end + 4, to));
  }

  close(): void {
    this.onLost = () => undefined;
    this.socket.destroy();
  }
}

/** Headers are named in any case. */
const lengthIn = (head: string): number => Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);

export async function openConnections(port: number, count: number): Promise<Connection[]> {
  const all: Connection[] = [];
  // the queue of a listening socket is shorter than a room
  for (let from = 0; from < count; from += 100) {
    const some = Array.from({ length: Math.min(100, count - from) }, () => new Connection(port));
    await Promise.all(some.map((one) => one.opened()));
    all.push(...some);
  }
  return all;
}

/** Sends them all, each connection its next one as soon as the last is answered. Requests per second. */
export function requestsPerSecond(o: {
  connections: Connection[];
  requests: Buffer[];
  status: number;
}): Promise<number> {
  const { connections, requests } = o;
  let next = 0;
  let answered = 0;
  const startedAt = performance.now();
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new CannotRun("Requests were not answered.")), replyWithinMs);
    const settle = (error?: Error) => {
      clearTimeout(timer);
      for (const connection of connections) connection.onReply = () => undefined;
      if (error) fail(error);
      else done(answered / ((performance.now() - startedAt) / 1_000));
    };
    for (const connection of connections) {
      const ask = () => {
        const bytes = requests[next++];
        if (bytes) connection.send(bytes);
      };
      connection.onLost = (why) => settle(new CannotRun(why));
      connection.onReply = (status, body) => {
        if (status !== o.status) return settle(new CannotRun(`A poll was answered ${status}: ${body()}`));
        answered += 1;
        if (answered === requests.length) settle();
        else ask();
      };
      ask();
    }
  });
}

/** Every connection asks once, then `release` is called; milliseconds from there to the last reply. */
export async function lastReplyMs(o: {
  connections: Connection[];
  requests: Buffer[];
  /** resolves when all of them hang */
  hanging: () => Promise<void>;
  release: () => Promise<unknown>;
  isNew: (body: string) => boolean;
}): Promise<number> {
  let settle: (error?: Error) => void = () => undefined;
  let early = true;
  let answered = 0;
  const all = new Promise<void>((done, fail) => {
    settle = (error) => (error ? fail(error) : done());
  });
  all.catch(() => undefined);
  const timer = setTimeout(() => settle(new CannotRun("Polls were not answered.")), replyWithinMs);
  o.connections.forEach((connection, index) => {
    connection.onLost = (why) => settle(new CannotRun(why));
    connection.onReply = (status, body) => {
      if (early) settle(new CannotRun(`A poll that should hang was answered ${status}.`));
      else if (status !== 200 || !o.isNew(body()))
        settle(new CannotRun(`A poll was answered ${status}: ${body()}`));
      answered += 1;
      if (answered === o.connections.length) settle();
    };
    connection.send(o.requests[index] ?? Buffer.alloc(0));
  });
  await o.hanging();
  early = false;
  const pressedAt = performance.now();
  const released = o.release();
  try {
    await all;
    return performance.now() - pressedAt;
  } finally {
    clearTimeout(timer);
    await released;
  }
}
