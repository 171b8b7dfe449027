import type { Metadata } from "next";
import { BusyDoor } from "@/components/home/busy-door";
import { wayBackPath } from "@/lib/contracts/return-path";

export const metadata: Metadata = { title: "The door’s busy · Roomful", robots: { index: false } };

/**
 * For a browser without script, or whose script did not arrive: the longest wait of the script is 30 s (retry-delay.ts) and
 * begins when it has arrived, so that this one is first only where there is none. Nothing here can spread it over the
 * room, and nothing has to: 300 phones at once are within the burst of a page (lib/limits/policies.ts).
 */
const withoutScriptSeconds = 45;

export default function Page() {
  return (
    <>
      <meta httpEquiv="refresh" content={`${withoutScriptSeconds};url=${wayBackPath}`} />
      <BusyDoor />
    </>
  );
}
