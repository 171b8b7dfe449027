"use client";
/** The phone, from scan to podium, in one static page: PIN or key from the address, a seat, then the session. */
import { useCallback, useEffect, useState } from "react";
import { Note } from "@/components/ui/note";
import { api } from "@/lib/client/api";
import { deviceToken, keepDeviceToken } from "@/lib/client/device";
import { useKeepAwake } from "@/lib/client/keep-awake";
import { browserStorage } from "@/lib/client/storage";
import type { LookupReply } from "@/lib/contracts/http";
import type { Refusal } from "@/lib/contracts/refusals";
import { NameForm } from "./name-form";
import { PhoneFrame } from "./phone-frame";
import { PinForm } from "./pin-form";
import { SessionPhone } from "./session-phone";

type Target = { pin: string } | { key: string };

/** A mistyped address may hold a lone %: then it is taken as it stands. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function targetFrom(location: Location): Target | null {
  const key = /^\/j\/([^/]+)/.exec(location.pathname)?.[1];
  if (key) return { key: decoded(key) };
  const inPath = /^\/(?:play|join)\/([^/]+)/.exec(location.pathname)?.[1];
  const pin = inPath ? decoded(inPath) : new URLSearchParams(location.search).get("pin");
  return pin ? { pin } : null;
}

/** A table card's label travels in the link: ?s=table-7. */
const sourceFrom = (location: Location, target: Target | null): string => {
  const label = new URLSearchParams(location.search).get("s");
  return label ?? (target && "key" in target ? "qr" : "pin");
};

const retryMs = 1500;

/**
 * Where this phone sat, by the code it came with: after the last question the PIN is given back, and a reload must still
 * show the podium.
 */
const seatKey = (at: Target) => `roomful.seat.${"pin" in at ? at.pin.replace(/\D/g, "") : at.key}`;
const rememberSeat = (at: Target, sessionId: string, title: string) =>
  browserStorage.set(seatKey(at), JSON.stringify({ sessionId, title }));

function seatRemembered(at: Target): { sessionId: string; title: string } | null {
  try {
    return JSON.parse(browserStorage.get(seatKey(at)) ?? "null");
  } catch {
    return null;
  }
}

export function PhoneApp() {
  useKeepAwake();
  const [ready, setReady] = useState(false);
  const [target, setTarget] = useState<Target | null>(null);
  const [found, setFound] = useState<LookupReply | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [seated, setSeated] = useState(false);
  const [past, setPast] = useState<{ sessionId: string; title: string } | null>(null);

  const look = useCallback(async (at: Target) => {
    setRefusal(null);
    const reply = await api<LookupReply>("/api/lookup", { json: at, token: deviceToken() });
    if (!reply.ok) {
      const kept = reply.error.code === "UNKNOWN_PIN" ? seatRemembered(at) : null;
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
    setReady(true);
    if (at) void look(at);
  }, [look]);

  // no answer is not a wrong code: keep asking
  useEffect(() => {
    if (!target || found || (refusal?.code !== "UNAVAILABLE" && refusal?.code !== "RATE_LIMITED")) return;
    const timer = setTimeout(() => void look(target), retryMs * (1 + Math.random() / 2));
    return () => clearTimeout(timer);
  }, [target, found, refusal, look]);

  // the code the phone came with leads back to this session after a reload
  useEffect(() => {
    if (found && seated && target) rememberSeat(target, found.sessionId, found.title);
  }, [found, seated, target]);

  if (past)
    return (
      <SessionPhone
        sessionId={past.sessionId}
        title={past.title}
        onSeatLost={() => window.location.assign("/play")}
      />
    );
  if (found && seated)
    return (
      <SessionPhone sessionId={found.sessionId} title={found.title} onSeatLost={() => setSeated(false)} />
    );
  if (found)
    return (
      <NameForm
        lookup={found}
        source={sourceFrom(window.location, target)}
        onSeated={() => setSeated(true)}
      />
    );
  const waiting = target && (!refusal || refusal.code === "UNAVAILABLE" || refusal.code === "RATE_LIMITED");
  if (!ready || waiting)
    return (
      <PhoneFrame title="Roomful">
        <div className="my-auto flex flex-col gap-4" data-testid="looking">
          <h1 className="text-hero">Finding the quiz…</h1>
          {refusal && <Note tone="warn" title={refusal.message} />}
        </div>
      </PhoneFrame>
    );
  return (
    <PinForm
      refusal={refusal}
      onPin={(pin) => {
        const at = { pin };
        setTarget(at);
        window.history.replaceState(null, "", `/play/${encodeURIComponent(pin.replace(/\D/g, ""))}`);
        void look(at);
      }}
    />
  );
}
