"use client";
/** The phone came by a team's own code: one tap puts it in that team's seat. */
import { ArrowRight, Users } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import type { LookupReply } from "@/lib/contracts/http";
import { Centred, PhoneFrame } from "./phone-frame";
import { spacedCode } from "./team-link";
import { useSeatRequest } from "./use-seat-request";

type Props = {
  lookup: LookupReply;
  seatCode: string;
  onSeated: (playerId: string) => void;
  /** not this team after all: the seat it has, or a name of its own */
  onOther: () => void;
};

export function TeamDoor({ lookup, seatCode, onSeated, onOther }: Props) {
  const { busy, refusal, ask, stop } = useSeatRequest(lookup.sessionId, ({ playerId }) => onSeated(playerId));
  const { seat } = lookup;
  return (
    <PhoneFrame title={lookup.title} phase="team">
      <Centred>
        <Users aria-hidden size={44} className="text-accent-ink" />
        <h1 className="text-hero">Join this team?</h1>
        <p className="text-lead">
          Seat code <b className="whitespace-nowrap">{spacedCode(seatCode.toUpperCase())}</b>. You share its
          answers and its points.
        </p>
        {seat && (
          <p className="text-lead text-ink-2">
            This phone plays as <bdi className="font-bold">{seat.name}</bdi> now. If that is another team, it
            changes over.
          </p>
        )}
        {refusal && <Note tone="bad" title={refusal.message} testId="refusal" />}
        <Button wide data-testid="join-team" disabled={busy} onClick={() => void ask({ seatCode })}>
          {busy ? "One moment…" : "Join the team"} <ArrowRight aria-hidden size={22} />
        </Button>
        <Button
          variant="quiet"
          data-testid="not-this-team"
          onClick={() => {
            stop();
            onOther();
          }}
        >
          {seat ? "Stay where I am" : "No, we are a team of our own"}
        </Button>
      </Centred>
    </PhoneFrame>
  );
}
