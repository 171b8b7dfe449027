"use client";
/** Sound for the big screen: wanted unless switched off, heard once somebody has clicked (browsers insist on it). */
import { useCallback, useEffect, useRef, useState } from "react";
import { browserStorage } from "@/lib/client/storage";
import type { ScreenView } from "@/lib/contracts/views";
import { closingTime, cueFor, tickDelaysMs } from "./sound-cues";
import { soundBoard } from "./sounds";

const storageKey = "roomful.sound";
/** Half of full scale: the host's own volume does the rest. */
const loudness = 0.5;

/** `waiting`: wanted, but nobody has clicked yet. `missing`: this browser makes no sound. */
export type SoundState = "on" | "off" | "waiting" | "missing";
type Board = { context: AudioContext; play: ReturnType<typeof soundBoard>["play"] };

function openBoard(): Board {
  const context = new AudioContext();
  const compressor = context.createDynamicsCompressor();
  const volume = context.createGain();
  volume.gain.value = loudness;
  volume.connect(compressor).connect(context.destination);
  return { context, play: soundBoard(context, volume).play };
}

export function useSounds(view: ScreenView | null, serverNow: () => number) {
  const board = useRef<Board | null>(null);
  const [isPossible, setPossible] = useState(true);
  const [isWanted, setWanted] = useState(true);
  const [isUnlocked, setUnlocked] = useState(false);
  const state: SoundState = !isPossible ? "missing" : !isWanted ? "off" : isUnlocked ? "on" : "waiting";

  useEffect(() => {
    setPossible(typeof AudioContext === "function");
    setWanted(browserStorage.get(storageKey) !== "off");
    return () => void board.current?.context.close().catch(() => undefined);
  }, []);

  const unlock = useCallback(() => {
    if (typeof AudioContext !== "function") return;
    board.current ??= openBoard();
    board.current.context.resume().then(
      () => setUnlocked(true),
      () => undefined,
    );
  }, []);

  useEffect(() => {
    if (state !== "waiting") return;
    window.addEventListener("click", unlock);
    window.addEventListener("keydown", unlock);
    return () => {
      window.removeEventListener("click", unlock);
      window.removeEventListener("keydown", unlock);
    };
  }, [state, unlock]);

  /** Waiting, the click itself is what was missing. */
  const toggle = useCallback(() => {
    if (state === "waiting") return unlock();
    const wanted = state === "off";
    browserStorage.set(storageKey, wanted ? "on" : "off");
    setWanted(wanted);
    if (wanted) unlock();
  }, [state, unlock]);

  const before = useRef<ScreenView | null>(null);
  useEffect(() => {
    if (!view) return;
    const cue = cueFor(before.current, view);
    before.current = view;
    if (cue && state === "on") board.current?.play(cue);
  }, [view, state]);

  const closesAt = closingTime(view);
  useEffect(() => {
    if (closesAt === null || state !== "on") return;
    const timers = tickDelaysMs(closesAt, serverNow()).map((delayMs) =>
      window.setTimeout(() => board.current?.play("tick"), delayMs),
    );
    return () => timers.forEach(window.clearTimeout);
  }, [closesAt, state, serverNow]);

  return { state, toggle };
}
