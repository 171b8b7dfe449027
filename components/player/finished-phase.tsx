"use client";
import { Share2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ordinalSuffix } from "@/components/ui/ordinal";
import type { MeView, SharedView } from "@/lib/contracts/views";
import { Adjustments } from "./adjustments";
import { CorrectedNotes } from "./corrected-notes";
import { counted } from "./counted";
import { Rank } from "./rank";
import { StandingsTable } from "./standings-table";

type Shared = Pick<Extract<SharedView, { phase: "finished" }>, "title" | "standings" | "corrections">;

export function FinishedPhase({
  me,
  shared: { title, standings, corrections },
}: {
  me: MeView;
  shared: Shared;
}) {
  const { standing } = me;
  // browsers share on secure pages only; on the pub's plain http there is no such button
  const canShare = typeof navigator !== "undefined" && "share" in navigator;
  const text = standing
    ? `${me.name} came ${standing.rank}${ordinalSuffix(standing.rank)} of ${standing.playerCount} in ${title}`
    : title;
  return (
    <>
      {standing ? (
        <section
          className="mat -rotate-1 px-6 py-7 text-center"
          data-testid="rank"
          data-points={standing.points}
        >
          <h1 className="font-sans text-lead font-normal">
            <bdi className="[overflow-wrap:anywhere]">{me.name}</bdi> came{" "}
            <Rank rank={standing.rank} className="block py-1 text-giant text-[oklch(0.42_0.11_45)]" />
          </h1>
          <p className="text-lead">
            of {standing.playerCount}, with <b>{counted(standing.points, "point")}</b>
          </p>
        </section>
      ) : (
        <h1 className="text-hero">This quiz is over.</h1>
      )}
      <CorrectedNotes corrections={corrections} me={me} />
      <Adjustments standing={standing} />
      <StandingsTable rows={standings.rows} me={me} />
      <p className="text-center text-lead text-ink-2">Thanks for playing.</p>
      {canShare && (
        <Button
          className="mt-auto"
          wide
          icon={<Share2 aria-hidden size={22} />}
          onClick={() => navigator.share({ text }).catch(() => undefined)}
        >
          Share the result
        </Button>
      )}
    </>
  );
}
