"use client";
/** One league: the table, the nights it is made of, and how it counts. */
import { Download } from "lucide-react";
import { useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import { api } from "@/lib/client/api";
import type { LeagueReply } from "@/lib/contracts/league";
import { AskDialog } from "./ask-dialog";
import { DialogFooter } from "./dialog-footer";
import { LeagueForm } from "./league-form";
import {
  dayOf,
  firstLookMs,
  leagueApi,
  leagueHref,
  nightsPlayed,
  openSeats,
  rulesInWords,
  scoreInWords,
} from "./league-words";
import { counted } from "./phase-words";
import { refusalWords } from "./refusal-words";
import { type Loaded, useLoaded } from "./use-loaded";

type Asked = { kind: "settings" } | { kind: "delete" } | { kind: "takeOut"; night: Night };
type Night = LeagueReply["nights"][number];

export function LeagueTable({ leagueId }: { leagueId: string }) {
  const loaded = useLoaded<LeagueReply>(leagueApi(leagueId), firstLookMs);
  const { value: league, said } = loaded;
  const [asked, setAsked] = useState<Asked | null>(null);
  if (!league)
    return (
      <>
        {said ? <Note tone="bad" title={said} testId="refusal" /> : <p>Adding up…</p>}
        <BackToLeagues />
      </>
    );
  const open = openSeats(league);
  const waiting = league.nights.find(({ openCount }) => openCount > 0);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <p className="text-ink-2" data-testid="league-rules">
            {rulesInWords(league)}
          </p>
          <h1 className="text-hero break-words">{league.name}</h1>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="plain"
            data-testid="league-settings"
            onClick={() => setAsked({ kind: "settings" })}
          >
            Name and rules
          </Button>
          <ButtonLink
            href={leagueApi(leagueId, "table.csv")}
            download
            data-testid="csv"
            icon={<Download aria-hidden size={20} />}
          >
            CSV for a spreadsheet
          </ButtonLink>
        </div>
      </div>
      {said && !asked && <Note tone="bad" title={said} testId="refusal" />}
      {waiting && (
        <Note
          tone="warn"
          title={`${counted(open, "team")} of a night ${open === 1 ? "waits" : "wait"} for you.`}
          testId="open-seats"
        >
          Roomful is not sure who they are, and their points are in no total yet.{" "}
          <a
            className="text-accent-ink underline"
            href={leagueHref(leagueId, { night: waiting.sessionId })}
            data-testid="who-is-who"
          >
            Say who is who
          </a>
        </Note>
      )}
      {league.nights.length === 0 ? (
        <p className="text-lead text-ink-2" data-testid="no-night">
          No night yet. Open the results of a finished session and press “Add to a league”.
        </p>
      ) : (
        <Table league={league} />
      )}
      {league.nights.length > 0 && (
        <Nights league={league} onTakeOut={(night) => setAsked({ kind: "takeOut", night })} />
      )}
      <div className="flex flex-wrap gap-3">
        <BackToLeagues />
        <Button variant="quiet" data-testid="league-delete" onClick={() => setAsked({ kind: "delete" })}>
          Delete this league
        </Button>
      </div>
      {asked?.kind === "settings" && (
        <Settings loaded={loaded} league={league} onClose={() => setAsked(null)} />
      )}
      {asked?.kind === "takeOut" && (
        <TakeOut loaded={loaded} league={league} night={asked.night} onClose={() => setAsked(null)} />
      )}
      {asked?.kind === "delete" && <Delete league={league} onClose={() => setAsked(null)} />}
    </>
  );
}

const BackToLeagues = () => (
  <ButtonLink variant="plain" href="/host/league">
    All leagues
  </ButtonLink>
);

function Table({ league }: { league: LeagueReply }) {
  return (
    <section className="rounded-slab border border-line bg-panel p-4 sm:p-5">
      <h2 className="text-title">Table</h2>
      {league.teams.length === 0 && <p className="py-3 text-ink-2">No team is in it yet.</p>}
      <div className="overflow-x-auto">
        <table className="w-full border-collapse text-start max-sm:table-fixed">
          <thead>
            <tr className="text-ink-2 [&>th]:px-1 [&>th]:py-2 sm:[&>th]:px-2">
              <th className="w-14 text-end sm:w-16">Place</th>
              <th className="min-w-40 text-start">Team</th>
              {league.nights.map(({ sessionId, title, playedAt }) => (
                <th
                  key={sessionId}
                  title={title}
                  className="w-16 text-end font-normal whitespace-nowrap max-sm:hidden"
                >
                  {dayOf(playedAt)}
                </th>
              ))}
              <th className="w-16 text-end">Nights</th>
              <th className="w-16 text-end sm:w-20">{league.byPlaces ? "Total" : "Points"}</th>
            </tr>
          </thead>
          <tbody>
            {league.teams.map((team) => (
              <tr
                key={team.leagueTeamId}
                data-testid="league-row"
                className="border-t border-line [&>td]:px-1 [&>td]:py-1 sm:[&>td]:px-2"
              >
                <td className="text-end tabular-nums" data-testid="league-place">
                  {team.rank}
                </td>
                <td className="font-bold break-words sm:wrap-anywhere">
                  <a
                    className="inline-flex min-h-12 items-center text-ink underline decoration-line underline-offset-4 hover:decoration-current"
                    href={leagueHref(league.leagueId, { team: team.leagueTeamId })}
                    data-testid="league-team"
                  >
                    <bdi>{team.name}</bdi>
                  </a>
                </td>
                {team.nights.map((night, index) => (
                  <td key={index} className="text-end text-ink-2 tabular-nums max-sm:hidden">
                    {night ? (
                      <span
                        title={scoreInWords(night)}
                        className={night.counted ? "" : "line-through opacity-70"}
                      >
                        {night.value}
                        {!night.counted && <span className="sr-only">, not among the best</span>}
                      </span>
                    ) : (
                      "–"
                    )}
                  </td>
                ))}
                <td className="text-end text-ink-2 tabular-nums">{nightsPlayed(team)}</td>
                <td className="text-end font-bold tabular-nums" data-testid="league-total">
                  {team.total}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Nights({ league, onTakeOut }: { league: LeagueReply; onTakeOut: (night: Night) => void }) {
  return (
    <section className="flex flex-col gap-2 rounded-slab border border-line bg-panel p-4 sm:p-5">
      <h2 className="text-title">Nights</h2>
      <ul className="flex flex-col">
        {league.nights.map((night) => (
          <li
            key={night.sessionId}
            data-testid="league-night"
            className="flex flex-wrap items-center gap-x-4 border-t border-line py-1"
          >
            <span className="w-28 text-ink-2">{dayOf(night.playedAt, { year: true })}</span>
            <b className="min-w-40 grow break-words">{night.title}</b>
            <span className="text-ink-2">
              {counted(night.teamCount, "team")}
              {night.openCount > 0 && <b className="text-warn">, {night.openCount} undecided</b>}
            </span>
            <span className="flex flex-wrap">
              <ButtonLink
                variant="quiet"
                className="px-2!"
                href={leagueHref(league.leagueId, { night: night.sessionId })}
              >
                Who is who
              </ButtonLink>
              <ButtonLink
                variant="quiet"
                className="px-2!"
                href={`/host/results?id=${encodeURIComponent(night.sessionId)}`}
              >
                Results
              </ButtonLink>
              <Button
                variant="quiet"
                className="px-2!"
                data-testid="take-out"
                onClick={() => onTakeOut(night)}
              >
                Take out
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Settings({
  loaded,
  league,
  onClose,
}: {
  loaded: Loaded<LeagueReply>;
  league: LeagueReply;
  onClose: () => void;
}) {
  return (
    <AskDialog title="Name and rules" keep onClose={onClose}>
      <LeagueForm
        league={league}
        send="Save"
        busy={loaded.busy}
        said={loaded.said}
        onSend={(json) =>
          void loaded
            .change(leagueApi(league.leagueId), { method: "PATCH", json })
            .then((isDone) => isDone && onClose())
        }
      />
    </AskDialog>
  );
}

function TakeOut({
  loaded,
  league,
  night,
  onClose,
}: {
  loaded: Loaded<LeagueReply>;
  league: LeagueReply;
  night: Night;
  onClose: () => void;
}) {
  const path = leagueApi(league.leagueId, "sessions", night.sessionId);
  return (
    <AskDialog title={`Take “${night.title}” out?`} onClose={onClose}>
      <p>
        It no longer counts in this league; its own results stay. Who was who on it is forgotten, and teams
        that played on no other night leave the table.
      </p>
      <DialogFooter
        said={loaded.said}
        isDanger
        busy={loaded.busy}
        send="Take it out"
        onSend={() => void loaded.change(path, { method: "DELETE" }).then((isDone) => isDone && onClose())}
        onClose={onClose}
      />
    </AskDialog>
  );
}

function Delete({ league, onClose }: { league: LeagueReply; onClose: () => void }) {
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  async function remove() {
    setBusy(true);
    const reply = await api(leagueApi(league.leagueId), { method: "DELETE" });
    if (reply.ok) return window.location.assign("/host/league");
    setBusy(false);
    setSaid(refusalWords(reply.error));
  }
  return (
    <AskDialog title={`Delete “${league.name}”?`} onClose={onClose}>
      <p>The table and who was who go for good. The sessions and their results stay.</p>
      <DialogFooter
        said={said}
        isDanger
        busy={busy}
        send="Delete it"
        onSend={() => void remove()}
        onClose={onClose}
      />
    </AskDialog>
  );
}
