"use client";
/** All leagues of the host, and the way to a new one. */
import { Trophy } from "lucide-react";
import { useState } from "react";
import { ButtonLink } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import { api } from "@/lib/client/api";
import type { LeagueSummary } from "@/lib/contracts/league";
import { type LeagueFields, LeagueForm } from "./league-form";
import { leagueApi, leagueHref, rulesInWords } from "./league-words";
import { counted } from "./phase-words";
import { refusalWords } from "./refusal-words";
import { useLoaded } from "./use-loaded";

export function LeagueList() {
  const { value, said } = useLoaded<{ leagues: LeagueSummary[] }>(leagueApi());
  return (
    <>
      <h1 className="text-hero">Leagues</h1>
      {said && <Note tone="bad" title={said} testId="refusal" />}
      {!value && !said && <p>Looking for your leagues…</p>}
      {value?.leagues.length === 0 && (
        <p className="text-lead text-ink-2" data-testid="no-league">
          No league yet. A league makes one table of many nights: begin one here, then add finished sessions
          to it.
        </p>
      )}
      {value && value.leagues.length > 0 && (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {value.leagues.map((league) => (
            <li
              key={league.leagueId}
              data-testid="league"
              className="flex flex-col gap-3 rounded-slab border border-line bg-panel p-5 shadow-low"
            >
              <h2 className="text-title break-words">{league.name}</h2>
              <p className="text-ink-2">
                {counted(league.sessionIds.length, "night")}, {counted(league.teamCount, "team")}.{" "}
                {rulesInWords(league)}
              </p>
              <div className="mt-auto">
                <ButtonLink
                  variant="plain"
                  href={leagueHref(league.leagueId)}
                  icon={<Trophy aria-hidden size={20} />}
                >
                  Table
                </ButtonLink>
              </div>
            </li>
          ))}
        </ul>
      )}
      {value && <NewLeague />}
    </>
  );
}

function NewLeague() {
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  async function create(fields: LeagueFields) {
    setBusy(true);
    const made = await api<{ leagueId: string }>(leagueApi(), { json: fields });
    if (made.ok) return window.location.assign(leagueHref(made.value.leagueId));
    setBusy(false);
    setSaid(refusalWords(made.error));
  }
  return (
    <section className="flex max-w-2xl flex-col gap-4 rounded-slab border border-line bg-panel p-5">
      <h2 className="text-title">A new league</h2>
      <LeagueForm
        league={null}
        send="Begin the league"
        busy={busy}
        said={said}
        onSend={(fields) => void create(fields)}
      />
    </section>
  );
}
