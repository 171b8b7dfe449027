import type { MeView, StandingRow } from "@/lib/contracts/views";
import { Adjustments } from "./adjustments";
import { counted } from "./counted";
import { Movement, Rank } from "./rank";
import { StandingsTable } from "./standings-table";

export function StandingsPhase({ me, rows }: { me: MeView; rows: StandingRow[] }) {
  const { standing } = me;
  return (
    <>
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
      <Adjustments standing={standing} />
      <StandingsTable rows={rows} me={me} />
    </>
  );
}
