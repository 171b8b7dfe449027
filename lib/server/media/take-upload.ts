/** A file on its way in: what it is, whether it fits, and what of it is kept. */
import { inMegabytes, type MediaReply, mediaSizeFault } from "@/lib/contracts/media";
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import type { MediaRepository, MediaSpace } from "@/lib/store/media-repository";
import { cleanPicture } from "./clean-picture";
import { mediaTypeOf, refusedTypeWords } from "./sniff-media";

/** A hundred pictures at their largest, or twenty videos: more than a year of picture rounds. */
const workspaceBytes = 500 * 1024 * 1024;
/**
 * A phone needs 4 bytes a pixel to show one: 160 MB for this. A PNG of a few kilobytes can say that it is 50,000 × 50,000
 * and take every browser in the room down.
 */
const mostPixels = 40_000_000;

export const mediaSpace = (houseGigabytes: number): MediaSpace => ({
  workspace: workspaceBytes,
  house: houseGigabytes * 1024 ** 3,
});

/** BAD_MEDIA, BODY_TOO_LARGE, MEDIA_FULL */
export async function takeUpload(
  media: MediaRepository,
  hostId: string,
  sent: Uint8Array,
): Promise<Result<MediaReply>> {
  const type = mediaTypeOf(sent);
  if (!type) return refuse("BAD_MEDIA", refusedTypeWords(sent));
  const sizeFault = mediaSizeFault(type.kind, sent.length);
  if (sizeFault) return refuse("BODY_TOO_LARGE", sizeFault);
  const bytes = type.kind === "image" ? pictureOf(type.contentType, sent) : ok(sent);
  if (!bytes.ok) return bytes;
  const saved = await media.save(hostId, { ...type, bytes: bytes.value });
  if (!("full" in saved)) return ok(saved);
  return refuse(
    "MEDIA_FULL",
    saved.full === "workspace"
      ? `Your pictures, sounds and videos have ${inMegabytes(workspaceBytes)} together. What no quiz has used for 30 days makes room by itself.`
      : "This house has no room left for pictures, sounds and videos. Whoever runs it can give more (MEDIA_SPACE_GB).",
  );
}

function pictureOf(contentType: string, sent: Uint8Array): Result<Uint8Array> {
  const picture = cleanPicture(contentType, sent);
  if (!picture) return refuse("BAD_MEDIA", "That picture is damaged or cut off. Save it again and retry.");
  const { bytes, width, height } = picture;
  return width * height > mostPixels
    ? refuse(
        "BAD_MEDIA",
        `That picture is ${width} × ${height} pixels: phones cannot show more than 40 million. Make it smaller first.`,
      )
    : ok(bytes);
}
