"use client";
/** The phones of a team: who is captain, and what a captain does about the others. Every one of them answers. */
import { Crown, Smartphone } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { api } from "@/lib/client/api";
import { deviceToken, ownPhoneId } from "@/lib/client/device";
import type { MeView, TeamPhones as Team } from "@/lib/contracts/views";
import { TeamPhoneCard } from "./team-phone-card";

export const isCaptain = ({ team }: MeView): boolean => !team || team.captain === ownPhoneId();

/** The code for another phone on the captain's, and the phones that are there. */
export function TeamCard({ me, sessionId }: { me: MeView; sessionId: string }) {
  return (
    <>
      {isCaptain(me) && <TeamPhoneCard seatCode={me.seatCode} />}
      {me.team && <TeamPhones team={me.team} sessionId={sessionId} />}
    </>
  );
}

function TeamPhones({ team, sessionId }: { team: Team; sessionId: string }) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  const own = ownPhoneId();
  const leads = team.captain === own;
  const captain = team.phones.find(({ phoneId }) => phoneId === team.captain);

  async function ask(method: "PUT" | "DELETE", rest: string, json?: object) {
    setBusy(true);
    setSaid("");
    const reply = await api(`/api/sessions/${encodeURIComponent(sessionId)}/${rest}`, {
      method,
      token: deviceToken(),
      ...(json ? { json } : {}),
    });
    setBusy(false);
    // a phone that is not there any more was taken off by the first of two presses
    if (!reply.ok && reply.error.code !== "UNKNOWN_PHONE") setSaid(reply.error.message);
  }
  const makeCaptain = (phoneId: string) => ask("PUT", "captain", { phoneId });

  return (
    <section
      className="flex flex-col gap-3 rounded-slab border border-line bg-panel p-4"
      data-testid="team-phones"
    >
      <h2 className="text-lead font-bold">Your team’s phones</h2>
      <ul className="flex flex-col gap-2">
        {team.phones.map(({ phoneId, number }) => (
          <li key={phoneId} className="flex flex-col gap-2" data-testid={`phone-${number}`}>
            <p className="flex min-h-12 items-center gap-3">
              {phoneId === team.captain ? (
                <Crown aria-hidden size={22} className="shrink-0 text-accent-ink" />
              ) : (
                <Smartphone aria-hidden size={22} className="shrink-0 text-ink-2" />
              )}
              <span>
                <b>Phone {number}</b>
                {phoneId === team.captain && ", captain"}
                {phoneId === own && " (this one)"}
              </span>
            </p>
            {leads && phoneId !== own && (
              <div className="grid grid-cols-2 gap-3">
                <Button
                  variant="plain"
                  className="px-2!"
                  data-testid="make-captain"
                  disabled={busy}
                  onClick={() => void makeCaptain(phoneId)}
                >
                  Make captain
                </Button>
                <Button
                  variant="danger"
                  className="px-2!"
                  data-testid="remove-phone"
                  disabled={busy}
                  onClick={() => void ask("DELETE", `phones/${encodeURIComponent(phoneId)}`)}
                >
                  Remove
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <p className="text-ink-2">
        {leads
          ? "Every phone answers. The captain’s adds phones, takes them off and changes the name."
          : `Every phone answers. Phone ${captain?.number ?? 1} adds phones and changes the name; take over if it is gone.`}
      </p>
      {!leads && (
        <Button
          variant="plain"
          data-testid="take-over"
          icon={<Crown aria-hidden size={20} />}
          disabled={busy}
          onClick={() => void makeCaptain(own)}
        >
          Take over as captain
        </Button>
      )}
      <p role="alert" className="text-bad empty:hidden">
        {said}
      </p>
    </section>
  );
}
