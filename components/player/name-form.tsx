"use client";
/** Name your team, or take back a seat you had on another phone. */
import { ArrowRight, Dices } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { api } from "@/lib/client/api";
import { deviceToken } from "@/lib/client/device";
import type { LookupReply, SeatReply } from "@/lib/contracts/http";
import { PhoneFrame } from "./phone-frame";
import { suggestTeamName } from "./team-name";

const retryMs = 1500;

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

  // one run of attempts at a time; a changed field or a closed form ends it
  const run = useRef(0);
  useEffect(
    () => () => {
      run.current++;
    },
    [],
  );
  function stopTrying() {
    run.current++;
    setBusy(false);
  }

  async function send(mine: number): Promise<void> {
    setBusy(true);
    const path = `/api/sessions/${encodeURIComponent(lookup.sessionId)}`;
    const reply = hadSeat
      ? await api<SeatReply>(`${path}/reclaim`, { json: { seatCode: code }, token: deviceToken() })
      : await api<SeatReply>(`${path}/join`, { json: { name, source }, token: deviceToken() });
    if (reply.ok) return onSeated();
    if (run.current !== mine) return;
    const { code: why, message, retryAfterMs } = reply.error;
    setSaid(message);
    // the house is busy or away, and nothing is wrong with what was typed: keep asking
    if (why !== "UNAVAILABLE" && why !== "RATE_LIMITED") return setBusy(false);
    await new Promise((wake) => setTimeout(wake, (retryAfterMs ?? retryMs) * (1 + Math.random() / 2)));
    if (run.current === mine) await send(mine);
  }

  return (
    <PhoneFrame title={lookup.title}>
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
          setSaid("");
          void send(++run.current);
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
            onChange={(event) => {
              stopTrying();
              setCode(event.target.value);
            }}
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
            onChange={(event) => {
              stopTrying();
              setName(event.target.value);
            }}
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
            onClick={() => {
              stopTrying();
              setName(suggestTeamName(Math.random));
            }}
          >
            Think of one for us
          </Button>
        )}
        <Button
          variant="quiet"
          data-testid="had-seat"
          onClick={() => {
            stopTrying();
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
