"use client";
/** What a league is called and how it counts; the same fields for a new one and for a change. */
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import type { LeagueRules } from "@/lib/contracts/league";
import { AlertLine } from "./alert-line";
import { Select } from "./select";

export type LeagueFields = LeagueRules & { name: string };

export function LeagueForm({
  league,
  send,
  busy,
  said,
  onSend,
}: {
  /** null: a new one */
  league: LeagueFields | null;
  /** what the button says */
  send: string;
  busy: boolean;
  said: string;
  onSend: (fields: LeagueFields) => void;
}) {
  const [name, setName] = useState(league?.name ?? "");
  const [all, setAll] = useState(league ? league.bestOf === null : true);
  const [best, setBest] = useState(String(league?.bestOf ?? ""));
  const [byPlaces, setByPlaces] = useState(league?.byPlaces ?? false);
  const [wrong, setWrong] = useState<{ name?: string; best?: string }>({});
  function check() {
    const bestOf = all ? null : Number(best.trim());
    if (name.trim() === "") return setWrong({ name: "Give the league a name." });
    if (bestOf !== null && !(Number.isInteger(bestOf) && bestOf > 0))
      return setWrong({ best: "Type how many nights count: a whole number, such as 5." });
    setWrong({});
    onSend({ name: name.trim(), bestOf, byPlaces });
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        check();
      }}
    >
      <Field
        label="Name"
        value={name}
        maxLength={80}
        autoComplete="off"
        placeholder="Tuesdays at the Fox"
        data-testid="league-name"
        {...(wrong.name ? { error: wrong.name } : {})}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="A night is worth"
          testId="league-by"
          value={byPlaces ? "places" : "points"}
          options={[
            { value: "points", label: "the points scored" },
            { value: "places", label: "points by place" },
          ]}
          onValue={(value) => setByPlaces(value === "places")}
        />
        <Select
          label="Nights that count"
          testId="league-nights"
          value={all ? "all" : "best"}
          options={[
            { value: "all", label: "all of them" },
            { value: "best", label: "the best of each team" },
          ]}
          onValue={(value) => setAll(value === "all")}
        />
      </div>
      {byPlaces && (
        <p className="text-ink-2">
          Of 12 teams the winner gets 12 and the last gets 1; teams that share a place get the same.
        </p>
      )}
      {!all && (
        <Field
          label="How many of them"
          inputMode="numeric"
          autoComplete="off"
          value={best}
          data-testid="league-best"
          {...(wrong.best ? { error: wrong.best } : {})}
          onChange={(event) => setBest(event.target.value)}
        />
      )}
      <AlertLine>{said}</AlertLine>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={busy} data-testid="league-save">
          {send}
        </Button>
      </div>
    </form>
  );
}
