"use client";
/** Name your team, or take back a seat you had on another phone. */
import { ArrowRight, Dices } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { api } from "@/lib/client/api";
import { deviceToken } from "@/lib/client/device";
import type { LookupReply, SeatReply } from "@/lib/contracts/http";
import { PhoneFrame } from "./phone-frame";
import { suggestTeamName } from "./team-name";

export function NameForm({
  lookup,
  source,
  onSeated,
}: {
  lookup: LookupReply;
  source: string;
  onSeated: () => void;
}) {
  const [name, setName] = useState("");
  const [code, setCode] = useState("");
  const [hadSeat, setHadSeat] = useState(false);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState(
    lookup.ended
      ? "This quiz is over."
      : lookup.joinLocked
        ? "The host has closed the door. Ask them to let you in."
        : "",
  );

  async function send(): Promise<void> {
    setBusy(true);
    setSaid("");
    const path = `/api/sessions/${encodeURIComponent(lookup.sessionId)}`;
    const reply = hadSeat
      ? await api<SeatReply>(`${path}/reclaim`, { json: { seatCode: code }, token: deviceToken() })
      : await api<SeatReply>(`${path}/join`, { json: { name, source }, token: deviceToken() });
    setBusy(false);
    if (reply.ok) onSeated();
    else setSaid(reply.error.message);
  }

  return (
    <PhoneFrame title={lookup.title}>
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void send();
        }}
      >
        <h1 className="text-hero">{hadSeat ? "Take your seat back" : "Name your team"}</h1>
        {hadSeat ? (
          <Field
            label="Seat code"
            hint="Three letters and two digits; the host can see it too."
            data-testid="seat-code"
            autoCapitalize="characters"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            {...(said ? { error: said } : {})}
          />
        ) : (
          <Field
            label="Name"
            hint="Goes up on the big screen."
            data-testid="name"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            value={name}
            onChange={(event) => setName(event.target.value)}
            {...(said ? { error: said } : {})}
          />
        )}
        <Button type="submit" data-testid="take-seat" wide disabled={busy}>
          {busy ? "One moment…" : "Take a seat"} <ArrowRight aria-hidden size={22} />
        </Button>
        {!hadSeat && (
          <Button
            variant="quiet"
            icon={<Dices aria-hidden size={22} />}
            onClick={() => setName(suggestTeamName(Math.random))}
          >
            Think of one for us
          </Button>
        )}
        <Button
          variant="quiet"
          data-testid="had-seat"
          onClick={() => {
            setHadSeat(!hadSeat);
            setSaid("");
          }}
        >
          {hadSeat ? "We are new here" : "We had a seat already"}
        </Button>
      </form>
    </PhoneFrame>
  );
}
