"use client";
/** Name your team, or take back a seat you had on another phone. */
import { ArrowRight, Dices } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import type { LookupReply } from "@/lib/contracts/http";
import { ClosedDoor, type ClosedDoorCode, isClosedDoor } from "./closed-door";
import { PhoneFrame } from "./phone-frame";
import { suggestTeamName } from "./team-name";
import { useSeatRequest } from "./use-seat-request";

type Props = {
  lookup: LookupReply;
  /** offered again after the player left */
  formerName: string;
  source: string;
  onSeated: () => void;
  /** the door may be open by now */
  onLookAgain: () => Promise<void>;
};

const doorOf = (lookup: LookupReply): ClosedDoorCode | null =>
  lookup.ended ? "SESSION_ENDED" : lookup.joinLocked ? "JOINING_LOCKED" : null;

export function NameForm({ lookup, formerName, source, onSeated, onLookAgain }: Props) {
  const [name, setName] = useState(formerName);
  const [code, setCode] = useState("");
  const [hadSeat, setHadSeat] = useState(false);
  const { busy, refusal, ask, stop } = useSeatRequest(lookup.sessionId, onSeated);

  const refusedDoor = refusal && isClosedDoor(refusal.code) ? refusal.code : null;
  const door = refusedDoor ?? doorOf(lookup);
  // a seat code opens every door but a ban
  if (door && (!hadSeat || door === "SEAT_BANNED"))
    return (
      <ClosedDoor
        title={lookup.title}
        code={door}
        onTryAgain={() => {
          if (name.trim()) return ask({ name, source });
          stop();
          return onLookAgain();
        }}
        onSeatCode={() => {
          stop();
          setHadSeat(true);
        }}
      />
    );
  const said = refusal ? { error: refusal.message } : {};
  return (
    <PhoneFrame title={lookup.title} aside={<ThemeToggle />}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void ask(hadSeat ? { seatCode: code } : { name, source });
        }}
      >
        <h1 className="text-hero">{hadSeat ? "Take your seat back" : "Name your team"}</h1>
        {hadSeat ? (
          <Field
            label="Seat code"
            hint="Three letters and two digits. It was on your phone in the lobby, and the host can see it."
            data-testid="seat-code"
            autoCapitalize="characters"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            value={code}
            onChange={(event) => {
              stop();
              setCode(event.target.value);
            }}
            {...said}
          />
        ) : (
          <Field
            label="Name"
            hint="Goes up on the big screen."
            data-testid="name"
            autoCapitalize="words"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            value={name}
            onChange={(event) => {
              stop();
              setName(event.target.value);
            }}
            {...said}
          />
        )}
        <Button type="submit" data-testid="take-seat" wide disabled={busy || (hadSeat && code.trim() === "")}>
          {busy ? "One moment…" : hadSeat ? "Take it back" : "Take a seat"}{" "}
          <ArrowRight aria-hidden size={22} />
        </Button>
        {!hadSeat && (
          <Button
            variant="quiet"
            icon={<Dices aria-hidden size={22} />}
            onClick={() => {
              stop();
              setName(suggestTeamName(Math.random));
            }}
          >
            Think of one for us
          </Button>
        )}
      </form>
      <div className="mt-auto flex flex-col gap-2 border-t border-line pt-4">
        <p className="text-ink-2">
          {hadSeat ? "Never been here tonight?" : "Played on another phone, or did this one forget you?"}
        </p>
        <Button
          variant="plain"
          wide
          data-testid="had-seat"
          onClick={() => {
            stop();
            setHadSeat(!hadSeat);
          }}
        >
          {hadSeat ? "We are new here" : "We had a seat already"}
        </Button>
      </div>
    </PhoneFrame>
  );
}
