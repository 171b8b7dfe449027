/** One kept-alive HTTP connection by hand: requests one after the other, replies that say their length. */
import { connect, type Socket } from "node:net";

export type LightReply = { status: number; json: unknown; setCookie: string };

export class LightHttp {
  private readonly socket: Socket;
  private bytes: Buffer = Buffer.alloc(0);
  private waiting: { done: (reply: LightReply) => void; fail: (error: Error) => void } | null = null;

  constructor(private readonly port: number) {
    this.socket = connect({ port, host: "127.0.0.1", noDelay: true });
    const fail = (why: string) => {
      this.waiting?.fail(new Error(why));
      this.waiting = null;
    };
    this.socket.on("error", (error) => fail(error.message));
    this.socket.on("close", () => fail("the server closed the connection"));
    this.socket.on("data", (chunk) => {
      this.bytes = this.bytes.length > 0 ? Buffer.concat([this.bytes, chunk]) : chunk;
      this.read();
    });
  }

  request(
    method: string,
    path: string,
    headers: Record<string, string>,
    json?: unknown,
  ): Promise<LightReply> {
    const body = json === undefined ? "" : JSON.stringify(json);
    const lines = [
      `${method} ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${this.port}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...(json === undefined
        ? []
        : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`]),
    ];
    return new Promise((done, fail) => {
      if (this.socket.destroyed) return fail(new Error("the connection is gone"));
      this.waiting = { done, fail };
      this.socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`);
    });
  }

  private read(): void {
    const end = this.bytes.indexOf("\r\n\r\n");
    if (end < 0 || !this.waiting) return;
    const head = this.bytes.toString("latin1", 0, end);
    const status = Number(head.slice(9, 12));
    const length = status === 204 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
    const { done, fail } = this.waiting;
    if (Number.isNaN(length)) {
      this.waiting = null;
      fail(new Error("a reply without a length"));
      return;
    }
    if (this.bytes.length < end + 4 + length) return;
    const text = this.bytes.toString("utf8", end + 4, end + 4 + length);
    this.bytes = this.bytes.subarray(end + 4 + length);
    this.waiting = null;
    const setCookie = [...head.matchAll(/\r\nset-cookie: ([^;\r]+)/gi)].map((match) => match[1]).join("; ");
    done({ status, json: text === "" ? null : JSON.parse(text), setCookie });
  }

  close(): void {
    this.socket.destroy();
  }
}
