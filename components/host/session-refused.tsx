"use client";
import { ButtonLink } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import type { Refusal } from "@/lib/contracts/refusals";
import { HostFrame } from "./host-frame";
import { signInPath } from "./use-host";

/** An address typed or shortened by hand. */
export const noSession: Refusal = {
  code: "NOT_FOUND",
  message: "This address names no session. Open one from your quizzes.",
};

/** The session is not there, or not this host's: what to do now. */
export function SessionRefused({ refusal }: { refusal: Refusal }) {
  return (
    <HostFrame phase="refused">
      <Note tone="bad" title={refusal.message} testId="refusal" />
      <div className="flex flex-wrap gap-3">
        {refusal.code === "UNAUTHENTICATED" && <ButtonLink href={signInPath()}>Sign in</ButtonLink>}
        <ButtonLink variant="plain" href="/host">
          Back to your quizzes
        </ButtonLink>
      </div>
    </HostFrame>
  );
}
