"use client";
/** No seat to be had, for a reason that a better name would not change: why, and the way on. */
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { RefusalCode } from "@/lib/contracts/refusals";
import { Centred, PhoneFrame } from "./phone-frame";
import { AnotherQuiz } from "./seat-lost";

export const closedDoors = ["JOINING_LOCKED", "SESSION_FULL", "SESSION_ENDED", "SEAT_BANNED"] as const;
export type ClosedDoorCode = (typeof closedDoors)[number];
export const isClosedDoor = (code: RefusalCode): code is ClosedDoorCode =>
  (closedDoors as readonly RefusalCode[]).includes(code);

/** `mayOpen`: asking again can help. `seatCode`: a seat taken before opens this door. */
const doors: Record<ClosedDoorCode, { title: string; text: string; mayOpen: boolean; seatCode: boolean }> = {
  JOINING_LOCKED: {
    title: "The host has closed the door.",
    text: "Ask them to let you in, then try again.",
    mayOpen: true,
    seatCode: true,
  },
  SESSION_FULL: {
    title: "The room is full.",
    text: "Every seat is taken. Ask the host to make space, then try again.",
    mayOpen: true,
    seatCode: true,
  },
  SESSION_ENDED: {
    title: "This quiz is over.",
    text: "Played along on another phone? Your seat code shows how you did.",
    mayOpen: false,
    seatCode: true,
  },
  SEAT_BANNED: {
    title: "The host has banned this phone from the quiz.",
    text: "If that is a mistake, have a word with the host.",
    mayOpen: false,
    seatCode: false,
  },
};

export function ClosedDoor({
  title,
  code,
  onTryAgain,
  onSeatCode,
}: {
  title: string;
  code: ClosedDoorCode;
  onTryAgain: () => Promise<void>;
  onSeatCode: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const door = doors[code];
  return (
    <PhoneFrame title={title} phase="door">
      <Centred>
        <h1 className="text-hero" data-testid="refusal" data-code={code}>
          {door.title}
        </h1>
        <p className="text-lead text-ink-2" role="status">
          {asking ? "Asking again…" : door.text}
        </p>
        {door.mayOpen ? (
          <Button
            wide
            data-testid="try-again"
            disabled={asking}
            onClick={() => {
              setAsking(true);
              void onTryAgain().finally(() => setAsking(false));
            }}
          >
            Try again
          </Button>
        ) : (
          <AnotherQuiz />
        )}
        {door.seatCode && (
          <Button variant="plain" wide data-testid="had-seat" onClick={onSeatCode}>
            We had a seat already
          </Button>
        )}
      </Centred>
    </PhoneFrame>
  );
}
