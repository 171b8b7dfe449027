"use client";
/** A finished session becomes a night of a league, of one that is there or of a new one. */
import { Trophy } from "lucide-react";
import { useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { api } from "@/lib/client/api";
import type { LeagueNightReply, LeagueSummary } from "@/lib/contracts/league";
import { AlertLine } from "./alert-line";
import { AskDialog } from "./ask-dialog";
import { type LeagueFields, LeagueForm } from "./league-form";
import { firstLookMs, leagueApi, leagueHref } from "./league-words";
import { refusalWords } from "./refusal-words";
import { useLoaded } from "./use-loaded";

export function AddToLeague({ sessionId }: { sessionId: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="plain"
        data-testid="add-to-league"
        icon={<Trophy aria-hidden size={20} />}
        onClick={() => setAsking(true)}
      >
        Add to a league
      </Button>
      {asking && <ChooseLeague sessionId={sessionId} onClose={() => setAsking(false)} />}
    </>
  );
}

function ChooseLeague({ sessionId, onClose }: { sessionId: string; onClose: () => void }) {
  const { value, said: unread } = useLoaded<{ leagues: LeagueSummary[] }>(leagueApi());
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  async function add(leagueId: string) {
    setBusy(true);
    setSaid("");
    const reply = await api<LeagueNightReply>(leagueApi(leagueId, "sessions"), {
      json: { sessionId },
      waitMs: firstLookMs,
    });
    if (!reply.ok) {
      setBusy(false);
      return setSaid(refusalWords(reply.error));
    }
    // who is who first, where it is not clear; else straight to the table
    const isClear = reply.value.seats.every(({ team }) => team !== null);
    window.location.assign(leagueHref(leagueId, isClear ? {} : { night: sessionId }));
  }
  async function begin(fields: LeagueFields) {
    setBusy(true);
    setSaid("");
    const made = await api<{ leagueId: string }>(leagueApi(), { json: fields });
    if (made.ok) return add(made.value.leagueId);
    setBusy(false);
    setSaid(refusalWords(made.error));
  }
  return (
    <AskDialog title="Add this night to a league" keep onClose={onClose}>
      {!value && !unread && <p>Looking for your leagues…</p>}
      {value && value.leagues.length > 0 && (
        <ul className="flex flex-col gap-2">
          {value.leagues.map(({ leagueId, name, sessionIds }) => (
            <li key={leagueId} className="flex flex-wrap items-center justify-between gap-3">
              <b className="min-w-0 wrap-anywhere">{name}</b>
              {sessionIds.includes(sessionId) ? (
                <ButtonLink variant="quiet" className="px-2!" href={leagueHref(leagueId)}>
                  It is in it
                </ButtonLink>
              ) : (
                <Button disabled={busy} data-testid="add-here" onClick={() => void add(leagueId)}>
                  Add
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {value && (
        <details open={value.leagues.length === 0} className="flex flex-col">
          <summary className="flex min-h-12 cursor-pointer items-center font-bold" data-testid="new-league">
            A new league
          </summary>
          <LeagueForm
            league={null}
            send="Begin it with this night"
            busy={busy}
            said=""
            onSend={(fields) => void begin(fields)}
          />
        </details>
      )}
      <AlertLine>{said || unread}</AlertLine>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="plain" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </AskDialog>
  );
}
