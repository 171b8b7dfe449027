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
  /** each pair brings points: fewer than all make an answer */
  isPartial: boolean;
  /** what became of these pairs; null: they are sent by a button */
  status: "picked" | "sending" | "kept" | "saved" | null;
  /** the newest of them have not left the phone */
  isWaiting?: boolean;
};

export function MatchTable({ lefts, rights, pairs, onPairs, isPartial, status, isWaiting }: Props) {
  const name = useId();
  const matched = lefts.filter(({ id }) => pairs[id]).length;
  const isMissing = matched < lefts.length && !isPartial;
  const isSaved = matched > 0 && status === "saved" && !isWaiting;
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
      <p className={isMissing ? "text-warn" : "text-ink-2"} role="status" data-testid="match-status">
        {isMissing
          ? `Match all ${lefts.length}: ${nothingYet(status)}`
          : `${matched} of ${lefts.length} matched${isSaved ? ", saved" : ""}.`}
      </p>
    </div>
  );
}

/** `saved`: an earlier answer of the team counts until this one is whole. */
const nothingYet = (status: Props["status"]): string =>
  status === null
    ? "it cannot be sent yet."
    : status === "picked"
      ? "nothing is saved yet."
      : "this change is not saved yet.";
