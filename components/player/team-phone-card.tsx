"use client";
/** A second phone for the same team: a code to scan, and the seat code for whoever types. */
import { ChevronDown, Smartphone } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { spacedCode, teamLink } from "./team-link";

/** Drawn by a library of its own, and few ask for it. */
const QrCode = lazy(() => import("@/components/ui/qr-code").then(({ QrCode }) => ({ default: QrCode })));

export function TeamPhoneCard({ seatCode }: { seatCode: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [link, setLink] = useState("");
  // the address this phone came by is one that phones reach
  useEffect(() => setLink(teamLink(window.location, seatCode)), [seatCode]);
  return (
    <section className="rounded-slab border border-line bg-panel">
      <button
        type="button"
        data-testid="add-phone"
        aria-expanded={isOpen}
        className="flex min-h-14 w-full items-center gap-3 px-4 text-left text-lead font-bold"
        onClick={() => setIsOpen(!isOpen)}
      >
        <Smartphone aria-hidden size={22} className="shrink-0 text-ink-2" />
        <span className="grow">Add a phone of your team</span>
        <ChevronDown aria-hidden size={22} className={`shrink-0 text-ink-2 ${isOpen ? "rotate-180" : ""}`} />
      </button>
      {isOpen && link && (
        <div className="flex flex-col items-center gap-3 px-4 pb-4 text-center" data-testid="team-phone">
          <div className="mat w-56 max-w-full p-4">
            <Suspense fallback={<div className="aspect-square" />}>
              <QrCode value={link} label="QR code that puts another phone in your team" />
            </Suspense>
          </div>
          <p>
            Scan it with the other phone. Or join as usual, choose “We had a seat already” and type{" "}
            <b className="whitespace-nowrap">{spacedCode(seatCode)}</b>.
          </p>
          <p className="text-ink-2">
            You share one seat and one sheet: everybody sees what the others write. Show it to your own table
            only.
          </p>
        </div>
      )}
    </section>
  );
}
