/** Sends one file and says how far it is. By XMLHttpRequest: fetch tells nothing of what it has sent. */
import {
  inMegabytes,
  largestMediaBytes,
  type MediaKind,
  type MediaReply,
  mediaSizeFault,
} from "@/lib/contracts/media";
import { ok, type Result } from "@/lib/contracts/refusals";
import { shrinkPicture } from "./shrink-picture";

export type Upload = { done: Promise<Result<MediaReply, string>>; cancel: () => void };

const noLine = "The file did not get through. Check the connection and try again.";

/** What the browser takes it for; the server looks inside. */
const kindOf = (type: string): MediaKind | null =>
  type.startsWith("image/")
    ? "image"
    : type.startsWith("audio/")
      ? "audio"
      : type.startsWith("video/")
        ? "video"
        : null;

/** `onProgress`: 0 to 1 */
export function uploadMedia(file: File, onProgress: (fraction: number) => void): Upload {
  const request = new XMLHttpRequest();
  let isCancelled = false;
  async function run(): Promise<Result<MediaReply, string>> {
    const body = await shrinkPicture(file);
    if (isCancelled) return { ok: false, error: "" };
    const kind = kindOf(body.type);
    // said before minutes of sending
    const tooLarge = kind
      ? mediaSizeFault(kind, body.size)
      : body.size > largestMediaBytes
        ? `No file may have more than ${inMegabytes(largestMediaBytes)}.`
        : null;
    return tooLarge ? { ok: false, error: tooLarge } : send(request, body, onProgress);
  }
  return {
    done: run(),
    cancel() {
      isCancelled = true;
      request.abort();
    },
  };
}

function send(
  request: XMLHttpRequest,
  body: Blob,
  onProgress: (fraction: number) => void,
): Promise<Result<MediaReply, string>> {
  return new Promise((done) => {
    const fail = (error: string) => done({ ok: false, error });
    request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener("load", () => {
      const reply = asJson(request.responseText);
      if (request.status === 201 && typeof reply.mediaId === "string") done(ok(reply as MediaReply));
      else fail(typeof reply.message === "string" ? reply.message : noLine);
    });
    request.addEventListener("error", () => fail(noLine));
    request.addEventListener("timeout", () => fail(noLine));
    // nobody waits for what was cancelled
    request.addEventListener("abort", () => fail(""));
    request.open("POST", "/api/media");
    request.setRequestHeader("content-type", "application/octet-stream");
    request.setRequestHeader("accept", "application/json");
    request.send(body);
  });
}

function asJson(text: string): { message?: unknown } & Partial<MediaReply> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
