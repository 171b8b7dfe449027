import type { MeView, SharedView } from "@/lib/contracts/views";
import { Adjustments } from "./adjustments";
import { CorrectedNotes } from "./corrected-notes";
import { counted } from "./counted";
import { Movement, Rank } from "./rank";
import { StandingsTable } from "./standings-table";

type Shared = Pick<Extract<SharedView, { phase: "standings" }>, "standings" | "corrections" | "round">;

export function StandingsPhase({ me, shared }: { me: MeView; shared: Shared }) {
  const { standing } = me;
  const { rows, coveredCount, show } = shared.standings;
  return (
    <>
      {!standing && coveredCount > 0 && (
        <div className={`text-center ${rows.length === 0 ? "my-auto" : "py-3"}`} data-testid="covered">
          <h1 className="text-hero">
            {show === "hidden" ? "The places stay secret." : "Your place is still to come."}
          </h1>
          <p className="mt-2 text-lead text-ink-2">
            {show === "hidden" ? "You will hear yours at the end of the night." : "Eyes on the big screen."}
          </p>
        </div>
      )}
      {standing && (
        <div className="py-3 text-center">
          <h1 className="font-sans text-lead font-normal text-ink-2">
            You are <Rank rank={standing.rank} className="block text-giant text-accent-ink" />
          </h1>
          <p className="mt-2 text-lead" data-testid="rank" data-points={standing.points}>
            of {standing.playerCount} · <b>{counted(standing.points, "point")}</b>
            {standing.movement !== 0 && " · "}
            <Movement by={standing.movement} />
          </p>
        </div>
      )}
      <CorrectedNotes corrections={shared.corrections} me={me} round={shared.round.number} />
      <Adjustments standing={standing} />
      <StandingsTable rows={rows} me={me} />
    </>
  );
}
