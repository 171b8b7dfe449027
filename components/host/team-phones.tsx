"use client";
/** The phones of one team, for a host who is asked: who is captain, and which phone does not belong there. */
import { Crown, Smartphone } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { HostOrder } from "@/lib/client/use-host-session";
import type { LivePlayer } from "@/lib/contracts/views";
import { AskDialog } from "./ask-dialog";
import { refusalWords } from "./refusal-words";
import type { Order } from "./use-orders";

export function TeamPhones({
  player: { playerId, name, team },
  order,
  onClose,
}: {
  player: LivePlayer;
  order: Order;
  onClose: () => void;
}) {
  const [said, setSaid] = useState("");
  async function send(command: HostOrder) {
    const refused = await order(command);
    setSaid(refused ? refusalWords(refused) : "");
  }
  return (
    <AskDialog title={`Phones of “${name}”`} onClose={onClose}>
      <p className="text-ink-2">
        Every phone answers. The captain’s also adds phones, takes them off and changes the name.
      </p>
      <ul className="flex flex-col gap-2">
        {(team?.phones ?? []).map(({ phoneId, number }) => (
          <li
            key={phoneId}
            className="flex items-center gap-3 border-b border-line pb-2 max-sm:flex-wrap"
            data-testid={`phone-${number}`}
          >
            {phoneId === team?.captain ? (
              <Crown aria-hidden size={20} className="shrink-0 text-accent-ink" />
            ) : (
              <Smartphone aria-hidden size={20} className="shrink-0 text-ink-2" />
            )}
            <span className="grow font-bold max-sm:w-[calc(100%-2.5rem)]">
              Phone {number}
              {phoneId === team?.captain && ", captain"}
            </span>
            {phoneId !== team?.captain && (
              <Button
                variant="plain"
                className="px-2! max-sm:flex-1"
                data-testid="make-captain"
                onClick={() => void send({ type: "makeCaptain", playerId, phoneId })}
              >
                Make captain
              </Button>
            )}
            <Button
              variant="danger"
              className="px-2! max-sm:flex-1"
              data-testid="remove-phone"
              onClick={() => void send({ type: "removePhone", playerId, phoneId })}
            >
              Take off
            </Button>
          </li>
        ))}
      </ul>
      {!team && <p>One phone is left in this seat.</p>}
      <p className="text-ink-2">A phone that is taken off may join again. The team gets a new seat code.</p>
      <p role="alert" className="text-bad empty:hidden">
        {said}
      </p>
      <div className="flex justify-end">
        <Button variant="plain" data-first-focus onClick={onClose}>
          Close
        </Button>
      </div>
    </AskDialog>
  );
}
