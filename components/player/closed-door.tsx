/** No seat to be had here any more, whatever the name: why, and the way on. */
import { Button } from "@/components/ui/button";
import type { RefusalCode } from "@/lib/contracts/refusals";
import { Centred, PhoneFrame } from "./phone-frame";
import { AnotherQuiz } from "./seat-lost";

export const closedDoors = ["SESSION_ENDED", "SEAT_BANNED"] as const;
export type ClosedDoorCode = (typeof closedDoors)[number];
export const isClosedDoor = (code: RefusalCode): code is ClosedDoorCode =>
  (closedDoors as readonly RefusalCode[]).includes(code);

/** `seatCode`: a seat taken before opens this door. */
const doors: Record<ClosedDoorCode, { title: string; text: string; seatCode: boolean }> = {
  SESSION_ENDED: {
    title: "This quiz is over.",
    text: "Played along on another phone? Your seat code shows how you did.",
    seatCode: true,
  },
  SEAT_BANNED: {
    title: "The host has banned this phone from the quiz.",
    text: "If that is a mistake, have a word with the host.",
    seatCode: false,
  },
};

export function ClosedDoor({
  title,
  code,
  onSeatCode,
}: {
  title: string;
  code: ClosedDoorCode;
  onSeatCode: () => void;
}) {
  const door = doors[code];
  return (
    <PhoneFrame title={title} phase="door">
      <Centred>
        <h1 className="text-hero" data-testid="refusal" data-code={code}>
          {door.title}
        </h1>
        <p className="text-lead text-ink-2">{door.text}</p>
        <AnotherQuiz />
        {door.seatCode && (
          <Button variant="plain" wide data-testid="had-seat" onClick={onSeatCode}>
            We had a seat already
          </Button>
        )}
      </Centred>
    </PhoneFrame>
  );
}
