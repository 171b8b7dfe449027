"use client";

import { useMemo } from "react";
import { encode } from "uqr";

/** Two light modules of its own; the mat around it gives the other two that scanners ask for. */
const quietModules = 2;

/** One run of dark modules is one rectangle: about a third of the path length of single squares. */
function darkRuns(rows: boolean[][]): string {
  let path = "";
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      path += `M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`;
    }
  });
  return path;
}

/** A QR code that fills its box. Put it on something light: it brings dark modules only. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { size, path } = useMemo(() => {
    // M: a quarter more modules than L, and a glass or a hand may stand in front of the corner.
    const code = encode(value, { ecc: "M", border: quietModules });
    return { size: code.size, path: darkRuns(code.data) };
  }, [value]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="block h-auto w-full"
      data-testid="qr-code"
      data-value={value}
    >
      <path d={path} fill="oklch(0.19 0.03 50)" />
    </svg>
  );
}
