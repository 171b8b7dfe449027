"use client";

import { Maximize } from "lucide-react";
import { useEffect, useState } from "react";

/** Long enough to reach for it after touching the mouse, short enough not to stand in the picture. */
const visibleMs = 4000;

/** Shows itself when the mouse moves or the keyboard reaches it; not at all where a browser has no full screen. */
export function FullScreenButton() {
  const [isPossible, setPossible] = useState(false);
  const [isFull, setFull] = useState(false);
  const [isVisible, setVisible] = useState(true);

  useEffect(() => {
    setPossible(Boolean(document.fullscreenEnabled));
    let timer = window.setTimeout(() => setVisible(false), visibleMs);
    const show = () => {
      setVisible(true);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setVisible(false), visibleMs);
    };
    const follow = () => setFull(document.fullscreenElement !== null);
    window.addEventListener("pointermove", show);
    document.addEventListener("fullscreenchange", follow);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener("pointermove", show);
      document.removeEventListener("fullscreenchange", follow);
    };
  }, []);

  if (!isPossible || isFull) return null;
  return (
    <button
      type="button"
      className="bs-full"
      data-visible={isVisible}
      data-testid="full-screen"
      onClick={() => document.documentElement.requestFullscreen().catch(() => undefined)}
    >
      <Maximize aria-hidden="true" /> Full screen
    </button>
  );
}
