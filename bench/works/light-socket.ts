/**
 * A phone's socket at the least cost for the generator: WebSocket frames and the socket.io packets in them by hand, no
 * parsing of what need not be read. The same for floors and product, so that the difference is the server's. It
 * measures; what a real phone does on bad lines is the rehearsal's subject (npm run rehearse).
 */
import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";

export type Counts = {
  messagesIn: number;
  acksIn: number;
  messagesOut: number;
  bytesIn: number;
  ackBytesIn: number;
  bytesOut: number;
};

const handshake = (port: number, cookie: string) =>
  [
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1",
    `Host: 127.0.0.1:${port}`,
    `Origin: http://127.0.0.1:${port}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
    ...(cookie ? [`Cookie: ${cookie}`] : []),
    "\r\n",
  ].join("\r\n");

/** A masked text frame. The mask is zero, which is allowed and spares the generator the masking. */
export function frame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 6 : 8;
  const bytes = Buffer.alloc(head + length);
  bytes[0] = 0x81;
  if (length < 126) bytes[1] = 0x80 | length;
  else {
    bytes[1] = 0x80 | 126;
    bytes.writeUInt16BE(length, 2);
  }
  bytes.write(text, head);
  return bytes;
}

export class LightSocket {
  readonly counts: Counts = {
    messagesIn: 0,
    acksIn: 0,
    messagesOut: 0,
    bytesIn: 0,
    ackBytesIn: 0,
    bytesOut: 0,
  };
  /** `read` gives the whole payload as text, for the few that are read */
  onEvent: (name: string, start: string, read: () => string) => void = () => undefined;
  onAck: (id: number, read: () => string) => void = () => undefined;
  onConnected: () => void = () => undefined;
  onLost: (why: string) => void = () => undefined;
  private readonly socket: Socket;
  private rest: Buffer | null = null;
  private isOpen = false;
  private isClosed = false;

  constructor(o: { port: number; auth: unknown; cookie?: string }) {
    const hello = frame(`40${JSON.stringify(o.auth)}`);
    this.socket = connect({ port: o.port, host: "127.0.0.1", noDelay: true }, () =>
      this.socket.write(handshake(o.port, o.cookie ?? "")),
    );
    this.socket.on("error", (error) => this.lost(error.message));
    this.socket.on("close", () => this.lost("the server closed the connection"));
    this.socket.on("data", (chunk) => {
      let bytes = this.rest ? Buffer.concat([this.rest, chunk]) : chunk;
      this.rest = null;
      if (!this.isOpen) {
        const end = bytes.indexOf("\r\n\r\n");
        if (end < 0) {
          this.rest = bytes;
          return;
        }
        if (!bytes.toString("latin1", 0, 12).endsWith("101"))
          return this.lost(`the upgrade was refused: ${bytes.toString("latin1", 0, 40)}`);
        this.isOpen = true;
        bytes = bytes.subarray(end + 4);
      }
      this.readFrames(bytes, hello);
    });
  }

  private readFrames(bytes: Buffer, hello: Buffer): void {
    let at = 0;
    while (bytes.length - at >= 2) {
      let length = (bytes[at + 1] ?? 0) & 0x7f;
      let head = 2;
      if (length === 126) {
        head = 4;
        if (bytes.length - at < head) break;
        length = bytes.readUInt16BE(at + 2);
      } else if (length === 127) {
        head = 10;
        if (bytes.length - at < head) break;
        length = Number(bytes.readBigUInt64BE(at + 2));
      }
      if (bytes.length - at < head + length) break;
      this.counts.bytesIn += head + length;
      this.take(bytes, at + head, at + head + length, hello);
      at += head + length;
    }
    if (at < bytes.length) this.rest = bytes.subarray(at);
  }

  private take(bytes: Buffer, from: number, to: number, hello: Buffer): void {
    const kind = bytes[from];
    if (kind === 0x30 /* 0: engine.io open */) this.socket.write(hello);
    else if (kind === 0x32 /* 2: ping */) this.send(frame("3"), false);
    else if (kind === 0x34 /* 4: socket.io packet */) this.takePacket(bytes, from + 1, to);
  }

  private takePacket(bytes: Buffer, from: number, to: number): void {
    const kind = bytes[from];
    const read = () => bytes.toString("utf8", from + 1, to);
    if (kind === 0x32 /* 2: event */) {
      this.counts.messagesIn += 1;
      const start = bytes.toString("latin1", from + 1, Math.min(to, from + 90));
      this.onEvent(start.slice(2, start.indexOf('"', 2)), start, read);
    } else if (kind === 0x33 /* 3: acknowledgement */) {
      this.counts.acksIn += 1;
      this.counts.ackBytesIn += to - from;
      let id = 0;
      for (let at = from + 1; at < to; at++) {
        const digit = (bytes[at] ?? 0) - 0x30;
        if (digit < 0 || digit > 9) break;
        id = id * 10 + digit;
      }
      this.onAck(id, read);
    } else if (kind === 0x30 /* 0: connected */) this.onConnected();
    else if (kind === 0x34 /* 4: refused */) this.lost(`refused: ${read()}`);
  }

  /** A frame made beforehand, so that a burst costs the generator a write and nothing else. */
  send(bytes: Buffer, counted = true): void {
    this.counts.bytesOut += bytes.length;
    if (counted) this.counts.messagesOut += 1;
    this.socket.write(bytes);
  }

  private lost(why: string): void {
    if (this.isClosed) return;
    this.close();
    this.onLost(why);
  }

  close(): void {
    this.isClosed = true;
    this.socket.destroy();
  }
}
