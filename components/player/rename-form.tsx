"use client";
/** Mend the name in the lobby. Field, button, keyboard: nothing that matters lies under the keyboard. */
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { api } from "@/lib/client/api";
import { deviceToken } from "@/lib/client/device";
import type { SeatReply } from "@/lib/contracts/http";

export function RenameForm({
  sessionId,
  name,
  onDone,
}: {
  sessionId: string;
  name: string;
  onDone: () => void;
}) {
  const [typed, setTyped] = useState(name);
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);

  async function rename() {
    if (typed.trim() === name) return onDone();
    setBusy(true);
    setSaid("");
    const reply = await api<SeatReply>(`/api/sessions/${encodeURIComponent(sessionId)}/me`, {
      method: "PATCH",
      json: { name: typed },
      token: deviceToken(),
    });
    setBusy(false);
    if (reply.ok) onDone();
    else setSaid(reply.error.message);
  }
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void rename();
      }}
    >
      <h1 className="text-hero">Change the name</h1>
      <Field
        label="Name"
        hint="Goes up on the big screen."
        data-testid="new-name"
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="words"
        spellCheck={false}
        enterKeyHint="done"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setSaid("");
        }}
        {...(said ? { error: said } : {})}
      />
      <Button type="submit" wide data-testid="save-name" disabled={busy}>
        {busy ? "One moment…" : "Change the name"}
      </Button>
      <Button variant="quiet" data-testid="keep-name" onClick={onDone}>
        Keep the old one
      </Button>
    </form>
  );
}
