/** A time that ticks, in the display face: each figure in a cell of its own, so that nothing jumps. */
export function ClockFace({ time, className = "" }: { time: string; className?: string }) {
  return (
    <span className={`whitespace-nowrap font-display ${className}`}>
      {[...time].map((figure, place) => (
        <span
          key={place}
          className={`inline-block text-center ${figure === ":" ? "w-[0.34em]" : "w-[0.66em]"}`}
        >
          {figure}
        </span>
      ))}
    </span>
  );
}

/** 59 → "59", 64 → "1:04" */
export const inMinutes = (seconds: number): string =>
  seconds < 60 ? String(seconds) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
