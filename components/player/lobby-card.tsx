"use client";
/** You're in: the seat, its code, a way to mend the name and a way out. */
import { LogOut, Pencil } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import type { MeView } from "@/lib/contracts/views";
import { RenameForm } from "./rename-form";
import { spacedCode } from "./team-link";
import { isCaptain, TeamCard } from "./team-phones";

export function LobbyCard({
  me,
  sessionId,
  onLeave,
  children,
}: {
  me: MeView;
  sessionId: string;
  /** takes this phone off the team, the last one gives the seat up; the words of a refusal, or null */
  onLeave: (isWholeTeam: boolean) => Promise<string | null>;
  /** more about the seat */
  children?: ReactNode;
}) {
  const [doing, setDoing] = useState<"waiting" | "renaming" | "leaving">("waiting");
  if (doing === "renaming")
    return <RenameForm sessionId={sessionId} name={me.name} onDone={() => setDoing("waiting")} />;
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
          <p className="mt-1">
            Seat code <b data-testid="my-seat-code">{spacedCode(me.seatCode)}</b>: gets you back in on any
            phone, should this one give up.
          </p>
        </div>
        <p className="text-lead text-ink-2">Leave this page open. The first question turns up by itself.</p>
        {children}
        <TeamCard me={me} sessionId={sessionId} />
      </div>
      {doing === "leaving" ? (
        <LeaveQuestion me={me} onLeave={onLeave} onStay={() => setDoing("waiting")} />
      ) : (
        <div className="flex flex-col gap-2">
          {isCaptain(me) && (
            <Button
              variant="plain"
              data-testid="edit-name"
              icon={<Pencil aria-hidden size={20} />}
              onClick={() => setDoing("renaming")}
            >
              Change the name
            </Button>
          )}
          <Button variant="quiet" data-testid="leave" onClick={() => setDoing("leaving")}>
            Leave the quiz
          </Button>
        </div>
      )}
    </>
  );
}

/** Asked on the page, since some in-app browsers swallow dialogs. */
function LeaveQuestion({
  me,
  onLeave,
  onStay,
}: {
  me: MeView;
  onLeave: (isWholeTeam: boolean) => Promise<string | null>;
  onStay: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  async function leave(isWholeTeam: boolean) {
    setBusy(true);
    setSaid("");
    const refused = await onLeave(isWholeTeam);
    setBusy(false);
    if (refused) setSaid(refused);
  }
  return (
    <section className="flex flex-col gap-3 rounded-card border border-edge bg-panel p-4" aria-live="polite">
      <p className="text-lead font-bold">Leave the quiz?</p>
      <p>
        {me.team
          ? "This phone leaves, and the others of your team play on."
          : "This is your team’s only phone: its seat is given up."}
      </p>
      {said && (
        <p className="text-bad" role="alert">
          {said}
        </p>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Button variant="plain" data-testid="stay" onClick={onStay}>
          Stay
        </Button>
        <Button
          variant="danger"
          data-testid="confirm-leave"
          icon={<LogOut aria-hidden size={20} />}
          disabled={busy}
          onClick={() => void leave(false)}
        >
          Leave
        </Button>
      </div>
      {me.team && isCaptain(me) && (
        <Button variant="quiet" data-testid="leave-together" disabled={busy} onClick={() => void leave(true)}>
          The whole team leaves: give the seat up
        </Button>
      )}
    </section>
  );
}
