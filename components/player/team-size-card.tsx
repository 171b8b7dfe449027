"use client";
/** How many the team is, where large teams give points away. Asked for, never needed to play. */
import { Users } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { api } from "@/lib/client/api";
import { deviceToken } from "@/lib/client/device";
import { handicapInWords } from "@/lib/contracts/handicap-words";
import type { TeamSizeReply } from "@/lib/contracts/team-size";
import type { MeView, SharedView } from "@/lib/contracts/views";
import { counted } from "./counted";
import { Stepper } from "./stepper";

/** As the server takes it: lib/contracts/team-size.ts. */
const mostHeads = 99;
/** Where the slider ends: the largest table of a pub. The key beside it goes on. */
const usualMost = 20;

type Props = {
  sessionId: string;
  rule: SharedView["handicap"];
  size: MeView["teamSize"];
};

export function TeamSizeCard({ sessionId, rule, size }: Props) {
  const [picked, setPicked] = useState<number | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  if (!rule || !size) return null;
  const { heads, mayChange } = size;
  const shown = picked ?? heads ?? rule.freeHeads;
  async function save() {
    setBusy(true);
    setSaid("");
    const reply = await api<TeamSizeReply>(`/api/sessions/${encodeURIComponent(sessionId)}/me/team-size`, {
      method: "PUT",
      json: { heads: shown },
      token: deviceToken(),
    });
    setBusy(false);
    if (!reply.ok) return setSaid(reply.error.message);
    setPicked(null);
    setOpen(false);
  }
  return (
    <section
      className="flex flex-col gap-3 rounded-slab border border-line bg-panel p-4"
      data-testid="team-size"
      data-heads={heads ?? ""}
    >
      <h2 className="flex items-center gap-3 font-display text-title">
        <Users aria-hidden size={26} className="shrink-0 text-accent-ink" />
        <span className="grow">{heads === null ? "How many are you?" : `You are ${heads}.`}</span>
        {mayChange && heads !== null && !isOpen && (
          <Button
            variant="quiet"
            className="font-sans text-body! px-1!"
            data-testid="change-heads"
            onClick={() => setOpen(true)}
          >
            Change
          </Button>
        )}
      </h2>
      <p className="text-ink-2">
        {handicapInWords(rule)}
        {!mayChange && " The host can change how many you are."}
      </p>
      {mayChange && (heads === null || isOpen) && (
        <>
          <Stepper
            label="Heads in your team"
            value={shown}
            least={1}
            most={Math.max(usualMost, Math.min(mostHeads, shown + 1))}
            unit={shown === 1 ? "head" : "heads"}
            testId="heads"
            onValue={setPicked}
          />
          <Button
            variant={heads === null ? "primary" : "plain"}
            data-testid="save-heads"
            disabled={busy || shown === heads}
            onClick={() => void save()}
          >
            {busy ? "One moment…" : `We are ${shown}`}
          </Button>
        </>
      )}
      <p role="alert" className="text-bad empty:hidden">
        {said}
      </p>
    </section>
  );
}

/** Why this team's total is lower than what it won. */
export const handicapWords = ({
  heads,
  over,
  rounds,
}: {
  heads: number;
  over: number;
  rounds: number;
}): string =>
  `You are ${heads}: ${counted(over, "head")} over the limit${rounds > 1 ? `, in ${rounds} rounds` : ""}.`;
