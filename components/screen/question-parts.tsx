"use client";

import type { CSSProperties } from "react";
import type { PublicQuestion } from "@/lib/contracts/views";
import { choiceColumns, choiceSize, isCrowded } from "./text-size";

/** All words of a question besides its text, for measuring. */
export const partsOf = ({ choices, items, lefts, rights }: PublicQuestion): string[] =>
  [...choices, ...(items ?? []), ...(lefts ?? []), ...(rights ?? [])].map(({ text }) => text);

type Item = { id: string; text: string };
const sized = (texts: string[]): CSSProperties => ({
  fontSize: `calc(var(--u) * ${choiceSize(texts).u} * var(--fit, 1))`,
});

function Tiles({ items, columns }: { items: Item[]; columns: number }) {
  return (
    <ul
      className={`bs-choices bs-parts ${isCrowded(items.length) ? "bs-crowded" : ""}`}
      style={{ "--columns": columns, "--columns-upright": columns, "--lines": 3 } as CSSProperties}
    >
      {items.map(({ id, text }) => (
        <li key={id} className="bs-choice" data-testid="part">
          <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** What is to be put in order, or matched: without letters, since nobody picks one of them. */
export function QuestionParts({ question }: { question: PublicQuestion }) {
  const { items, lefts, rights } = question;
  if (items) {
    const columns = items.length <= 4 ? 2 : choiceColumns(items.length);
    return (
      <div style={sized(items.map(({ text }) => text))}>
        <Tiles items={items} columns={columns} />
      </div>
    );
  }
  if (!lefts || !rights) return null;
  return (
    <div className="bs-sides" style={sized([...lefts, ...rights].map(({ text }) => text))}>
      <Tiles items={lefts} columns={lefts.length > 5 ? 2 : 1} />
      <Tiles items={rights} columns={rights.length > 5 ? 2 : 1} />
    </div>
  );
}

/** What a room must know besides the text. A sheet explains itself on the phone. */
export function screenHint(question: PublicQuestion, isSheet: boolean): string | null {
  const { type, closestWins, isTieBreak, wanted } = question;
  if (isTieBreak) return "Tie-break: no points, the closest goes ahead.";
  if (closestWins) return "The closest answer wins.";
  if (type === "list") return wanted === 1 ? "One answer." : `Up to ${wanted ?? 1} answers.`;
  if (type === "ordering") return "Put them in order.";
  if (type === "matching") return "Which belongs to which?";
  if (type === "multiple") return "Pick every right one.";
  if (isSheet) return null;
  if (type === "text") return "Type your answer on your phone.";
  return type === "number" ? "Type a number on your phone." : null;
}
