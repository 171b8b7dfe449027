"use client";
/** Name your team, or take back a seat you had on another phone. */
import { ArrowRight, Dices, DoorClosed } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Note } from "@/components/ui/note";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import type { LookupReply } from "@/lib/contracts/http";
import type { RefusalCode } from "@/lib/contracts/refusals";
import { AskHost, hasAskedHost } from "./ask-host";
import { ClosedDoor, isClosedDoor } from "./closed-door";
import { PhoneFrame } from "./phone-frame";
import { suggestTeamName } from "./team-name";
import { useSeatRequest } from "./use-seat-request";

type Props = {
  lookup: LookupReply;
  /** offered again after the player left */
  formerName: string;
  source: string;
  onSeated: () => void;
};

/** Doors that may open any moment: what was typed stays, and the same button tries again. */
const shutDoors: Partial<Record<RefusalCode, { title: string; text: string }>> = {
  JOINING_LOCKED: {
    title: "The host has closed the door.",
    text: "Ask them to let you in, then take your seat.",
  },
  SESSION_FULL: {
    title: "The room is full.",
    text: "Ask the host to make space, then take your seat.",
  },
};

export function NameForm({ lookup, formerName, source, onSeated }: Props) {
  const [name, setName] = useState(formerName);
  const [code, setCode] = useState("");
  // a phone that waits for the host's word goes on waiting when its page is loaded anew
  const [hadSeat, setHadSeat] = useState(() => hasAskedHost(lookup.sessionId));
  const { busy, refusal, ask, stop } = useSeatRequest(lookup.sessionId, onSeated);

  const closed = refusal && isClosedDoor(refusal.code) ? refusal.code : lookup.ended ? "SESSION_ENDED" : null;
  // after the end a seat code still shows how it went; a ban it does not lift
  if (closed && (!hadSeat || closed === "SEAT_BANNED"))
    return (
      <ClosedDoor
        title={lookup.title}
        code={closed}
        onSeatCode={() => {
          stop();
          setHadSeat(true);
        }}
      />
    );
  const shut = shutDoors[refusal?.code ?? (lookup.joinLocked && !hadSeat ? "JOINING_LOCKED" : "NOT_SEATED")];
  const said = refusal && !shut ? { error: refusal.message } : {};
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
        {shut && (
          <Note
            tone="warn"
            title={shut.title}
            testId="refusal"
            icon={<DoorClosed aria-hidden className="shrink-0 text-warn" />}
          >
            {shut.text}
          </Note>
        )}
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
      {hadSeat && (
        <div className="flex flex-col gap-3 border-t border-line pt-4">
          <p className="text-lead font-bold">No code?</p>
          <AskHost sessionId={lookup.sessionId} onSeated={onSeated} />
        </div>
      )}
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
