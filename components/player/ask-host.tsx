"use client";
/** A phone without its seat code asks the host: by the name of its team, and with a number to say aloud. */
import { useCallback, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Note } from "@/components/ui/note";
import { api } from "@/lib/client/api";
import { deviceToken } from "@/lib/client/device";
import { browserStorage } from "@/lib/client/storage";
import type { SeatRequestReply } from "@/lib/contracts/http";

/** The host looks up from the microphone first: nobody notices three seconds. */
const lookEveryMs = 3_000;

/** There while a request of this phone may wait: a new one need not ask whether it does. */
const askedKey = (sessionId: string) => `roomful.asked-host.${sessionId}`;
export const hasAskedHost = (sessionId: string): boolean => browserStorage.get(askedKey(sessionId)) !== null;

export function AskHost({ sessionId, onSeated }: { sessionId: string; onSeated: () => void }) {
  const [name, setName] = useState("");
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<SeatRequestReply | null>(null);
  const path = `/api/sessions/${encodeURIComponent(sessionId)}/seat-request`;
  const isWaiting = asked?.state === "waiting";
  const seated = useCallback(() => {
    browserStorage.remove(askedKey(sessionId));
    onSeated();
  }, [sessionId, onSeated]);

  // asked before the page was loaded anew: the same number, or what the host said
  useEffect(() => {
    if (!hasAskedHost(sessionId)) return;
    let isOver = false;
    void api<SeatRequestReply>(path, { token: deviceToken() }).then((reply) => {
      if (isOver || !reply.ok) return;
      if (reply.value.state === "seated") seated();
      else if (reply.value.state !== "none") setAsked((known) => known ?? reply.value);
      else browserStorage.remove(askedKey(sessionId));
    });
    return () => {
      isOver = true;
    };
  }, [sessionId, path, seated]);

  useEffect(() => {
    if (!isWaiting) return;
    let isOver = false;
    const timer = setInterval(async () => {
      const reply = await api<SeatRequestReply>(path, { token: deviceToken() });
      // no answer is no refusal: it is asked again
      if (isOver || !reply.ok) return;
      if (reply.value.state === "seated") seated();
      else setAsked(reply.value);
    }, lookEveryMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [isWaiting, path, seated]);

  async function ask() {
    setBusy(true);
    setSaid("");
    const reply = await api<SeatRequestReply>(path, { json: { name }, token: deviceToken() });
    setBusy(false);
    if (!reply.ok) setSaid(reply.error.message);
    else if (reply.value.state === "seated") seated();
    else {
      browserStorage.set(askedKey(sessionId), "1");
      setAsked(reply.value);
    }
  }

  if (isWaiting)
    return (
      <Note tone="neutral" title="The host has been asked." testId="host-asked">
        <p>Leave this page open, and tell them your number:</p>
        <b className="block font-display text-hero text-accent-ink" data-testid="ticket">
          {asked.ticket}
        </b>
      </Note>
    );
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void ask();
      }}
    >
      {asked && (
        <Note tone="warn" title="The host said no." testId="host-refused">
          Have a word with them; this phone can ask again in ten minutes. Or join as a new team.
        </Note>
      )}
      <Field
        label="Your team’s name"
        hint="As it stands on the big screen."
        data-testid="ask-name"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setSaid("");
        }}
        {...(said ? { error: said } : {})}
      />
      <Button type="submit" variant="plain" wide data-testid="ask-host" disabled={busy || name.trim() === ""}>
        {busy ? "One moment…" : "Ask the host to let us in"}
      </Button>
    </form>
  );
}
