"use client";
import { Check, Hourglass, RefreshCw, WifiOff } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { HostOrder } from "@/lib/client/use-host-session";
import type { HostView, LivePlayer } from "@/lib/contracts/views";

export function TeamList({ view, order }: { view: HostView; order: (command: HostOrder) => void }) {
  const { players, playerCount } = view.live;
  const { joinLocked, phase } = view.shared;
  const by = (link: LivePlayer["link"]) => players.filter((player) => player.link === link).length;
  return (
    <aside className="flex flex-col gap-3 rounded-slab border border-line bg-panel p-4">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-title">
          Teams <span data-testid="player-count">{playerCount}</span>
        </h2>
        {phase !== "finished" && (
          <Button
            variant="quiet"
            data-testid="lock-joining"
            onClick={() => order({ type: "setJoinLocked", locked: !joinLocked })}
          >
            {joinLocked ? "Let people join" : "Lock joining"}
          </Button>
        )}
      </div>
      <p className="text-ink-2">
        {by("socket")} live, {by("fallback")} backup, {by("offline")} gone
      </p>
      <ul className="flex max-h-[60vh] flex-col overflow-auto">
        {players.map((player) => (
          <li
            key={player.playerId}
            data-testid="team"
            data-link={player.link}
            className="flex flex-wrap items-center gap-3 border-b border-line py-1"
          >
            {player.link === "offline" ? (
              <WifiOff aria-label="gone" className="shrink-0 text-bad" size={18} />
            ) : phase === "question" && player.answered ? (
              <Check aria-label="answered" className="shrink-0 text-good" size={18} />
            ) : player.link === "fallback" ? (
              <RefreshCw aria-label="backup line" className="shrink-0 text-warn" size={18} />
            ) : (
              <Hourglass aria-label="here" className="shrink-0 text-ink-3" size={18} />
            )}
            <bdi className="min-w-0 grow truncate font-bold">{player.name}</bdi>
            <details className="open:basis-full">
              <summary
                className="grid size-12 cursor-pointer list-none place-items-center"
                aria-label={`More for ${player.name}`}
              >
                ⋯
              </summary>
              <div className="flex flex-wrap gap-2 pb-2">
                <Button
                  variant="plain"
                  onClick={() => {
                    const name = window.prompt("New name", player.name);
                    if (name) order({ type: "renamePlayer", playerId: player.playerId, name });
                  }}
                >
                  Rename
                </Button>
                <Button
                  variant="plain"
                  data-testid="remove"
                  onClick={() => order({ type: "removePlayer", playerId: player.playerId })}
                >
                  Remove
                </Button>
                <Button
                  variant="danger"
                  data-testid="ban"
                  onClick={() => order({ type: "banPlayer", playerId: player.playerId })}
                >
                  Ban
                </Button>
              </div>
            </details>
          </li>
        ))}
      </ul>
    </aside>
  );
}
