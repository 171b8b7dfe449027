"use client";
/** The seat is gone: why, and what to do about it. */
import { ArrowRight } from "lucide-react";
import { Button, ButtonLink } from "@/components/ui/button";
import type { Refusal, RefusalCode } from "@/lib/contracts/refusals";
import { Centred, PhoneFrame } from "./phone-frame";

type WayOn = "joinAgain" | "reload" | "anotherQuiz";
type Words = { title?: string; text: string; wayOn: WayOn };

/** `title` where the server's own sentence is for programs rather than for players. */
const words: Partial<Record<RefusalCode, Words>> = {
  SEAT_REMOVED: {
    title: "The host removed this seat.",
    text: "You can join again with another name. Ask the host if you do not know why.",
    wayOn: "joinAgain",
  },
  SEAT_BANNED: { text: "If that is a mistake, have a word with the host.", wayOn: "anotherQuiz" },
  NOT_SEATED: {
    title: "This phone is in no team now.",
    text: "It left its team, or the captain or the host took it off. You can join again.",
    wayOn: "joinAgain",
  },
  BAD_TOKEN: {
    title: "We do not know this phone any more.",
    text: "Load the page again, then take your seat back with its seat code. The host can see the code.",
    wayOn: "reload",
  },
  NOT_FOUND: {
    title: "This quiz is not here any more.",
    text: "There may be a new code on the big screen.",
    wayOn: "anotherQuiz",
  },
};
const otherwise: Words = { text: "Load the page and try once more.", wayOn: "reload" };

export function SeatLost({
  title,
  refusal,
  onJoinAgain,
}: {
  title: string;
  refusal: Refusal;
  onJoinAgain: () => void;
}) {
  const { title: said = refusal.message, text, wayOn } = words[refusal.code] ?? otherwise;
  return (
    <PhoneFrame title={title} phase="refused">
      <Centred>
        <h1 className="text-hero" data-testid="refusal">
          {said}
        </h1>
        <p className="text-lead text-ink-2">{text}</p>
        {wayOn === "joinAgain" && (
          <Button wide onClick={onJoinAgain} data-testid="join-again">
            Join again <ArrowRight aria-hidden size={22} />
          </Button>
        )}
        {wayOn === "reload" && (
          <Button wide onClick={() => window.location.reload()} data-testid="reload">
            Load the page again
          </Button>
        )}
        {wayOn === "anotherQuiz" && <AnotherQuiz />}
      </Centred>
    </PhoneFrame>
  );
}

/** After the player's own "Leave": nobody threw them out. */
export function SeatLeft({ title, onJoinAgain }: { title: string; onJoinAgain: () => void }) {
  return (
    <PhoneFrame title={title} phase="left">
      <Centred>
        <h1 className="text-hero" data-testid="left">
          You left the quiz.
        </h1>
        <p className="text-lead text-ink-2">The seat is free again. Changed your mind? Come back in.</p>
        <Button wide onClick={onJoinAgain} data-testid="join-again">
          Join again <ArrowRight aria-hidden size={22} />
        </Button>
        <AnotherQuiz variant="quiet" />
      </Centred>
    </PhoneFrame>
  );
}

export const AnotherQuiz = ({ variant = "primary" }: { variant?: "primary" | "quiet" }) => (
  <ButtonLink href="/play" variant={variant} wide data-testid="another-quiz">
    Find another quiz
  </ButtonLink>
);
