"use client";
import { ArrowRight } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import { Wordmark } from "@/components/ui/wordmark";
import type { Refusal } from "@/lib/contracts/refusals";
import { PhoneFrame } from "./phone-frame";

export function PinForm({ refusal, onPin }: { refusal: Refusal | null; onPin: (pin: string) => void }) {
  const [pin, setPin] = useState("");
  return (
    <PhoneFrame title={<Wordmark />} aside={<ThemeToggle />}>
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (/\d/.test(pin)) onPin(pin);
        }}
      >
        <h1 className="text-hero">
          <label htmlFor="pin">What’s the PIN on the big screen?</label>
        </h1>
        <div className="mat px-6 py-4">
          <input
            id="pin"
            data-testid="pin"
            inputMode="numeric"
            autoComplete="off"
            placeholder="000 000"
            value={pin}
            onChange={(event) => setPin(event.target.value)}
            aria-invalid={refusal ? true : undefined}
            aria-describedby="pin-said"
            className="w-full border-b-4 border-current bg-transparent text-center font-display text-[2.5rem] tracking-wider outline-none"
          />
        </div>
        <p id="pin-said" role="alert" data-testid="refusal" className="min-h-6 text-bad">
          {refusal?.message}
        </p>
        <Button type="submit" data-testid="find" wide>
          Find the quiz <ArrowRight aria-hidden size={22} />
        </Button>
        <p className="text-ink-2">Or point your camera at the square code on the big screen.</p>
      </form>
    </PhoneFrame>
  );
}
