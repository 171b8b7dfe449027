/** A number that ticks, in the display face: each figure in a cell of its own, so that nothing jumps. */
export function ClockFace({ secondsLeft, className = "" }: { secondsLeft: number; className?: string }) {
  return (
    <span className={`whitespace-nowrap font-display ${className}`}>
      {[...inMinutes(secondsLeft)].map((figure, place) => (
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
const inMinutes = (seconds: number): string =>
  seconds < 60 ? String(seconds) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
