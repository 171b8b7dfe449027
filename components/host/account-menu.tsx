"use client";
/** Who is signed in, and the way out. A guest's way out loses the quizzes, so it says so first. */
import { LogOut } from "lucide-react";
import { useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { api } from "@/lib/client/api";
import type { HostAccount } from "@/lib/contracts/http";
import { AlertLine } from "./alert-line";
import { AskDialog } from "./ask-dialog";

export function AccountMenu({ host }: { host: HostAccount }) {
  const [asking, setAsking] = useState(false);
  const [said, setSaid] = useState("");
  async function signOut() {
    const reply = await api("/api/auth/sign-out", { json: {} });
    if (reply.ok) window.location.assign("/");
    else setSaid(reply.error.message);
  }
  return (
    <>
      <span className="max-w-40 truncate text-ink-2 max-sm:hidden" data-testid="who">
        {host.isAnonymous ? "Guest" : host.name}
      </span>
      <Button
        variant="quiet"
        className="px-2!"
        data-testid="sign-out"
        icon={<LogOut aria-hidden size={20} />}
        onClick={() => (host.isAnonymous ? setAsking(true) : void signOut())}
      >
        Sign out
      </Button>
      {!asking && said && (
        <span role="alert" className="text-bad">
          {said}
        </span>
      )}
      {asking && (
        <AskDialog title="Sign out and lose your quizzes?" onClose={() => setAsking(false)}>
          <p>
            You are a guest: your quizzes and sessions belong to this browser alone. Once signed out, nobody
            can get them back. Create an account first and they are yours everywhere.
          </p>
          <AlertLine>{said}</AlertLine>
          <div className="flex flex-col gap-3 sm:flex-row-reverse">
            <ButtonLink href="/host/sign-in" data-testid="upgrade">
              Create an account
            </ButtonLink>
            <Button variant="plain" onClick={() => setAsking(false)}>
              Stay
            </Button>
            <Button variant="danger" data-testid="sign-out-anyway" onClick={() => void signOut()}>
              Sign out
            </Button>
          </div>
        </AskDialog>
      )}
    </>
  );
}
