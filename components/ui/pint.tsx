"use client";

import { type CSSProperties, useId, useState, useSyncExternalStore } from "react";
import { ChalkFilter } from "./chalk-filter";

/** Seconds from which the beer turns copper: long enough to finish a thought, short enough to stay an alarm. */
const lastSeconds = 5;

const glass =
  "M14 8H106L102 40C108 46 107 54 100 60L92 157Q91 163 86 163H34Q29 163 28 157L20 60C13 54 12 46 18 40Z";
const fullY = 20;
const emptyY = 163;
const dark = "oklch(0.19 0.03 50)";
const layer: CSSProperties = {
  position: "absolute",
  inset: 0,
  width: "100%",
  height: "100%",
  overflow: "visible",
};

const motionQuery = "(prefers-reduced-motion: reduce)";
function watchMotion(onChange: () => void) {
  const query = window.matchMedia(motionQuery);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

function clockText(seconds: number): string {
  if (seconds < 60) return String(seconds);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Largest number that still stands inside the glass, by how many characters it has. */
const fontSizes = [76, 76, 52, 40, 32, 26];

/** The level is told five times a second; between two tellings the beer moves, so that it sinks and does not hop. */
const sinkMs = 220;
/** Heights of the boxes that cut the beer and its number: more than the glass has. */
const tall = 300;

/** The glass never changes: a layer of its own keeps its chalk from being drawn again with every tick. */
function Glass({ id }: { id: string }) {
  return (
    <svg viewBox="0 0 120 170" aria-hidden="true" style={{ ...layer, willChange: "transform" }}>
      <defs>
        <ChalkFilter id={`${id}chalk`} />
      </defs>
      <path
        d={glass}
        fill="none"
        stroke="currentColor"
        strokeWidth="3.2"
        strokeLinejoin="round"
        filter={`url(#${id}chalk)`}
      />
    </svg>
  );
}

/** Besley's digits differ in width: each stands in its own cell, so that a ticking number does not dance. */
function Digits({ text, fill, clipId }: { text: string; fill: string; clipId: string }) {
  const size = fontSizes[Math.min(text.length, fontSizes.length - 1)] ?? 29;
  const widths = [...text].map((character) => size * (character === ":" ? 0.36 : 0.64));
  const total = widths.reduce((sum, width) => sum + width, 0);
  let x = 60 - total / 2;
  return (
    <g clipPath={`url(#${clipId})`} fill={fill} fontSize={size} textAnchor="middle">
      {[...text].map((character, index) => {
        const middle = x + (widths[index] ?? 0) / 2;
        x += widths[index] ?? 0;
        return (
          <text
            key={index}
            x={middle}
            y={94 + size * 0.35}
            style={{ fontFamily: "var(--rf-font-display)", fontWeight: 800 }}
          >
            {character}
          </text>
        );
      })}
    </g>
  );
}

type PintProps = {
  /** 1 full, 0 empty */
  fraction: number;
  /** what is left; null: no number */
  seconds: number | null;
  height: string;
  /** stands on the glass instead of seconds, such as a place on the podium */
  mark?: string;
  /** no alarm in the last seconds: for a wait that nobody loses anything by */
  isCalm?: boolean;
};

/** The clock: a pint that empties. Lines take the text colour around it, so it fits both themes. */
export function Pint({ fraction, seconds, height, mark, isCalm = false }: PintProps) {
  const id = useId().replace(/\W/g, "");
  const isStill = useSyncExternalStore(
    watchMotion,
    () => window.matchMedia(motionQuery).matches,
    () => false,
  );
  const [held, setHeld] = useState({ seconds, fraction });
  if (held.seconds !== seconds) setHeld({ seconds, fraction });
  const level = Math.min(1, Math.max(0, isStill && seconds !== null ? held.fraction : fraction));
  const surface = emptyY - level * (emptyY - fullY);
  const isCopper = !isCalm && seconds !== null && seconds <= lastSeconds;
  const text = mark ?? (seconds === null ? "" : clockText(seconds));
  // an empty glass has no foam to invert the number in
  const foam = level > 0 ? surface - 9 : tall;
  const sinkTo = (y: number): CSSProperties => ({
    transform: `translateY(${y.toFixed(2)}px)`,
    transition: isStill ? "none" : `transform ${sinkMs}ms linear`,
  });
  const label = seconds === null ? undefined : `${seconds} ${seconds === 1 ? "second" : "seconds"} left`;
  return (
    <span
      className="pint"
      style={{ position: "relative", display: "block", height, aspectRatio: "120 / 170", flex: "none" }}
      data-testid={seconds === null ? undefined : "countdown"}
      data-seconds={seconds ?? undefined}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      <svg viewBox="0 0 120 170" style={layer} aria-hidden="true">
        <defs>
          <clipPath id={`${id}glass`}>
            <path d={glass} />
          </clipPath>
          <clipPath id={`${id}wet`}>
            <rect x="-20" y="0" width="160" height={tall} style={sinkTo(foam)} />
          </clipPath>
          <clipPath id={`${id}dry`}>
            <rect x="-20" y={-tall} width="160" height={tall} style={sinkTo(foam)} />
          </clipPath>
          <linearGradient id={`${id}beer`} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor={isCopper ? "oklch(0.77 0.16 46)" : "oklch(0.84 0.145 80)"} />
            <stop offset="1" stopColor={isCopper ? "oklch(0.62 0.19 31)" : "oklch(0.72 0.155 62)"} />
          </linearGradient>
        </defs>
        <path d={glass} fill="oklch(0.9 0.02 92 / 0.07)" />
        {level > 0 && (
          <g clipPath={`url(#${id}glass)`}>
            <g style={sinkTo(surface)}>
              <rect x="0" y="0" width="120" height="170" fill={`url(#${id}beer)`} />
              <rect x="27" y="0" width="8" height="170" fill="oklch(0.98 0.05 92 / 0.32)" />
              <path
                d="M0 3V-6Q9 -13 19 -9Q28 -15 38 -10Q48 -16 58 -10Q69 -15 78 -9Q88 -14 98 -8Q109 -11 120 -6V3Q110 7 100 3Q89 8 78 3Q67 8 56 3Q45 7 35 3Q24 8 14 3Q7 6 0 3Z"
                fill="oklch(0.97 0.012 90)"
              />
            </g>
          </g>
        )}
      </svg>
      <Glass id={id} />
      {text !== "" && (
        <svg viewBox="0 0 120 170" style={layer} aria-hidden="true">
          <Digits text={text} fill="currentColor" clipId={`${id}dry`} />
          <Digits text={text} fill={dark} clipId={`${id}wet`} />
        </svg>
      )}
    </span>
  );
}
