"use client";

import { TriangleAlert } from "lucide-react";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { QrCode } from "@/components/ui/qr-code";
import type { Link, ScreenView } from "@/lib/contracts/views";
import { Board } from "./board";
import { pinGroups } from "./pin-groups";
import "./lobby-board.css";

/** Two columns of nine; a fuller room gets smaller letters and more columns. */
const fewNames = 18;
/** Three columns of thirteen on a 4:3 projector hold the most; what is beyond them would only be laid out to be hidden. */
const mostNames = 45;
/** A name longer than this gets smaller letters on the tag at the door, and a second line. */
const shortName = 20;

/** An address has no place to break: 19 characters ("192.168.178.55:3000") fit the column at 5.2 u. */
const urlSize = (url: string) => Math.min(5.2, 100 / Math.max(1, url.length));
const pinSize = (pin: string) => (pin.length <= 6 ? 14 : 84 / pin.length);

type Names = ScreenView["live"]["names"];

/** Newest first, as many as the board has room for, and how many are not on it. */
function NameList({ names, playerCount }: { names: Names; playerCount: number }) {
  const ref = useRef<HTMLUListElement>(null);
  const [shownCount, setShownCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new names need a new measurement
  useLayoutEffect(() => {
    const list = ref.current;
    if (!list) return;
    const measure = () => {
      const edge = list.getBoundingClientRect().right;
      const items = [...list.children].filter((item) => item.getBoundingClientRect().left < edge);
      setShownCount(items.length);
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(list);
    return () => watcher.disconnect();
  }, [names]);
  const hiddenCount = Math.max(0, playerCount - shownCount);
  return (
    <>
      <ul ref={ref} className={names.length > fewNames ? "bs-names bs-many" : "bs-names"}>
        {names.map((player) => (
          <li key={player.playerId} data-testid="player-name">
            <bdi>{player.name}</bdi>
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && <p className="bs-more">and {hiddenCount} more</p>}
    </>
  );
}

function Entry({ view }: { view: ScreenView }) {
  const { pin, typedUrl, joinUrl } = view;
  return (
    <div className="bs-entry">
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
  );
}

export function LobbyBoard({ view, link }: { view: ScreenView; link: Link }) {
  const { shared, live, unreachable } = view;
  const newest = live.names.at(-1);
  const earlier = useMemo(() => live.names.slice(0, -1).slice(-mostNames).reverse(), [live.names]);
  return (
    <Board
      lead={shared.title}
      link={link}
      aside={shared.joinLocked ? "The door is closed" : "The door is open"}
    >
      <section className="bs-lobby">
        <Entry view={view} />
        <div className="bs-crowd">
          <p className="bs-seats">
            <strong className="bs-disp" data-testid="player-count">
              {live.playerCount}
            </strong>
            <span>{live.playerCount === 1 ? "team in" : "teams in"}</span>
            {newest && (
              <span
                key={newest.playerId}
                className="bs-door"
                data-long={[...newest.name].length > shortName}
                data-testid="newest-player"
              >
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
            <NameList names={earlier} playerCount={live.playerCount - (newest ? 1 : 0)} />
          )}
        </div>
      </section>
    </Board>
  );
}
