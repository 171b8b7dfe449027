import type { ScreenView } from "@/lib/contracts/views";
import { pinGroups } from "./pin-groups";

type JoinLineProps = Pick<ScreenView, "pin" | "typedUrl"> & { joinLocked: boolean };

/** For the foot of a board: how somebody who comes late still gets in. */
export function JoinLine({ pin, typedUrl, joinLocked }: JoinLineProps) {
  return (
    <span className="bs-join">
      {joinLocked ? (
        "The door is closed"
      ) : (
        <>
          Late? <b>{typedUrl}</b> · <b>{pinGroups(pin)}</b>
        </>
      )}
    </span>
  );
}
