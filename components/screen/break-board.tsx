"use client";

import { useState } from "react";
import { useCountdown } from "@/components/ui/countdown";
import { Pint } from "@/components/ui/pint";
import { QrCode } from "@/components/ui/qr-code";
import type { Link, ScreenView } from "@/lib/contracts/views";
import { Board } from "./board";
import { pinGroups } from "./pin-groups";
import type { SharedIn } from "./shared-in";
import "./break-board.css";

const pintHeight = "calc(var(--u) * 38)";
/** "15:00": an hour and a half has a character more and takes smaller ones. */
const shortClock = 5;

type Clock = { resumesAt: number; serverNow: () => number };

function BreakClock({ resumesAt, serverNow }: Clock) {
  // A view does not say when the break began: the pint is full when this screen first saw it.
  const [seenAt] = useState(serverNow);
  const { secondsLeft, fraction } = useCountdown(seenAt, resumesAt, serverNow);
  const text = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, "0")}`;
  return (
    <div className="bs-now">
      <Pint fraction={fraction} seconds={null} height={pintHeight} />
      {secondsLeft === 0 ? (
        <h1 className="bs-disp" role="timer" data-testid="break-countdown">
          Back any moment.
        </h1>
      ) : (
        <div>
          <p>Back in</p>
          <h1
            className="bs-disp bs-ticking"
            role="timer"
            data-testid="break-countdown"
            data-long={text.length > shortClock}
          >
            {[...text].map((character, index) => (
              <span key={index} className={character === ":" ? "bs-colon" : "bs-digit"}>
                {character}
              </span>
            ))}
          </h1>
        </div>
      )}
    </div>
  );
}

type BreakBoardProps = { shared: SharedIn<"paused">; view: ScreenView; link: Link; serverNow: () => number };

export function BreakBoard({ shared, view, link, serverNow }: BreakBoardProps) {
  return (
    <Board lead="A short break" sub={shared.title} link={link}>
      <section className="bs-break">
        {shared.resumesAt === null ? (
          <div className="bs-now">
            <Pint fraction={0.85} seconds={null} height={pintHeight} />
            <div>
              <h1 className="bs-disp">Back soon.</h1>
              <p>Stretch your legs, fill your glass.</p>
            </div>
          </div>
        ) : (
          <BreakClock key={shared.resumesAt} resumesAt={shared.resumesAt} serverNow={serverNow} />
        )}
        {!shared.joinLocked && (
          <aside className="bs-mat bs-latecomers" data-long={view.pin.length > 6}>
            <QrCode value={view.joinUrl} label="QR code with the join link" />
            <p>
              Not in yet? Scan, or open <b>{view.typedUrl}</b>
            </p>
            <p className="bs-disp">{pinGroups(view.pin)}</p>
          </aside>
        )}
      </section>
    </Board>
  );
}
