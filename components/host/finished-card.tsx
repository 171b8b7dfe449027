"use client";
import { ListOrdered, RotateCcw } from "lucide-react";
import { useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { asCohost, cohostInAddress } from "@/lib/client/cohost";
import { AddToLeague } from "./add-to-league";
import { AlertLine } from "./alert-line";
import { openSession, quizIsGone } from "./open-session";

/** What comes after the last question. */
export function FinishedCard({ sessionId, quizId }: { sessionId: string; quizId: string | null }) {
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  // quizzes are the account's, and a co-host has none
  const isCohost = cohostInAddress() !== null;
  async function again() {
    if (!quizId) return;
    setBusy(true);
    setSaid((await openSession(quizId)) ?? "");
    setBusy(false);
  }
  return (
    <section className="flex flex-col gap-3 rounded-slab border border-line bg-panel p-5">
      <h2 className="text-title">That was the quiz</h2>
      <p className="text-ink-2">
        The phones show every team its place; the big screen shows the podium. The PIN is given back.
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink
          href={asCohost(`/host/results?id=${encodeURIComponent(sessionId)}`)}
          data-testid="results"
          icon={<ListOrdered aria-hidden size={20} />}
        >
          Results
        </ButtonLink>
        {!isCohost && (
          <>
            <AddToLeague sessionId={sessionId} />
            <Button
              variant="plain"
              disabled={busy || !quizId}
              data-testid="host-again"
              icon={<RotateCcw aria-hidden size={20} />}
              onClick={() => void again()}
            >
              Host it again
            </Button>
            <ButtonLink variant="plain" href="/host">
              Your quizzes
            </ButtonLink>
          </>
        )}
      </div>
      {!quizId && !isCohost && (
        <p className="text-ink-2" data-testid="host-again-not">
          {quizIsGone}
        </p>
      )}
      <AlertLine>{said}</AlertLine>
    </section>
  );
}
