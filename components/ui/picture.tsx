"use client";
/** A picture of a question. On a bad WiFi it comes late rather than never: a browser by itself tries once. */
import { useEffect, useState } from "react";
import { mediaPath } from "@/lib/contracts/media";

const longestWaitMs = 15_000;

export function Picture({
  mediaId,
  alt,
  className,
  onSize,
}: {
  mediaId: string;
  alt: string;
  className?: string;
  /** its own size in pixels, once it is there */
  onSize?: (width: number, height: number) => void;
}) {
  const [tries, setTries] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!hasFailed) return;
    // apart from each other, so that a room does not come back as one
    const waitMs = Math.min(longestWaitMs, 1_000 * 2 ** tries) * (0.5 + Math.random());
    const timer = setTimeout(() => {
      setTries(tries + 1);
      setFailed(false);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [hasFailed, tries]);
  return (
    // biome-ignore lint/performance/noImgElement: pictures are served as they are, outside Next
    <img
      src={mediaPath(mediaId) + (tries > 0 ? `?try=${tries}` : "")}
      alt={alt}
      className={className}
      decoding="async"
      data-testid="picture"
      data-failed={hasFailed}
      onError={() => setFailed(true)}
      onLoad={(event) => onSize?.(event.currentTarget.naturalWidth, event.currentTarget.naturalHeight)}
    />
  );
}
