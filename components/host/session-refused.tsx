"use client";
import { ButtonLink } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import { cohostInAddress } from "@/lib/client/cohost";
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
  // what a co-host could go back to is somebody else's
  const isCohost = cohostInAddress() !== null;
  return (
    <HostFrame phase="refused" home={isCohost ? "/" : "/host"}>
      <Note tone="bad" title={refusal.message} testId="refusal" />
      <div className="flex flex-wrap gap-3">
        {refusal.code === "UNAUTHENTICATED" && <ButtonLink href={signInPath()}>Sign in</ButtonLink>}
        {!isCohost && (
          <ButtonLink variant="plain" href="/host">
            Back to your quizzes
          </ButtonLink>
        )}
      </div>
    </HostFrame>
  );
}
