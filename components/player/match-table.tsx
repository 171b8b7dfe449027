"use client";
/** What belongs to what: a menu of the phone's own for each left side, which thumb, keyboard and screen reader know. */
import { useId } from "react";
import { type Draft, paired } from "./draft";

type Item = { id: string; text: string };
type Props = {
  lefts: Item[];
  rights: Item[];
  pairs: Draft["pairs"];
  onPairs: (pairs: Draft["pairs"]) => void;
};

export function MatchTable({ lefts, rights, pairs, onPairs }: Props) {
  const name = useId();
  const openCount = lefts.filter(({ id }) => !pairs[id]).length;
  return (
    <div className="flex flex-col gap-2" data-testid="match-table">
      {lefts.map((left) => (
        <div key={left.id} className="rounded-card border border-edge bg-panel px-3 py-2.5">
          <label
            htmlFor={name + left.id}
            className="mb-1.5 block text-lead leading-snug font-bold [overflow-wrap:anywhere]"
          >
            <bdi>{left.text}</bdi>
          </label>
          <select
            id={name + left.id}
            value={pairs[left.id] ?? ""}
            onChange={(event) => onPairs(paired(pairs, left.id, event.target.value))}
            className={`min-h-12 w-full rounded-card border bg-sunken px-3 text-lead ${pairs[left.id] ? "border-edge" : "border-accent text-accent-ink"}`}
          >
            <option value="">Choose…</option>
            {rights.map((right) => (
              <option key={right.id} value={right.id}>
                {right.text}
              </option>
            ))}
          </select>
        </div>
      ))}
      <p className="text-ink-2" role="status">
        {openCount === 0 ? "All matched." : `${openCount} still to match.`}
      </p>
    </div>
  );
}
