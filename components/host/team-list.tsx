"use client";
import { DoorClosed, DoorOpen } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { HostView, LivePlayer } from "@/lib/contracts/views";
import { AdjustPoints } from "./adjust-points";
import { CohostLink } from "./cohost-link";
import { MergeQuestion } from "./merge-question";
import { PaperTeam } from "./paper-team";
import { SeatRequests } from "./seat-requests";
import { type Asked, countTeams, type TeamFilter, teamFilters, teamsShown } from "./team-filter";
import { TeamPhones } from "./team-phones";
import { TeamQuestion } from "./team-question";
import { type TeamAct, TeamRow } from "./team-row";
import { TeamSizeQuestion } from "./team-size-question";
import type { Order } from "./use-orders";

const filterWords: Record<TeamFilter, string> = {
  all: "All",
  waiting: "Not answered",
  backup: "Backup",
  gone: "Gone",
};
/** On slides there is nothing to wait for. */
function askedOf(shared: HostView["shared"]): Asked {
  if (shared.phase !== "question" && shared.phase !== "locked" && shared.phase !== "reveal") return "nothing";
  if (shared.phase !== "reveal" && shared.sheet)
    return shared.sheet.filter(({ type }) => type !== "info").length;
  return shared.question.type === "info" ? "nothing" : "question";
}

/** Fewer than this are found by eye. */
const searchFrom = 12;

export function TeamList({ view, order }: { view: HostView; order: Order }) {
  const [chosen, setFilter] = useState<TeamFilter>("all");
  const [search, setSearch] = useState("");
  const { players } = view.live;
  // not live.playerCount: teams on paper stand in the list, and nobody waits for them
  const playerCount = players.length;
  const { joinLocked, phase } = view.shared;
  const asked = askedOf(view.shared);
  const [asking, setAsking] = useState<{ act: TeamAct; player: LivePlayer } | null>(null);
  const filter = chosen === "waiting" && asked === "nothing" ? "all" : chosen;
  const counts = countTeams(players, asked);
  const shown = teamsShown(players, { filter, search, asked });
  const Door = joinLocked ? DoorClosed : DoorOpen;
  return (
    <aside
      id="teams"
      className="flex min-h-0 flex-col border-line bg-panel max-lg:mx-4 max-lg:my-4 max-lg:rounded-slab max-lg:border lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:border-s"
    >
      <div className="flex flex-col gap-2 p-4 pb-3">
        <div className="flex items-center justify-between gap-2">
          <h2 className="text-title">
            Teams <span data-testid="player-count">{playerCount}</span>
          </h2>
          {phase !== "finished" && (
            <Button
              variant="quiet"
              className="px-1!"
              data-testid="lock-joining"
              icon={<Door aria-hidden size={20} />}
              onClick={() => void order({ type: "setJoinLocked", locked: !joinLocked })}
            >
              {joinLocked ? "Let people join" : "Lock joining"}
            </Button>
          )}
        </div>
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">Which teams to show</legend>
          {teamFilters
            .filter((name) => asked !== "nothing" || name !== "waiting")
            .map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={name === filter}
                data-testid={`filter-${name}`}
                className={`min-h-12 rounded-full lg:min-h-10 border px-2 text-micro font-bold tabular-nums ${name === filter ? "border-amber bg-amber text-on-accent" : "border-edge text-ink hover:bg-raised"}`}
                onClick={() => setFilter(name)}
              >
                {filterWords[name]} {counts[name]}
              </button>
            ))}
        </fieldset>
        {playerCount >= searchFrom && (
          <input
            type="search"
            aria-label="Find a team"
            placeholder="Find a team"
            data-testid="find-team"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className="min-h-12 rounded-card lg:min-h-10 border border-edge bg-sunken px-3"
          />
        )}
      </div>
      <SeatRequests requests={view.live.seatRequests} order={order} />
      <ul className="flex min-h-24 flex-col border-t border-line lg:flex-1 lg:overflow-y-auto">
        {shown.map((player) => (
          <TeamRow key={player.playerId} player={player} asked={asked} onAsk={setAsking} />
        ))}
        {shown.length === 0 && (
          <li className="p-4 text-ink-2">
            {playerCount === 0 ? "Nobody yet. Teams turn up here as they join." : "No team to show here."}
          </li>
        )}
      </ul>
      <div className="flex flex-wrap gap-x-4 border-t border-line px-4 py-1">
        {phase !== "finished" && <PaperTeam order={order} />}
        <CohostLink
          path={view.cohostPath}
          screenPath={view.screenPath}
          joinUrl={view.joinUrl}
          order={order}
        />
      </div>
      {asking && <TeamDialog {...asking} view={view} order={order} onClose={() => setAsking(null)} />}
    </aside>
  );
}

function TeamDialog({
  act,
  player,
  view: { live, progress },
  order,
  onClose,
}: {
  act: TeamAct;
  player: LivePlayer;
  view: HostView;
  order: Order;
  onClose: () => void;
}) {
  if (act === "merge")
    return <MergeQuestion player={player} players={live.players} order={order} onClose={onClose} />;
  if (act === "phones") {
    // as they are now: the dialog stays open while phones are taken off
    const current = live.players.find(({ playerId }) => playerId === player.playerId) ?? player;
    return <TeamPhones player={current} order={order} onClose={onClose} />;
  }
  if (act === "size") return <TeamSizeQuestion player={player} order={order} onClose={onClose} />;
  if (act !== "points") return <TeamQuestion act={act} player={player} order={order} onClose={onClose} />;
  return (
    <AdjustPoints
      players={live.players}
      playerId={player.playerId}
      roundCount={progress.roundCount}
      round={player.isPaper ? progress.round : null}
      reason={player.isPaper ? "Paper sheet" : ""}
      onClose={onClose}
      onChosen={order}
    />
  );
}
