"use client";
/** You're in: the seat, its code, and a way to mend the name. */
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import { api } from "@/lib/client/api";
import { deviceToken } from "@/lib/client/device";
import type { SeatReply } from "@/lib/contracts/http";
import type { MeView } from "@/lib/contracts/views";

const spaced = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`;

export function LobbyCard({ me, sessionId }: { me: MeView; sessionId: string }) {
  const [editing, setEditing] = useState(false);
  const [name, setName] = useState(me.name);
  const [said, setSaid] = useState("");
  const path = `/api/sessions/${encodeURIComponent(sessionId)}/me`;

  async function rename() {
    const reply = await api<SeatReply>(path, { method: "PATCH", json: { name }, token: deviceToken() });
    setSaid(reply.ok ? "" : reply.error.message);
    if (reply.ok) setEditing(false);
  }
  function leave() {
    if (!window.confirm("Leave the quiz? Your seat will be given up.")) return;
    void api(path, { method: "DELETE", token: deviceToken() });
  }
  return (
    <>
      <div className="my-auto flex flex-col gap-5">
        <div className="flex items-center justify-between gap-3">
          <h1 className="text-hero">You’re in.</h1>
          <ThemeToggle />
        </div>
        <div className="mat -rotate-1 px-6 py-5">
          <p className="font-display text-hero">
            <bdi data-testid="my-name">{me.name}</bdi>
          </p>
          <p>
            Seat code <b data-testid="my-seat-code">{spaced(me.seatCode)}</b>: gets you back in on any phone.
          </p>
        </div>
        <p className="text-ink-2">Leave this page open. The first question turns up here by itself.</p>
      </div>
      {editing ? (
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void rename();
          }}
        >
          <Field
            label="New name"
            value={name}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
            {...(said ? { error: said } : {})}
          />
          <Button type="submit">Change the name</Button>
        </form>
      ) : (
        <Button variant="quiet" data-testid="edit-name" onClick={() => setEditing(true)}>
          Change the name
        </Button>
      )}
      <Button variant="quiet" data-testid="leave" onClick={leave}>
        Leave the quiz
      </Button>
    </>
  );
}
