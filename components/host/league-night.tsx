"use client";
/** One night of a league: which team each seat was. What is doubtful comes first and asks. */
import { Check } from "lucide-react";
import { Button, ButtonLink } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import type { LeagueNightReply, SeatLink } from "@/lib/contracts/league";
import { dayOf, firstLookMs, leagueApi, leagueHref } from "./league-words";
import { counted } from "./phase-words";
import { Select } from "./select";
import { useLoaded } from "./use-loaded";

type Seat = LeagueNightReply["seats"][number];
/** As many as one request takes. */
const linksPerRequest = 200;

/** Suggestions that may be taken all at once: no team is suggested to two seats. */
function plainSuggestions(seats: Seat[]): SeatLink[] {
  const wanted = seats.flatMap(({ playerId, suggestion }) =>
    suggestion ? [{ playerId, leagueTeamId: suggestion.leagueTeamId }] : [],
  );
  const times = (id: string) => wanted.filter(({ leagueTeamId }) => leagueTeamId === id).length;
  return wanted.filter(({ leagueTeamId }) => times(leagueTeamId) === 1);
}

export function LeagueNight({ leagueId, sessionId }: { leagueId: string; sessionId: string }) {
  const path = leagueApi(leagueId, "sessions", sessionId);
  const { value: night, said, busy, change } = useLoaded<LeagueNightReply>(path, firstLookMs);
  const link = (links: SeatLink[]) =>
    void change(`${path}/seats`, { method: "PUT", json: { links: links.slice(0, linksPerRequest) } });
  const back = (
    <div className="flex flex-wrap gap-3">
      <ButtonLink href={leagueHref(leagueId)} data-testid="to-table">
        To the table
      </ButtonLink>
    </div>
  );
  if (!night)
    return (
      <>
        {said ? <Note tone="bad" title={said} testId="refusal" /> : <p>Looking who was there…</p>}
        {back}
      </>
    );
  const open = night.seats.filter(({ team }) => team === null);
  const plain = plainSuggestions(open);
  return (
    <>
      <div className="min-w-0">
        <p className="text-ink-2">
          {night.leagueName}, {dayOf(night.playedAt, { year: true })}
        </p>
        <h1 className="text-hero break-words">Who is who: {night.title}</h1>
      </div>
      {said && <Note tone="bad" title={said} testId="refusal" />}
      {night.seats.length === 0 && <p className="text-lead text-ink-2">No team has played on this night.</p>}
      {open.length > 0 && (
        <section className="flex flex-col gap-3 rounded-slab border border-warn bg-warn-soft p-4 sm:p-5">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 className="text-title">{counted(open.length, "team")} to decide</h2>
            {plain.length > 1 && (
              <Button disabled={busy} data-testid="confirm-all" onClick={() => link(plain)}>
                Yes to all {plain.length}
              </Button>
            )}
          </div>
          <p>Their points are in no total until you say who they are.</p>
          <ul className="flex flex-col gap-3">
            {open.map((seat) => (
              <OpenSeat key={seat.playerId} seat={seat} night={night} busy={busy} onLink={link} />
            ))}
          </ul>
        </section>
      )}
      {night.seats.length > open.length && (
        <section className="flex flex-col gap-2 rounded-slab border border-line bg-panel p-4 sm:p-5">
          <h2 className="text-title">Decided</h2>
          <ul className="flex flex-col">
            {night.seats.map((seat) => (
              <LinkedSeat key={seat.playerId} seat={seat} night={night} onLink={link} />
            ))}
          </ul>
        </section>
      )}
      {back}
    </>
  );
}

function SeatName({ seat }: { seat: Seat }) {
  return (
    <p className="min-w-0">
      <b className="text-lead wrap-anywhere">
        <bdi>{seat.name}</bdi>
      </b>
      <span className="block text-ink-2">
        place {seat.rank}, {counted(seat.points, "point")}
      </span>
    </p>
  );
}

const ownTeam = "a new team";

/** The teams a seat may be: those without another seat on this night. */
const choicesFor = (night: LeagueNightReply, seat: Seat): { value: string; label: string }[] =>
  night.teams
    .filter(({ playerId }) => playerId === null || playerId === seat.playerId)
    .map(({ leagueTeamId, name }) => ({ value: leagueTeamId, label: name }));

function OpenSeat({
  seat,
  night,
  busy,
  onLink,
}: {
  seat: Seat;
  night: LeagueNightReply;
  busy: boolean;
  onLink: (links: SeatLink[]) => void;
}) {
  const { playerId, suggestion } = seat;
  return (
    <li
      data-testid="open-seat"
      className="grid items-center gap-3 rounded-card border border-line bg-panel p-3 sm:grid-cols-[1fr_auto_16rem]"
    >
      <SeatName seat={seat} />
      {suggestion ? (
        <div className="flex flex-wrap items-center gap-3">
          <span className="text-ink-2">
            {suggestion.because === "name" ? "the same name, another phone" : "a phone of this team"}
          </span>
          <Button
            disabled={busy}
            data-testid="confirm-link"
            icon={<Check aria-hidden size={20} />}
            onClick={() => onLink([{ playerId, leagueTeamId: suggestion.leagueTeamId }])}
          >
            <span>
              It is “<bdi>{suggestion.name}</bdi>”
            </span>
          </Button>
        </div>
      ) : (
        <span />
      )}
      <Select
        label={suggestion ? "No, it is" : "It is"}
        testId="choose-team"
        value=""
        options={[
          { value: "", label: "Choose…" },
          { value: ownTeam, label: "a new team" },
          ...choicesFor(night, seat),
        ]}
        onValue={(value) =>
          value !== "" && onLink([{ playerId, leagueTeamId: value === ownTeam ? null : value }])
        }
      />
    </li>
  );
}

function LinkedSeat({
  seat,
  night,
  onLink,
}: {
  seat: Seat;
  night: LeagueNightReply;
  onLink: (links: SeatLink[]) => void;
}) {
  const { playerId, team } = seat;
  if (!team) return null;
  const isRenamed = team.name !== seat.name;
  return (
    <li
      data-testid="linked-seat"
      className="grid items-center gap-3 border-t border-line py-2 sm:grid-cols-[1fr_1fr_16rem]"
    >
      <SeatName seat={seat} />
      <p className="text-ink-2 max-sm:empty:hidden">
        {isRenamed && (
          <>
            is{" "}
            <b className="text-ink">
              <bdi>{team.name}</bdi>
            </b>
            {seat.byDevice && ", "}
          </>
        )}
        {seat.byDevice && "known by its phone"}
      </p>
      <Select
        label="Team of the league"
        testId="choose-team"
        value={team.leagueTeamId}
        options={[{ value: ownTeam, label: "a new team" }, ...choicesFor(night, seat)]}
        onValue={(value) => onLink([{ playerId, leagueTeamId: value === ownTeam ? null : value }])}
      />
    </li>
  );
}
