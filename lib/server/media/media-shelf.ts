/**
 * The files a night shows, kept at hand: 300 phones that load one picture ask the database once. A file never changes
 * under its id, so that nothing here grows old; one that was removed may be served a while longer, as by any browser.
 */
import { chunkBytes, type MediaRepository, type StoredMedia } from "@/lib/store/media-repository";

/** A full round of shrunken pictures, or a clip and some: what a small server can spare. */
const shelfBytes = 48 * 1024 * 1024;
/** Rows of 100 bytes. */
const mostFiles = 2_000;

export type MediaShelf = ReturnType<typeof mediaShelf>;

export function mediaShelf(media: Pick<MediaRepository, "find" | "chunk">) {
  const files = new Map<string, StoredMedia>();
  const chunks = new Map<string, Buffer>();
  const coming = new Map<string, Promise<unknown>>();
  let heldBytes = 0;

  /** Who asks while it is on its way waits for the same. */
  function once<T>(key: string, load: () => Promise<T>): Promise<T> {
    const known = coming.get(key);
    if (known) return known as Promise<T>;
    const loading = load().finally(() => coming.delete(key));
    coming.set(key, loading);
    return loading;
  }
  function keep(key: string, bytes: Buffer): void {
    chunks.set(key, bytes);
    heldBytes += bytes.length;
    for (const [oldest, { length }] of chunks) {
      if (heldBytes <= shelfBytes) break;
      chunks.delete(oldest);
      heldBytes -= length;
    }
  }

  return {
    /** Without asking anybody. */
    known: (mediaId: string): StoredMedia | null => files.get(mediaId) ?? null,

    async find(mediaId: string): Promise<StoredMedia | null> {
      const known = files.get(mediaId);
      if (known) return known;
      const found = await once(mediaId, () => media.find(mediaId));
      if (!found) return null;
      files.set(mediaId, found);
      const [oldest] = files.keys();
      if (files.size > mostFiles && oldest) files.delete(oldest);
      return found;
    },

    /** The chunk with number `position`, or null where the file is gone. */
    async chunk(mediaId: string, position: number): Promise<Buffer | null> {
      const key = `${mediaId}/${position}`;
      const held = chunks.get(key);
      if (held) {
        // the last one used goes last
        chunks.delete(key);
        chunks.set(key, held);
        return held;
      }
      return once(key, async () => {
        const bytes = await media.chunk(mediaId, position);
        if (bytes) keep(key, bytes);
        return bytes;
      });
    },

    /** The bytes from `start` to `end` (inclusive), piece by piece. Throws where the file was removed meanwhile. */
    async *read(mediaId: string, start: number, end: number): AsyncGenerator<Buffer> {
      for (let position = Math.floor(start / chunkBytes); position * chunkBytes <= end; position++) {
        const bytes = await this.chunk(mediaId, position);
        if (!bytes) throw new Error("a file was removed while it was read");
        const from = position * chunkBytes;
        yield bytes.subarray(Math.max(0, start - from), Math.min(bytes.length, end + 1 - from));
      }
    },
  };
}
