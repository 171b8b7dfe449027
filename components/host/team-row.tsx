"use client";
import {
  ArrowDownUp,
  Check,
  Coins,
  DoorOpen,
  EyeOff,
  Hourglass,
  Smartphone,
  Sparkles,
  StickyNote,
  User,
  Users,
  WifiOff,
} from "lucide-react";
import { memo, useState } from "react";
import { Button } from "@/components/ui/button";
import type { LivePlayer } from "@/lib/contracts/views";
import { counted, seatCodeInGroups } from "./phase-words";
import { type Asked, hasAnswered } from "./team-filter";

export type TeamAct = "rename" | "points" | "size" | "merge" | "phones" | "remove" | "ban";
const acts: { act: TeamAct; label: string; variant: "plain" | "danger" }[] = [
  { act: "rename", label: "Rename", variant: "plain" },
  { act: "points", label: "Points", variant: "plain" },
  { act: "size", label: "Heads", variant: "plain" },
  { act: "merge", label: "Merge", variant: "plain" },
  { act: "phones", label: "Phones", variant: "plain" },
  { act: "remove", label: "Remove", variant: "plain" },
  { act: "ban", label: "Ban", variant: "danger" },
];

function State({ player, asked }: { player: LivePlayer; asked: Asked }) {
  if (player.isPaper) return <StickyNote aria-label="on paper" className="shrink-0 text-ink-3" size={20} />;
  if (asked === "nothing") return <User aria-hidden className="shrink-0 text-ink-3" size={20} />;
  if (asked === "question" && player.missedCount > 0 && !player.answered)
    return (
      <DoorOpen
        aria-label="joined later: waits for the next question"
        className="shrink-0 text-ink-3"
        size={20}
      />
    );
  return hasAnswered(player, asked) ? (
    <Check aria-label="answered" className="shrink-0 text-good" strokeWidth={3} size={20} />
  ) : (
    <Hourglass aria-label="not answered" className="shrink-0 text-ink-3" size={20} />
  );
}

function LinkState({ player: { link, isPaper } }: { player: LivePlayer }) {
  if (isPaper) return <span className="shrink-0 text-micro text-ink-2">paper</span>;
  if (link === "socket") return null;
  const Icon = link === "fallback" ? ArrowDownUp : WifiOff;
  return (
    <span
      className={`inline-flex shrink-0 items-center gap-1.5 text-micro ${link === "fallback" ? "text-ink-2" : "font-bold text-bad"}`}
    >
      <Icon aria-hidden size={18} />
      {link === "fallback" ? "backup line" : "gone"}
    </span>
  );
}

function Marks({ player, asked }: { player: LivePlayer; asked: Asked }) {
  return (
    <>
      {player.joker && (
        <Sparkles aria-label="joker in this round" className="shrink-0 text-accent-ink" size={18} />
      )}
      {player.staked && (
        <Coins aria-label="has staked points in this round" className="shrink-0 text-accent-ink" size={18} />
      )}
      {player.leftPage && (
        <span className="shrink-0 text-ink-3" title="left the page while this question was open">
          <EyeOff aria-label="left the page while this question was open" size={18} data-testid="left-page" />
        </span>
      )}
      {player.heads !== null && (
        <span
          className="inline-flex shrink-0 items-center gap-0.5 text-micro text-ink-2 tabular-nums"
          title={player.headsByHost ? "heads, counted by you" : "heads, as they say"}
          data-testid="heads"
        >
          <Users aria-hidden size={16} />
          {player.heads}
          <span className="sr-only"> heads</span>
        </span>
      )}
      {player.deviceCount > 1 && (
        <span className="inline-flex shrink-0 items-center text-micro text-ink-2 tabular-nums">
          <Smartphone aria-hidden size={16} />
          {player.deviceCount}
          <span className="sr-only"> phones</span>
        </span>
      )}
      {typeof asked === "number" && !player.isPaper && (
        <span className="shrink-0 text-ink-2 tabular-nums" data-testid="sheet-count">
          {player.sheetCount}/{asked}
        </span>
      )}
    </>
  );
}

export const TeamRow = memo(function TeamRow({
  player,
  asked,
  onAsk,
}: {
  player: LivePlayer;
  asked: Asked;
  onAsk: (question: { act: TeamAct; player: LivePlayer }) => void;
}) {
  const isGone = player.link === "offline" && !player.isPaper;
  return (
    <li
      data-testid="team"
      data-link={player.link}
      data-paper={player.isPaper || undefined}
      className={`border-b border-line ps-4 pe-2 ${isGone ? "bg-bad-soft" : ""}`}
    >
      <details className="group">
        <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
          <State player={player} asked={asked} />
          <span className="line-clamp-2 min-w-0 grow font-bold break-words">
            <bdi>{player.name}</bdi>
          </span>
          {/* a team with all of them keeps room for its name */}
          <span className="flex max-w-24 shrink-0 flex-wrap items-center justify-end gap-x-3 empty:hidden">
            <Marks player={player} asked={asked} />
          </span>
          <LinkState player={player} />
          <span
            aria-hidden
            className="grid w-8 shrink-0 place-items-center text-title text-ink-2 group-open:text-ink"
          >
            ⋯
          </span>
          <span className="sr-only">More for {player.name}</span>
        </summary>
        <div className="flex flex-col gap-3 pe-2 pb-3">
          {player.isPaper ? (
            <Button data-testid="round-score" onClick={() => onAsk({ act: "points", player })}>
              Enter a round’s score
            </Button>
          ) : (
            <SeatCode player={player} />
          )}
          <div className="grid grid-cols-3 gap-2">
            {acts
              .filter(({ act }) => !player.isPaper || (act !== "ban" && act !== "points"))
              .filter(({ act }) => act !== "phones" || player.team)
              .map(({ act, label, variant }) => (
                <Button
                  key={act}
                  variant={variant}
                  className="px-2!"
                  data-testid={act}
                  onClick={() => onAsk({ act, player })}
                >
                  {label}
                </Button>
              ))}
          </div>
        </div>
      </details>
    </li>
  );
});

/** Behind a press: a console on the projector must not show every team's way in. */
function SeatCode({ player }: { player: LivePlayer }) {
  const [shown, show] = useState(false);
  if (!shown)
    return (
      <Button variant="plain" data-testid="show-seat-code" onClick={() => show(true)}>
        Show the seat code
      </Button>
    );
  return (
    <p>
      Seat code{" "}
      <b data-testid="seat-code" className="font-display text-title whitespace-nowrap text-accent-ink">
        {seatCodeInGroups(player.seatCode)}
      </b>
      <span className="block text-ink-2">
        On another phone of the team: join with the PIN, then type this code instead of a name.{" "}
        <span data-testid="device-count">{counted(player.deviceCount, "phone")} in this seat.</span>
      </span>
    </p>
  );
}
