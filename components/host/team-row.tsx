"use client";
import { ArrowDownUp, Check, Hourglass, User, WifiOff } from "lucide-react";
import { memo, useState } from "react";
import { Button } from "@/components/ui/button";
import type { LivePlayer } from "@/lib/contracts/views";
import { seatCodeInGroups } from "./phase-words";
import { TeamQuestion } from "./team-question";
import type { Order } from "./use-orders";

export type TeamAct = "rename" | "remove" | "ban";
const acts: { act: TeamAct; label: string; variant: "plain" | "danger" }[] = [
  { act: "rename", label: "Rename", variant: "plain" },
  { act: "remove", label: "Remove", variant: "plain" },
  { act: "ban", label: "Ban", variant: "danger" },
];

function State({ player, asked }: { player: LivePlayer; asked: boolean }) {
  if (!asked) return <User aria-hidden className="shrink-0 text-ink-3" size={20} />;
  return player.answered ? (
    <Check aria-label="answered" className="shrink-0 text-good" strokeWidth={3} size={20} />
  ) : (
    <Hourglass aria-label="not answered" className="shrink-0 text-ink-3" size={20} />
  );
}

function LinkState({ link }: { link: LivePlayer["link"] }) {
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

export const TeamRow = memo(function TeamRow({
  player,
  asked,
  order,
}: {
  player: LivePlayer;
  asked: boolean;
  order: Order;
}) {
  const [asking, setAsking] = useState<TeamAct | null>(null);
  const [codeShown, showCode] = useState(false);
  return (
    <li
      data-testid="team"
      data-link={player.link}
      className={`border-b border-line ps-4 pe-2 ${player.link === "offline" ? "bg-bad-soft" : ""}`}
    >
      <details className="group">
        <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
          <State player={player} asked={asked} />
          <span className="line-clamp-2 min-w-0 grow font-bold break-words">
            <bdi>{player.name}</bdi>
          </span>
          <LinkState link={player.link} />
          <span
            aria-hidden
            className="grid w-8 shrink-0 place-items-center text-title text-ink-2 group-open:text-ink"
          >
            ⋯
          </span>
          <span className="sr-only">More for {player.name}</span>
        </summary>
        <div className="flex flex-col gap-3 pe-2 pb-3">
          {codeShown ? (
            <p>
              Seat code{" "}
              <b
                data-testid="seat-code"
                className="font-display text-title whitespace-nowrap text-accent-ink"
              >
                {seatCodeInGroups(player.seatCode)}
              </b>
              <span className="block text-ink-2">
                On the other phone: join with the PIN, then type this code instead of a name.
              </span>
            </p>
          ) : (
            <Button variant="plain" data-testid="show-seat-code" onClick={() => showCode(true)}>
              Show the seat code
            </Button>
          )}
          <div className="grid grid-cols-3 gap-2">
            {acts.map(({ act, label, variant }) => (
              <Button
                key={act}
                variant={variant}
                className="px-2!"
                data-testid={act}
                onClick={() => setAsking(act)}
              >
                {label}
              </Button>
            ))}
          </div>
        </div>
      </details>
      {asking && <TeamQuestion act={asking} player={player} order={order} onClose={() => setAsking(null)} />}
    </li>
  );
});
