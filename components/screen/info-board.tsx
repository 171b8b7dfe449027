"use client";

import type { ReactNode } from "react";
import type { Link, ScreenView } from "@/lib/contracts/views";
import { AskedBoard } from "./board";
import { FitBox } from "./fit-box";
import { JoinLine } from "./join-line";
import type { SharedIn } from "./shared-in";
import { questionSize } from "./text-size";

const stages = ["whole"];

type InfoBoardProps = {
  shared: SharedIn<"question"> | SharedIn<"locked">;
  view: ScreenView;
  link: Link;
  /** a picture, sound or video */
  media: ReactNode;
};

/** Something to read: no clock, no tallies. */
export function InfoBoard({ shared, view, link, media }: InfoBoardProps) {
  const { text } = shared.question;
  return (
    <AskedBoard shared={shared} link={link}>
      <FitBox content={text} stages={stages} smallest={0.5}>
        <section className="bs-ask" data-low={media !== null} data-testid="info">
          <h1
            className={text.length > 120 ? "bs-disp bs-long" : "bs-disp"}
            style={{ fontSize: `calc(var(--u) * ${questionSize(text, 0).u} * var(--fit, 1))` }}
            data-testid="question-text"
          >
            <bdi>{text}</bdi>
          </h1>
        </section>
        {media && <section className="bs-pictured">{media}</section>}
      </FitBox>
      <footer className="bs-foot">
        <span>Nothing to answer here.</span>
        <JoinLine pin={view.pin} typedUrl={view.typedUrl} joinLocked={shared.joinLocked} />
      </footer>
    </AskedBoard>
  );
}
