/** Points the host gave or took by hand, and those a large team gives away: nobody should have to ask where they went. */
import { Scale, Users } from "lucide-react";
import { Note } from "@/components/ui/note";
import type { MeView } from "@/lib/contracts/views";
import { counted } from "./counted";
import { handicapWords } from "./team-size-card";

type Adjustment = NonNullable<NonNullable<MeView["standing"]>["adjustments"]>[number];

export function Adjustments({ standing }: Pick<MeView, "standing">) {
  const { handicap, adjustments } = standing ?? {};
  return (
    <>
      {handicap && (
        <Note
          tone="warn"
          icon={<Users aria-hidden className="shrink-0 text-ink-2" />}
          title={`−${counted(-handicap.points, "point")} for being many`}
          testId="handicap"
        >
          {handicapWords(handicap)}
        </Note>
      )}
      {adjustments?.map((adjustment, place) => (
        <Note
          key={place}
          tone={adjustment.points > 0 ? "good" : "warn"}
          icon={<Scale aria-hidden className="shrink-0 text-ink-2" />}
          title={pointsFromHost(adjustment)}
          testId="adjustment"
        >
          <bdi>{adjustment.reason}</bdi>
        </Note>
      ))}
    </>
  );
}

export const pointsFromHost = ({ points, round }: Omit<Adjustment, "reason">): string =>
  `${points > 0 ? "+" : "−"}${counted(Math.abs(points), "point")} from the host${round === null ? "" : `, round ${round}`}`;
