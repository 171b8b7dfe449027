"use client";
/** The PIN on the big screen, for phones that did not scan. What was typed stays, right or wrong. */
import { ArrowRight, CircleAlert } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import { Wordmark } from "@/components/ui/wordmark";
import type { Refusal } from "@/lib/contracts/refusals";
import { PhoneFrame } from "./phone-frame";

type Props = {
  /** what the phone came with, or what was typed before */
  typed: string;
  refusal: Refusal | null;
  /** a look-up is on its way, or will be tried again by itself */
  busy: boolean;
  onPin: (pin: string) => void;
  onEdit: () => void;
};

export function PinForm({ typed, refusal, busy, onPin, onEdit }: Props) {
  const [pin, setPin] = useState(typed);
  const [said, setSaid] = useState("");
  const problem = said || refusal?.message;
  return (
    <PhoneFrame title={<Wordmark />} aside={<ThemeToggle />}>
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
          if (/\d/.test(pin)) onPin(pin);
          else setSaid("Type the digits of the PIN.");
        }}
      >
        <h1 className="text-hero">
          <label htmlFor="pin">What’s the PIN on the big screen?</label>
        </h1>
        <div className="mat px-6 py-4 outline-offset-3 outline-focus focus-within:outline-3">
          <input
            id="pin"
            data-testid="pin"
            inputMode="numeric"
            enterKeyHint="go"
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder="000 000"
            value={pin}
            onChange={(event) => {
              setPin(event.target.value);
              setSaid("");
              onEdit();
            }}
            aria-invalid={problem ? true : undefined}
            aria-describedby="pin-said"
            className="pin-field w-full border-b-4 border-current bg-transparent text-center font-display text-[clamp(2.5rem,13vw,3.5rem)] leading-tight placeholder:opacity-35"
          />
        </div>
        <div id="pin-said" role="alert" className={problem ? "" : "hidden"}>
          {problem && (
            <Note
              tone={busy ? "warn" : "bad"}
              icon={<CircleAlert aria-hidden className={`shrink-0 ${busy ? "text-warn" : "text-bad"}`} />}
              title={problem}
              testId="refusal"
            />
          )}
        </div>
        <Button type="submit" data-testid="find" wide disabled={busy}>
          {busy ? "One moment…" : problem ? "Try again" : "Find the quiz"}{" "}
          <ArrowRight aria-hidden size={22} />
        </Button>
        <p className="text-lead text-ink-2">Or point your camera at the square code on the big screen.</p>
      </form>
    </PhoneFrame>
  );
}
