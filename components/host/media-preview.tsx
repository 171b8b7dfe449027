"use client";
/** What stands beside a question, for the host: to look at, or to hear before the room does. */
import { Picture } from "@/components/ui/picture";
import { mediaPath } from "@/lib/contracts/media";
import type { QuestionMedia } from "@/lib/contracts/quiz";

/** `isSmall`: on the console, where the choices must stay in sight on a small laptop */
export function MediaPreview({
  media: { mediaId, kind, alt },
  isSmall = false,
}: {
  media: QuestionMedia;
  isSmall?: boolean;
}) {
  const size = isSmall ? "h-28 w-auto shrink-0 self-start" : "max-h-48 min-h-20 min-w-0";
  const src = mediaPath(mediaId);
  if (kind === "image")
    return (
      <Picture
        mediaId={mediaId}
        alt={alt || "The picture of this question"}
        className={`${size} ${isSmall ? "max-w-full sm:max-w-2/5" : "max-w-full"} rounded-card border border-line bg-sunken object-contain`}
      />
    );
  if (kind === "video")
    return (
      // biome-ignore lint/a11y/useMediaCaption: what is said in it is the host's, and often the question
      <video
        src={src}
        controls
        playsInline
        preload="metadata"
        aria-label={alt || "The video of this question"}
        className={`${size} max-w-full rounded-card border border-line bg-sunken`}
        data-testid="video-preview"
      />
    );
  return (
    // biome-ignore lint/a11y/useMediaCaption: what is heard in it is the question
    <audio
      src={src}
      controls
      preload="metadata"
      aria-label={alt || "The sound of this question"}
      className={isSmall ? "h-12 w-full shrink-0" : "min-w-0 grow"}
      data-testid="sound-preview"
    />
  );
}
