"use client";
/**
 * Keeps a screen awake while its page is open. On plain http there is no wake lock (LAN-01): a silent looping video,
 * drawn on the spot, does it from the first touch on. Never throws, whatever the browser lacks.
 */
import { useEffect } from "react";

type LockSentinel = { release(): Promise<void> };
type WakeLock = { request(type: "screen"): Promise<LockSentinel> };

/** Until the function it returns is called. */
export function keepAwake(): () => void {
  const wakeLock = (navigator as { wakeLock?: WakeLock }).wakeLock;
  let held: LockSentinel | null = null;
  let video: HTMLVideoElement | null = null;
  let gone = false;

  async function lock(): Promise<void> {
    if (document.visibilityState !== "visible" || gone) return;
    try {
      const before = held;
      held = (await wakeLock?.request("screen")) ?? null;
      // the browser let go of the one before when the page was hidden; if it did not, two are one too many
      await before?.release();
      if (gone) await held?.release();
    } catch {
      // low battery or a policy: the page works all the same
    }
  }
  function play(): void {
    try {
      video ??= silentVideo();
      video.play().catch(() => {
        // not yet: the next touch tries again
      });
    } catch {
      video = null;
    }
  }
  /** Browsers pause the video of a hidden page; once touched, it may be started again without a touch. */
  const replay = () => {
    if (video && document.visibilityState === "visible") play();
  };

  const again = wakeLock ? () => void lock() : replay;
  if (wakeLock) again();
  else document.addEventListener("pointerdown", play);
  document.addEventListener("visibilitychange", again);
  // out of the back-forward cache some browsers send nothing else
  window.addEventListener("pageshow", again);
  return () => {
    gone = true;
    document.removeEventListener("pointerdown", play);
    document.removeEventListener("visibilitychange", again);
    window.removeEventListener("pageshow", again);
    held?.release().catch(() => undefined);
    video?.pause();
  };
}

function silentVideo(): HTMLVideoElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 2;
  canvas.getContext("2d")?.fillRect(0, 0, 2, 2);
  const video = document.createElement("video");
  video.muted = true;
  video.loop = true;
  video.setAttribute("playsinline", "");
  video.srcObject = canvas.captureStream(1);
  return video;
}

export function useKeepAwake(): void {
  useEffect(keepAwake, []);
}
