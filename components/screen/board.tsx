"use client";

import { PencilLine, RefreshCw } from "lucide-react";
import { type ReactNode, useId } from "react";
import { ChalkFilter } from "@/components/ui/chalk-filter";
import { correctedWords } from "@/components/ui/correction-words";
import type { Correction, Link } from "@/lib/contracts/views";
import type { SharedIn } from "./shared-in";
import "./board.css";

type BoardProps = {
  /** the amber words at the left of the header */
  lead: string;
  sub?: ReactNode;
  aside?: ReactNode;
  link?: Link;
  /** said in place of `sub` until the night moves on; `round`: the number of the one on show */
  corrected?: { corrections: Correction[] | undefined; round: number | null };
  children: ReactNode;
};

function ChalkRule() {
  const id = useId().replace(/\W/g, "");
  return (
    <svg className="bs-rule" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
      <defs>
        <ChalkFilter id={id} />
      </defs>
      <path d="M0 5Q80 3 160 5.4T330 4.6T500 5.6T670 4.4T840 5.8T1000 4.8" filter={`url(#${id})`} />
    </svg>
  );
}

/** Slate in a wooden frame under a brass lamp: what every phase is drawn on. Its parent carries the class `bs`. */
export function Board({ lead, sub, aside, link = "socket", corrected, children }: BoardProps) {
  const corrections = corrected?.corrections ?? [];
  return (
    <>
      <div className="bs-frame" aria-hidden="true">
        <div className="bs-slate" />
      </div>
      <i className="bs-lamp" aria-hidden="true" />
      <div className="bs-stage">
        <header className="bs-head">
          <span className="bs-disp bs-lead">{lead}</span>
          {corrections.length > 0 ? (
            <strong className="bs-sub bs-corrected" role="status" data-testid="corrected">
              <PencilLine aria-hidden="true" /> {correctedWords(corrections, corrected?.round ?? null)}
            </strong>
          ) : (
            <span className="bs-sub">
              <bdi>{sub}</bdi>
            </span>
          )}
          {link === "offline" && (
            <span className="bs-offline" role="status" data-testid="reconnecting">
              <RefreshCw aria-hidden="true" /> reconnecting
            </span>
          )}
          <span className="bs-aside">{aside}</span>
        </header>
        <ChalkRule />
        {children}
      </div>
    </>
  );
}

type AskedBoardProps = {
  shared: Pick<SharedIn<"question">, "round" | "question"> & { corrections?: Correction[] | undefined };
  link?: Link;
  children: ReactNode;
};

/** The board of one question, from its opening to the reveal: the header says which. */
export function AskedBoard({ shared: { round, question, corrections }, link, children }: AskedBoardProps) {
  return (
    <Board
      lead={`Round ${round.number}`}
      sub={round.title}
      link={link}
      aside={`Question ${question.number} of ${round.questionCount}`}
      corrected={{ corrections, round: round.number }}
    >
      {children}
    </Board>
  );
}
