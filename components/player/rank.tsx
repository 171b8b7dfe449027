import { ordinalSuffix } from "@/components/ui/ordinal";

export const Rank = ({ rank, className }: { rank: number; className: string }) => (
  <span className={`font-display leading-none ${className}`}>
    {rank}
    <sup className="-top-[0.9em] text-[max(0.42em,1rem)]">{ordinalSuffix(rank)}</sup>
  </span>
);

export const Movement = ({ by }: { by: number }) =>
  by === 0 ? null : (
    <span className={`whitespace-nowrap font-bold ${by > 0 ? "text-good" : "text-bad"}`}>
      <span aria-hidden>{by > 0 ? "▲" : "▼"}</span> {by > 0 ? `up ${by}` : `down ${-by}`}
    </span>
  );
