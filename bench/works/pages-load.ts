/**
 * First loads of the player's page as a browser on plain HTTP makes them: the shell, then every script, style sheet and
 * font it names, gzip accepted, over six connections of its own. Nothing is unpacked or run.
 */
import { connect, type Socket } from "node:net";
import { CannotRun } from "../options";
import { filesIn } from "../page";

/** A browser opens no more to one host over HTTP/1.1. */
const connectionsEach = 6;
const loadWithinMs = 60_000;

const requests = new Map<string, Buffer>();
/** Written once: a roomful asks for the same few files. */
function ask(port: number, path: string): Buffer {
  const known = requests.get(path);
  if (known) return known;
  const accept = path.startsWith("/_next/") ? "*/*" : "text/html,application/xhtml+xml,*/*;q=0.8";
  const request = Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: ${accept}\r\nAccept-Encoding: gzip, deflate\r\n\r\n`,
  );
  requests.set(path, request);
  return request;
}

/** What arrives is looked at before the next read of any connection, so that one piece of memory does for all of them. */
const arrived = Buffer.alloc(64 * 1024);

/** One connection that fetches what `next` names until there is nothing left. Only the length of a reply is read. */
function fetcher(port: number, next: () => string | undefined, onDone: (error?: Error) => void): Socket {
  let head: Buffer | null = null;
  let left = 0;
  const goOn = () => {
    const path = next();
    if (path === undefined) onDone();
    else socket.write(ask(port, path));
  };
  const take = (count: number) => {
    if (left > 0) left -= count;
    else {
      const bytes = arrived.subarray(0, count);
      head = head ? Buffer.concat([head, bytes]) : bytes;
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) {
        // the rest of the head comes over these bytes
        head = Buffer.from(head);
        return true;
      }
      const text = head.toString("latin1", 0, end);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
      if (text.slice(9, 12) !== "200" || Number.isNaN(length)) {
        onDone(new CannotRun(`A page was answered ${text.slice(9, 40)}`));
        return true;
      }
      left = length - (head.length - end - 4);
      head = null;
    }
    if (left === 0) goOn();
    return true;
  };
  const socket = connect({
    port,
    host: "127.0.0.1",
    noDelay: true,
    onread: { buffer: arrived, callback: take },
  });
  socket.on("connect", goOn);
  socket.on("error", onDone);
  socket.on("close", () => onDone(new CannotRun("the server closed the connection")));
  return socket;
}

/** The files of the page at `path`, by asking once. */
export async function filesOf(port: number, path: string): Promise<{ files: string[]; bytes: number }> {
  const page = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { "accept-encoding": "identity" } });
  if (page.status !== 200) throw new CannotRun(`The player's page was answered ${page.status}.`);
  const files = filesIn(await page.text());
  if (files.length === 0) throw new CannotRun("The player's page names no files.");
  let bytes = 0;
  for (const file of files) {
    const reply = await fetch(`http://127.0.0.1:${port}${file}`, { headers: { "accept-encoding": "gzip" } });
    bytes += Number(reply.headers.get("content-length"));
  }
  return { files, bytes };
}

/** One phone: resolves with its milliseconds when the last file is there. */
export function loadOnce(port: number, path: string, files: string[]): Promise<number> {
  const startedAt = performance.now();
  const sockets: Socket[] = [];
  return new Promise<number>((done, fail) => {
    const timer = setTimeout(() => settle(new CannotRun("A page did not load.")), loadWithinMs);
    let isSettled = false;
    const settle = (error?: Error) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
      if (error) fail(error);
      else done(performance.now() - startedAt);
    };
    let at = 0;
    let finished = 0;
    const one = (error?: Error) => {
      if (error) return settle(error);
      finished += 1;
      if (finished === connectionsEach) settle();
    };
    const nextFile = () => files[at++];
    let isFirst = true;
    // the shell comes over the first connection, its files over all of them
    const shell = () => {
      if (isFirst) {
        isFirst = false;
        return path;
      }
      if (sockets.length === 1)
        for (let more = 1; more < connectionsEach; more++) sockets.push(fetcher(port, nextFile, one));
      return nextFile();
    };
    sockets.push(fetcher(port, shell, one));
  });
}
