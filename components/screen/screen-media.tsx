"use client";
/** What stands beside the words on the big screen. Sound needs one click on this page first: browsers insist on it. */
import { Film, Pause, Play, Volume2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Picture } from "@/components/ui/picture";
import { mediaPath } from "@/lib/contracts/media";
import type { PublicQuestion, ScreenView } from "@/lib/contracts/views";
import type { SoundState } from "./use-sounds";
import "./screen-media.css";

type Playing = NonNullable<ScreenView["playing"]>;

export function ScreenMedia({
  question: { media, number },
  playing,
  sound,
  isOpen,
}: {
  question: PublicQuestion;
  playing: Playing | undefined;
  sound: SoundState;
  /** the question takes answers: what plays starts by itself. Later a click starts it. */
  isOpen: boolean;
}) {
  if (!media) return null;
  return (
    <figure className="bs-media" data-kind={media.kind}>
      {media.mediaId ? (
        <Picture mediaId={media.mediaId} alt={media.alt || `Picture of question ${number}`} />
      ) : (
        playing && <Player playing={playing} alt={media.alt} sound={sound} isOpen={isOpen} />
      )}
    </figure>
  );
}

type State = "waiting" | "playing" | "paused" | "ended" | "failed";
const words: Record<State, string> = {
  waiting: "Click to play",
  playing: "Listen …",
  paused: "Paused: click to go on",
  ended: "Click to play it again",
  failed: "It does not load: click to try again",
};

function Player({
  playing: { mediaId, kind },
  alt,
  sound,
  isOpen,
}: {
  playing: Playing;
  alt: string;
  sound: SoundState;
  isOpen: boolean;
}) {
  const media = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const [state, setState] = useState<State>("waiting");
  const isVideo = kind === "video";
  const isHeard = sound === "on";

  useEffect(() => {
    const element = media.current;
    if (!element || element.ended) return;
    element.muted = !isHeard;
    if (!isOpen) return;
    // a video says something without sound, too
    if (isHeard || isVideo) element.play().catch(() => undefined);
    else element.pause();
  }, [isHeard, isVideo, isOpen]);

  function press() {
    const element = media.current;
    if (!element) return;
    if (!element.paused) return element.pause();
    if (state === "failed") element.load();
    element.muted = sound === "off";
    element.play().catch(() => undefined);
  }
  const common = {
    ref: media,
    src: mediaPath(mediaId),
    // what nobody has asked for once more is not fetched again, but for the first picture of a video
    preload: isOpen ? "auto" : "metadata",
    "data-state": state,
    onPlay: () => setState("playing"),
    onPause: () => setState((before) => (media.current?.ended ? before : "paused")),
    onEnded: () => setState("ended"),
    onError: () => setState("failed"),
  };
  const isQuiet = !isVideo && sound === "off" && state !== "playing";
  return (
    <>
      {isVideo ? (
        <video {...common} playsInline aria-label={alt || "Video"} data-testid="video" />
      ) : (
        <audio {...common} aria-label={alt || "Sound"} data-testid="audio" />
      )}
      <button
        type="button"
        className="bs-play"
        data-state={state}
        data-over={isVideo}
        data-testid="play-media"
        onClick={press}
      >
        <span className="bs-play-sign" aria-hidden="true">
          {state === "playing" ? (
            isVideo ? (
              <Pause />
            ) : (
              <Volume2 />
            )
          ) : isVideo && state === "waiting" ? (
            <Film />
          ) : (
            <Play />
          )}
        </span>
        {!isVideo && (
          <span className="bs-bars" aria-hidden="true">
            {bars.map((height) => (
              <i key={height} style={{ height: `${height}%` }} />
            ))}
          </span>
        )}
        <span>{isQuiet ? "Sound is off" : isVideo && state === "playing" ? "Pause" : words[state]}</span>
        {!isVideo && alt && <bdi className="bs-media-alt">{alt}</bdi>}
      </button>
    </>
  );
}

/** As of a wave: they rise and fall while it plays. */
const bars = [34, 62, 88, 46, 100, 58, 76, 40, 92, 54, 70, 30];
