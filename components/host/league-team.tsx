"use client";
import { useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
/** One team over the nights of a league: what it was called, its places and points, its name and what it is merged with. */
import { inFigures } from "@/components/ui/in-figures";
import { Note } from "@/components/ui/note";
import { ordinalSuffix } from "@/components/ui/ordinal";
import { api } from "@/lib/client/api";
import type { LeagueTeamReply } from "@/lib/contracts/league";
import { AskDialog } from "./ask-dialog";
import { DialogFooter } from "./dialog-footer";
import { dayOf, firstLookMs, leagueApi, leagueHref } from "./league-words";
import { counted } from "./phase-words";
import { refusalWords } from "./refusal-words";
import { Select } from "./select";
import { type Loaded, useLoaded } from "./use-loaded";

export function LeagueTeam({ leagueId, teamId }: { leagueId: string; teamId: string }) {
  const loaded = useLoaded<LeagueTeamReply>(leagueApi(leagueId, "teams", teamId), firstLookMs);
  const { value: team, said } = loaded;
  const [asked, setAsked] = useState<"rename" | "merge" | null>(null);
  const back = (
    <div className="flex flex-wrap gap-3">
      <ButtonLink variant="plain" href={leagueHref(leagueId)} data-testid="to-table">
        To the table
      </ButtonLink>
    </div>
  );
  if (!team)
    return (
      <>
        {said ? <Note tone="bad" title={said} testId="refusal" /> : <p>Looking through the nights…</p>}
        {back}
      </>
    );
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <p className="text-ink-2">{team.leagueName}</p>
          <h1 className="text-hero wrap-anywhere" data-testid="team-name">
            <bdi>{team.name}</bdi>
          </h1>
          <p className="text-lead" data-testid="team-place">
            {team.rank}
            {ordinalSuffix(team.rank)} with {team.total}, {counted(team.nights.length, "night")} played
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="plain" data-testid="rename-team" onClick={() => setAsked("rename")}>
            Rename
          </Button>
          {team.others.length > 0 && (
            <Button variant="plain" data-testid="merge-team" onClick={() => setAsked("merge")}>
              Merge
            </Button>
          )}
        </div>
      </div>
      <History team={team} />
      {back}
      {asked === "rename" && <Rename loaded={loaded} team={team} onClose={() => setAsked(null)} />}
      {asked === "merge" && <Merge team={team} onClose={() => setAsked(null)} />}
    </>
  );
}

function History({ team }: { team: LeagueTeamReply }) {
  return (
    <section className="rounded-slab border border-line bg-panel p-4 sm:p-5">
      <h2 className="text-title">Nights</h2>
      <table className="w-full border-collapse text-start">
        <thead>
          <tr className="text-ink-2 [&>th]:px-1 [&>th]:py-2 sm:[&>th]:px-2">
            <th className="text-start">Night</th>
            <th className="text-start max-sm:hidden">Played as</th>
            <th className="text-end">Place</th>
            <th className="text-end">Points</th>
            {team.byPlaces && <th className="text-end">Worth</th>}
          </tr>
        </thead>
        <tbody>
          {team.nights.map((night) => (
            <tr
              key={night.sessionId}
              data-testid="team-night"
              className="border-t border-line [&>td]:px-1 [&>td]:py-1 sm:[&>td]:px-2"
            >
              <td className="break-words">
                <a
                  className="inline-flex min-h-12 flex-wrap items-center gap-x-2 text-ink underline decoration-line underline-offset-4 hover:decoration-current"
                  href={`/host/results?id=${encodeURIComponent(night.sessionId)}`}
                >
                  <b>{dayOf(night.playedAt, { year: true })}</b> {night.title}
                </a>
                <span className="block pb-1 text-ink-2 sm:hidden">
                  as <bdi>{night.seatName}</bdi>
                </span>
                {!night.counted && (
                  <span className="ms-2 rounded-full border border-edge px-2 text-micro whitespace-nowrap">
                    not among the best
                  </span>
                )}
              </td>
              <td className="wrap-anywhere max-sm:hidden">
                <bdi data-testid="played-as">{night.seatName}</bdi>
              </td>
              <td className="text-end whitespace-nowrap tabular-nums">
                {night.rank} of {night.teamCount}
              </td>
              <td className={`text-end tabular-nums ${team.byPlaces ? "text-ink-2" : "font-bold"}`}>
                {inFigures(night.points)}
              </td>
              {team.byPlaces && <td className="text-end font-bold tabular-nums">{night.value}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Rename({
  loaded,
  team,
  onClose,
}: {
  loaded: Loaded<LeagueTeamReply>;
  team: LeagueTeamReply;
  onClose: () => void;
}) {
  const [name, setName] = useState(team.name);
  const path = leagueApi(team.leagueId, "teams", team.leagueTeamId);
  return (
    <AskDialog title={`Rename “${team.name}”`} keep onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void loaded.change(path, { method: "PATCH", json: { name } }).then((isDone) => isDone && onClose());
        }}
      >
        <Field
          label="Name in this league"
          hint="The results of the nights keep the names that were played under."
          value={name}
          maxLength={100}
          autoFocus
          autoComplete="off"
          data-testid="team-new-name"
          {...(loaded.said ? { error: loaded.said } : {})}
          onChange={(event) => setName(event.target.value)}
        />
        <DialogFooter send="Save" busy={loaded.busy} onClose={onClose} />
      </form>
    </AskDialog>
  );
}

function Merge({ team, onClose }: { team: LeagueTeamReply; onClose: () => void }) {
  const [into, setInto] = useState("");
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  async function merge() {
    if (into === "") return setSaid("Choose the team that stays.");
    setBusy(true);
    const reply = await api<LeagueTeamReply>(leagueApi(team.leagueId, "teams", team.leagueTeamId, "merge"), {
      json: { into },
    });
    // this team is no more: its nights are on the other's page
    if (reply.ok) return window.location.assign(leagueHref(team.leagueId, { team: into }));
    setBusy(false);
    setSaid(refusalWords(reply.error));
  }
  return (
    <AskDialog title={`Merge “${team.name}” into another team`} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void merge();
        }}
      >
        <Select
          label="The team that stays"
          testId="merge-into"
          value={into}
          options={[
            { value: "", label: "Choose…" },
            ...team.others.map(({ leagueTeamId, name }) => ({ value: leagueTeamId, label: name })),
          ]}
          onValue={setInto}
        />
        <p className="text-ink-2">
          All nights of “<bdi>{team.name}</bdi>” become nights of that team. To take one apart again, open the
          night and choose “a new team”.
        </p>
        <DialogFooter said={said} send="Merge them" isDanger busy={busy} onClose={onClose} />
      </form>
    </AskDialog>
  );
}
