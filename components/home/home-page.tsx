"use client";

import { BellRing, ScanLine, ShieldCheck } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { useEarlyInput } from "@/components/ui/use-early-input";
import { Wordmark } from "@/components/ui/wordmark";
import { api } from "@/lib/client/api";
import type { HostAccount } from "@/lib/contracts/http";
import { PreviewPhone } from "./preview-phone";
import { PreviewScreen } from "./preview-screen";
import "./home.css";

const promises = [
  {
    icon: ScanLine,
    title: "Scan, name, play",
    text: "Three taps from the table to the first question. No app, no account, and a second scan gives you your own seat back.",
  },
  {
    icon: ShieldCheck,
    title: "Nothing gets lost",
    text: "An answer stays on the phone until the house has it. When live connections fail, the backup line takes over.",
  },
  {
    icon: BellRing,
    title: "Played the pub way",
    text: "Rounds, a bell, a break at the bar, and a host who can add time, skip a question or take a step back. No points for fast thumbs.",
  },
];

/** Null when the way is free; otherwise the words to show. */
async function openHostAccount(): Promise<string | null> {
  const me = await api<HostAccount>("/api/me");
  if (me.ok) return null;
  const signedIn = await api<unknown>("/api/auth/sign-in/anonymous", { method: "POST", json: {} });
  return signedIn.ok ? null : signedIn.error.message;
}

function HostButton() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const host = async () => {
    setBusy(true);
    setProblem(null);
    const refused = await openHostAccount();
    if (refused === null) {
      window.location.assign("/host");
      return;
    }
    setProblem(refused);
    setBusy(false);
  };
  return (
    <div className="grid gap-2">
      <Button
        type="button"
        variant="primary"
        disabled={isBusy}
        aria-busy={isBusy}
        onClick={host}
        className="min-h-17 rounded-slab px-7 text-[1.375rem]"
        data-testid="host-now"
      >
        {isBusy ? "Opening the bar …" : "Host a quiz now"}
      </Button>
      {problem && (
        <p role="alert" className="max-w-xs text-body font-semibold" data-testid="host-problem">
          {problem}
        </p>
      )}
    </div>
  );
}

function PinForm() {
  const [pin, setPin] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEarlyInput(form, ({ value }) => setPin(value));
  const join = (event: FormEvent) => {
    event.preventDefault();
    const digits = pin.normalize("NFKC").replace(/\D/g, "");
    if (digits === "") {
      setProblem("Type the PIN from the big screen.");
      return;
    }
    window.location.assign(`/play/${digits}`);
  };
  return (
    // the address is for who presses before the page's program is there: the phone's page reads the same field
    <form ref={form} action="/play" onSubmit={join} noValidate className="grid gap-2">
      <div className="home-mat flex w-fit items-center gap-3 p-2 ps-5">
        <label htmlFor="pin" className="sr-only">
          PIN
        </label>
        <input
          id="pin"
          name="pin"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="go"
          placeholder="Your PIN"
          value={pin}
          onChange={(event) => setPin(event.target.value)}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : "pin-problem"}
          className="min-h-12 w-38 rounded-soft bg-transparent font-display text-[1.625rem]"
          data-testid="pin-input"
        />
        <button
          type="submit"
          className="min-h-13 cursor-pointer rounded-card px-5 text-lead font-bold"
          style={{ background: "oklch(0.2 0.03 48)", color: "oklch(0.97 0.02 88)" }}
          data-testid="join"
        >
          Join
        </button>
      </div>
      {problem && (
        <p id="pin-problem" role="alert" className="text-body font-semibold" data-testid="pin-problem">
          {problem}
        </p>
      )}
    </form>
  );
}

/** The start page: host or join, and three promises. */
export function HomePage() {
  return (
    <div className="min-h-dvh bg-ground text-ink">
      <div className="home-hero px-5 pb-12 md:px-16 md:pb-18" data-theme="dark">
        <header className="mx-auto flex min-h-20 max-w-336 items-center justify-between">
          <Wordmark href="/" />
          <a
            href="/host/sign-in"
            className="inline-flex min-h-12 items-center px-2 text-lead font-semibold"
            data-testid="sign-in"
          >
            Sign in
          </a>
        </header>
        <main className="mx-auto grid max-w-336 items-center gap-10 pt-2 lg:grid-cols-2 lg:gap-14 lg:pt-9">
          <div className="grid justify-items-start gap-6">
            <h1 className="text-balance font-display text-[2.75rem] font-extrabold leading-none md:text-[4.125rem]">
              Quiz night for the whole room.
            </h1>
            <p className="max-w-124 text-pretty text-choice leading-normal text-ink-2">
              Three hundred phones, one pub WiFi, one code to scan. Every answer counts, even when the signal
              doesn’t.
            </p>
            <div className="flex flex-wrap items-start gap-4">
              <HostButton />
              <PinForm />
            </div>
            <p className="text-body text-ink-2">Free software. No account to play, none needed to host.</p>
          </div>
          <div className="home-stage hidden md:block">
            <PreviewScreen />
            <PreviewPhone />
          </div>
        </main>
      </div>
      <section
        aria-label="What we promise"
        className="mx-auto grid max-w-368 gap-6 px-5 py-8 md:grid-cols-3 md:gap-10 md:px-16 md:py-11"
      >
        {promises.map(({ icon: Icon, title, text }) => (
          <div key={title}>
            <Icon aria-hidden="true" className="size-8 text-accent-ink" />
            <h2 className="mt-2 mb-1.5 font-display text-title font-extrabold">{title}</h2>
            <p className="text-lead leading-normal text-ink-2">{text}</p>
          </div>
        ))}
      </section>
    </div>
  );
}
