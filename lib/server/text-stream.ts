/** Text that is made while it is being sent: the next piece is asked for when the last one has left. */

import { ReadableStream as NodeReadableStream } from "node:stream/web";

/** As much as a socket takes at once; smaller pieces cost more than they save. */
const pieceChars = 16 * 1024;

export function* inPieces(texts: Iterable<string>): Generator<Buffer> {
  let waiting: string[] = [];
  let chars = 0;
  for (const text of texts) {
    waiting.push(text);
    chars += text.length;
    if (chars < pieceChars) continue;
    yield Buffer.from(waiting.join(""));
    waiting = [];
    chars = 0;
  }
  if (chars > 0) yield Buffer.from(waiting.join(""));
}

/** For a Response. A reader that goes away ends the iteration. */
export const asBody = (
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): ReadableStream<Uint8Array> =>
  // the same class under two names: only Node's types know `from`
  NodeReadableStream.from(pieces) as ReadableStream<Uint8Array>;
