"use client";

import { useId } from "react";
import { ChalkFilter } from "./chalk-filter";
import "./chalk.css";

/** The brass bell over the bar that ends a question. `size` is its height. */
export function Bell({ size }: { size: number | string }) {
  const id = useId().replace(/\W/g, "");
  return (
    <svg
      viewBox="0 0 240 260"
      aria-hidden="true"
      style={{ height: size, width: "auto", overflow: "visible" }}
    >
      <defs>
        <ChalkFilter id={`${id}chalk`} />
        <linearGradient id={`${id}brass`} x1="0" x2="1">
          <stop offset="0" stopColor="oklch(0.48 0.08 70)" />
          <stop offset="0.3" stopColor="oklch(0.88 0.1 88)" />
          <stop offset="0.55" stopColor="oklch(0.74 0.1 80)" />
          <stop offset="1" stopColor="oklch(0.42 0.075 66)" />
        </linearGradient>
      </defs>
      <g className="bell-swing">
        <circle cx="120" cy="20" r="12" fill="none" stroke="oklch(0.74 0.1 80)" strokeWidth="7" />
        <path d="M111 28h18v16h-18z" fill={`url(#${id}brass)`} />
        <circle cx="120" cy="214" r="17" fill="oklch(0.58 0.09 74)" />
        <path
          d="M120 40C84 40 77 84 70 132C65 164 48 176 38 190H202C192 176 175 164 170 132C163 84 156 40 120 40Z"
          fill={`url(#${id}brass)`}
        />
        <rect x="28" y="188" width="184" height="16" rx="8" fill="oklch(0.8 0.1 84)" />
        <path d="M70 134H170M67 146H173" stroke="oklch(0.36 0.06 62)" strokeWidth="3" opacity="0.6" />
      </g>
      <g
        fill="none"
        stroke="currentColor"
        strokeWidth="4.5"
        strokeLinecap="round"
        filter={`url(#${id}chalk)`}
      >
        <path d="M8 118q-12 24 -4 50M32 98q-14 20 -12 40M208 98q14 20 12 40M232 118q12 24 4 50" />
      </g>
    </svg>
  );
}
