"use client";
/** The phone, from scan to podium, in one static page: PIN or key from the address, a seat, then the session. */
import { useCallback, useEffect, useRef, useState } from "react";
import { Note } from "@/components/ui/note";
import { api } from "@/lib/client/api";
import { deviceToken, keepDeviceToken } from "@/lib/client/device";
import { useKeepAwake } from "@/lib/client/keep-awake";
import { outboxKey } from "@/lib/client/outbox";
import { sheetOutboxKey } from "@/lib/client/sheet-outbox";
import { browserStorage } from "@/lib/client/storage";
import type { LookupReply } from "@/lib/contracts/http";
import type { Refusal } from "@/lib/contracts/refusals";
import {
  forgetSeat,
  type KeptSeat,
  keepSeat,
  keptSeat,
  sourceFrom,
  type Target,
  targetFrom,
} from "./arrival";
import { NameForm } from "./name-form";
import { Centred, PhoneFrame } from "./phone-frame";
import { PinForm } from "./pin-form";
import { SessionPhone } from "./session-phone";
import { TeamDoor } from "./team-door";
import { teamFrom, withoutTeam } from "./team-link";

/** Least pause between two look-ups; spread by half, so that a room does not come back at once. */
const retryMs = 1500;
const isPassing = (refusal: Refusal | null) =>
  refusal?.code === "UNAVAILABLE" || refusal?.code === "RATE_LIMITED";

export function PhoneApp() {
  useKeepAwake();
  const [ready, setReady] = useState(false);
  const [target, setTarget] = useState<Target | null>(null);
  /** typed here rather than scanned: then the form stays while we look */
  const [isTyped, setIsTyped] = useState(false);
  const [found, setFound] = useState<LookupReply | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [seated, setSeated] = useState(false);
  const [past, setPast] = useState<KeptSeat | null>(null);
  const [formerName, setFormerName] = useState("");
  /** seat code of the team whose link this phone came by */
  const [team, setTeam] = useState<string | null>(null);

  // the newest look-up counts: a reply to an edited PIN is nothing
  const newest = useRef(0);
  const look = useCallback(async (at: Target) => {
    const mine = ++newest.current;
    setRefusal(null);
    const reply = await api<LookupReply>("/api/lookup", { json: at, token: deviceToken() });
    if (newest.current !== mine) return;
    if (!reply.ok) {
      const kept = reply.error.code === "UNKNOWN_PIN" ? keptSeat(browserStorage, at) : null;
      if (!kept) return setRefusal(reply.error);
      setPast(kept);
      return;
    }
    keepDeviceToken(reply.value.deviceToken);
    setFound(reply.value);
    setSeated(reply.value.seat !== null);
  }, []);

  useEffect(() => {
    const at = targetFrom(window.location);
    setTarget(at);
    setTeam(teamFrom(window.location));
    setReady(true);
    if (at) void look(at);
  }, [look]);

  // no answer is not a wrong code: keep asking
  useEffect(() => {
    if (!target || found || !isPassing(refusal)) return;
    const timer = setTimeout(() => void look(target), retryMs * (1 + Math.random() / 2));
    return () => clearTimeout(timer);
  }, [target, found, refusal, look]);

  // the code the phone came with leads back to this session after a reload
  useEffect(() => {
    if (found && seated && target)
      keepSeat(browserStorage, target, { sessionId: found.sessionId, title: found.title });
  }, [found, seated, target]);

  function seatLost(name: string): void {
    if (target) forgetSeat(browserStorage, target);
    // what was looked up when the phone came is old by now: the door may be closed, the quiz over
    if (past || !target) {
      window.location.assign("/play");
      return;
    }
    setFormerName(name);
    setSeated(false);
    void look(target);
  }

  function passTeamDoor(playerId: string | null): void {
    window.history.replaceState(null, "", withoutTeam(window.location));
    setTeam(null);
    if (!playerId || !found) return;
    // what this phone had written for another team is not this one's
    if (found.seat && found.seat.playerId !== playerId)
      for (const key of [outboxKey(found.sessionId), sheetOutboxKey(found.sessionId)])
        browserStorage.remove(key);
    setSeated(true);
  }

  if (found && team)
    return (
      <TeamDoor lookup={found} seatCode={team} onSeated={passTeamDoor} onOther={() => passTeamDoor(null)} />
    );
  if (past) return <SessionPhone {...past} onSeatLost={seatLost} />;
  if (found && seated)
    return <SessionPhone sessionId={found.sessionId} title={found.title} onSeatLost={seatLost} />;
  if (found)
    return (
      <NameForm
        lookup={found}
        formerName={formerName}
        source={sourceFrom(window.location, target)}
        onSeated={() => setSeated(true)}
      />
    );
  const isLooking = target !== null && (!refusal || isPassing(refusal));
  if (!ready || (isLooking && !isTyped)) return <Finding refusal={refusal} />;
  return (
    <PinForm
      typed={target && "pin" in target ? target.pin : ""}
      refusal={refusal}
      busy={isLooking}
      onEdit={() => {
        newest.current++;
        setTarget(null);
        setRefusal(null);
      }}
      onPin={(pin) => {
        const at = { pin };
        setIsTyped(true);
        setTarget(at);
        window.history.replaceState(null, "", `/play/${encodeURIComponent(pin.replace(/\D/g, ""))}`);
        void look(at);
      }}
    />
  );
}

const Finding = ({ refusal }: { refusal: Refusal | null }) => (
  <PhoneFrame title="Roomful">
    <Centred>
      <div className="flex flex-col gap-4" data-testid="looking">
        <h1 className="text-hero">Finding the quiz…</h1>
        {refusal && <Note tone="warn" title={refusal.message} />}
      </div>
    </Centred>
  </PhoneFrame>
);
