"use client";

import { TriangleAlert } from "lucide-react";
import { QrCode } from "@/components/ui/qr-code";
import type { Link, ScreenView } from "@/lib/contracts/views";
import { Board } from "./board";
import { pinGroups } from "./pin-groups";

/** Two columns of nine, or three of ten once the room is fuller: what stands between the header and the foot. */
const fewNames = 18;
const mostNames = 30;

/** An address has no place to break: 19 characters ("192.168.178.55:3000") fit the column at 5.2 u. */
const urlSize = (url: string) => Math.min(5.2, 100 / Math.max(1, url.length));
const pinSize = (pin: string) => (pin.length <= 6 ? 14 : 84 / pin.length);

export function LobbyBoard({ view, link }: { view: ScreenView; link: Link }) {
  const { shared, live, pin, typedUrl, joinUrl, unreachable } = view;
  const newest = live.names.at(-1);
  const earlier = live.names.slice(0, -1);
  const shown = earlier.slice(-(earlier.length > fewNames ? mostNames : fewNames));
  const hiddenCount = Math.max(0, live.playerCount - shown.length - (newest ? 1 : 0));
  return (
    <Board
      lead={shared.title}
      link={link}
      aside={shared.joinLocked ? "The door is closed" : "The door is open"}
    >
      <section className="bs-lobby">
        <div>
          <div className="bs-mat bs-qr">
            <QrCode value={joinUrl} label="QR code with the join link" />
          </div>
          <p className="bs-go">
            <span>Scan, or open</span>
            <b style={{ fontSize: `calc(var(--u) * ${urlSize(typedUrl)})` }} data-testid="typed-url">
              {typedUrl}
            </b>
          </p>
          <p
            className="bs-disp bs-pin"
            style={{ fontSize: `calc(var(--u) * ${pinSize(pin)})` }}
            data-testid="pin"
          >
            {pinGroups(pin)}
          </p>
        </div>
        <div className="bs-crowd">
          <p className="bs-seats">
            <strong className="bs-disp" data-testid="player-count">
              {live.playerCount}
            </strong>
            <span>{live.playerCount === 1 ? "player in" : "players in"}</span>
            {newest && (
              <span key={newest.playerId} className="bs-door" data-testid="newest-player">
                <bdi>{newest.name}</bdi>
              </span>
            )}
          </p>
          {unreachable && (
            <p className="bs-warn" role="alert" data-testid="unreachable">
              <TriangleAlert aria-hidden="true" />
              <span>
                <b>Phones cannot reach this address.</b> Open the host console at this computer’s network
                address, or set PUBLIC_URL.
              </span>
            </p>
          )}
          {live.playerCount === 0 ? (
            <p className="bs-wait">Point a phone’s camera at the code. Your name turns up here.</p>
          ) : (
            <ul className={earlier.length > fewNames ? "bs-names bs-many" : "bs-names"}>
              {shown.map((player) => (
                <li key={player.playerId} data-testid="player-name">
                  <bdi>{player.name}</bdi>
                </li>
              ))}
            </ul>
          )}
          {hiddenCount > 0 && <p className="bs-more">and {hiddenCount} more</p>}
        </div>
      </section>
    </Board>
  );
}
