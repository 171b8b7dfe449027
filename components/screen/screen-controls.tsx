"use client";

import { Maximize, Volume2, VolumeX } from "lucide-react";
import { useEffect, useState } from "react";
import type { SoundState } from "./use-sounds";
import "./screen-controls.css";

/** Long enough to reach for it after touching the mouse, short enough not to stand in the picture. */
const awakeMs = 4000;

/** True for a while after the mouse was moved, and at first. */
function useAwake(): boolean {
  const [isAwake, setAwake] = useState(true);
  useEffect(() => {
    let timer = window.setTimeout(() => setAwake(false), awakeMs);
    const wake = () => {
      setAwake(true);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setAwake(false), awakeMs);
    };
    window.addEventListener("pointermove", wake);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener("pointermove", wake);
    };
  }, []);
  return isAwake;
}

/** Not at all where a browser has no full screen, and not in it. */
function FullScreenButton() {
  const [isPossible, setPossible] = useState(false);
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    setPossible(Boolean(document.fullscreenEnabled));
    const follow = () => setFull(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", follow);
    return () => document.removeEventListener("fullscreenchange", follow);
  }, []);
  if (!isPossible || isFull) return null;
  return (
    <button
      type="button"
      className="bs-full"
      data-testid="full-screen"
      onClick={() => document.documentElement.requestFullscreen().catch(() => undefined)}
    >
      <Maximize aria-hidden="true" /> <span>Full screen</span>
    </button>
  );
}

const soundWords = { on: "Sound is on", off: "Sound is off", waiting: "Click for sound" };

type ScreenControlsProps = { sound: { state: SoundState; toggle: () => void } };

export function ScreenControls({ sound: { state, toggle } }: ScreenControlsProps) {
  const isAwake = useAwake();
  return (
    <div className="bs-controls" data-awake={isAwake}>
      <FullScreenButton />
      {state !== "missing" && (
        <button
          type="button"
          aria-pressed={state === "on"}
          data-testid="sound"
          data-state={state}
          onClick={toggle}
        >
          {state === "on" ? <Volume2 aria-hidden="true" /> : <VolumeX aria-hidden="true" />}
          <span>{soundWords[state]}</span>
        </button>
      )}
    </div>
  );
}
