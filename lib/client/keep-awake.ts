"use client";
/**
 * Keeps a screen awake while its page is open. On plain http there is no wake lock (LAN-01): a silent looping video,
 * drawn on the spot, does it from the first touch on. Never throws, whatever the browser lacks.
 */
import { useEffect } from "react";

type LockSentinel = { release(): Promise<void> };

export function useKeepAwake(): void {
  useEffect(() => {
    const wakeLock = (navigator as { wakeLock?: { request(type: "screen"): Promise<LockSentinel> } })
      .wakeLock;
    let held: LockSentinel | null = null;
    let video: HTMLVideoElement | null = null;
    let gone = false;

    const lock = async () => {
      if (document.visibilityState !== "visible" || gone) return;
      try {
        held = (await wakeLock?.request("screen")) ?? null;
        if (gone) await held?.release();
      } catch {
        // low battery or a policy: the page works all the same
      }
    };
    const play = () => {
      if (video) return;
      try {
        const canvas = document.createElement("canvas");
        canvas.width = canvas.height = 2;
        canvas.getContext("2d")?.fillRect(0, 0, 2, 2);
        video = document.createElement("video");
        video.muted = true;
        video.loop = true;
        video.setAttribute("playsinline", "");
        video.srcObject = canvas.captureStream(1);
        video.play().catch(() => undefined);
      } catch {
        video = null;
      }
    };
    if (wakeLock) {
      void lock();
      document.addEventListener("visibilitychange", lock);
    } else document.addEventListener("pointerdown", play, { once: true });
    return () => {
      gone = true;
      document.removeEventListener("visibilitychange", lock);
      document.removeEventListener("pointerdown", play);
      held?.release().catch(() => undefined);
      video?.pause();
    };
  }, []);
}
