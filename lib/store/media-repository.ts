/**
 * Pictures, sounds and videos in the database, in chunks: no statement carries a whole video, so that answers find their
 * turn between two of them on the one connection of the embedded database (docs/decisions/0006).
 */
import { createHash, randomBytes } from "node:crypto";
import type { MediaKind, MediaReply } from "@/lib/contracts/media";
import type { Store } from "./store";
import { workspaceOf } from "./workspace";

export type MediaRepository = ReturnType<typeof mediaRepository>;
export type StoredMedia = { mediaId: string; kind: MediaKind; contentType: string; byteLength: number };

/**
 * A video of 25 MB is a hundred of these. Saved in 2.5 s by the embedded database of a busy machine (two cores, load 20);
 * other statements took 9 ms meanwhile at the median, 190 ms at the worst, and the process grew by 55 MB.
 */
export const chunkBytes = 256 * 1024;
/** Unguessable: the address of a picture is all that keeps it from strangers. */
const idBytes = 16;
/** What nobody has used for so long is removed: a quiz that was deleted by mistake is missed before that. */
const unusedForDays = 30;

/** `workspace`: what one host may keep; `house`: everybody together, since "host now" is open to whoever comes. */
export type MediaSpace = { workspace: number; house: number };

export function mediaRepository(store: Store, space: MediaSpace) {
  const { prisma } = store;
  /** float8: what the house holds may be more than an Int is. */
  const bytesIn = async (workspaceId: string | null): Promise<number> => {
    const { rows } = await store.query<{ bytes: number | null }>(
      `SELECT sum("byteLength")::float8 AS "bytes" FROM "Media" WHERE $1::text IS NULL OR "workspaceId" = $1`,
      [workspaceId],
    );
    return rows[0]?.bytes ?? 0;
  };

  return {
    /** The same file again is the one already there. `full`: whose space is used up. */
    async save(
      hostId: string,
      file: { kind: MediaKind; contentType: string; bytes: Uint8Array },
    ): Promise<MediaReply | { full: "workspace" | "house" }> {
      const { kind, contentType, bytes } = file;
      const workspaceId = await workspaceOf(prisma, hostId);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const byteLength = bytes.length;
      const same = { workspaceId_sha256: { workspaceId, sha256 } };
      const known = await prisma.media.findUnique({ where: same, select: { isComplete: true } });
      if (!known) {
        if ((await bytesIn(workspaceId)) + byteLength > space.workspace) return { full: "workspace" };
        if ((await bytesIn(null)) + byteLength > space.house) return { full: "house" };
      }
      const { id: mediaId } = await prisma.media.upsert({
        where: same,
        create: {
          id: randomBytes(idBytes).toString("base64url"),
          workspaceId,
          kind,
          contentType,
          byteLength,
          sha256,
        },
        update: { usedAt: new Date() },
        select: { id: true },
      });
      if (!known?.isComplete) {
        // two uploads of one file write the same bytes, and what a crash left is filled up
        for (let position = 0; position * chunkBytes < byteLength; position++)
          await store.query(
            `INSERT INTO "MediaChunk" ("mediaId", "position", "bytes") VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
            [
              mediaId,
              position,
              Buffer.from(bytes.subarray(position * chunkBytes, (position + 1) * chunkBytes)),
            ],
          );
        await prisma.media.update({ where: { id: mediaId }, data: { isComplete: true } });
      }
      return { mediaId, kind, contentType, byteLength };
    },

    async find(mediaId: string): Promise<StoredMedia | null> {
      const row = await prisma.media.findFirst({ where: { id: mediaId, isComplete: true } });
      if (!row) return null;
      const { contentType, byteLength } = row;
      return { mediaId, kind: row.kind as MediaKind, contentType, byteLength };
    },

    /** The bytes from `position` × chunkBytes on; null: removed meanwhile. */
    async chunk(mediaId: string, position: number): Promise<Buffer | null> {
      const { rows } = await store.query<{ bytes: Buffer }>(
        `SELECT "bytes" FROM "MediaChunk" WHERE "mediaId" = $1 AND "position" = $2`,
        [mediaId, position],
      );
      return rows[0]?.bytes ?? null;
    },

    /** Which of these are whole and the host's own, with their kind; they count as used from now on. */
    async ownKinds(hostId: string, mediaIds: string[]): Promise<Map<string, MediaKind>> {
      if (mediaIds.length === 0) return new Map();
      const own = {
        id: { in: mediaIds },
        isComplete: true,
        workspace: { members: { some: { hostId } } },
      };
      await prisma.media.updateMany({ where: own, data: { usedAt: new Date() } });
      const rows = await prisma.media.findMany({ where: own, select: { id: true, kind: true } });
      return new Map(rows.map(({ id, kind }) => [id, kind as MediaKind]));
    },

    /**
     * Notes what quizzes and nights use and removes what none has used for a month. A night that is over needs its
     * pictures no longer: only its questions stay.
     */
    async removeUnused(now: Date = new Date()): Promise<number> {
      await store.query(
        `UPDATE "Media" SET "usedAt" = $1 WHERE "id" IN (
           SELECT "mediaId" FROM "Question" WHERE "mediaId" IS NOT NULL
           UNION SELECT jsonb_path_query("state", '$.quiz.rounds[*].questions[*].media.mediaId') #>> '{}'
             FROM "Session" WHERE "endedAt" IS NULL)`,
        [now],
      );
      const before = new Date(now.getTime() - unusedForDays * 24 * 60 * 60 * 1000);
      return (await prisma.media.deleteMany({ where: { usedAt: { lt: before } } })).count;
    },
  };
}
