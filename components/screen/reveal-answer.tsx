"use client";

import type { CSSProperties } from "react";
import type { PublicQuestion, Reveal } from "@/lib/contracts/views";
import { ChalkRing } from "./chalk-ring";
import { answerSize, partSize } from "./text-size";
import "./reveal-answer.css";

const sized = (u: number): CSSProperties => ({ fontSize: `calc(var(--u) * ${u} * var(--fit, 1))` });
const textOf = (items: { id: string; text: string }[] | undefined, id: string) =>
  items?.find((item) => item.id === id)?.text ?? "";

/** More than these in one column would be small. */
const mostRows = 6;
const rowsFor = (count: number) => (count > mostRows ? Math.ceil(count / 2) : count);

type Props = { question: PublicQuestion; reveal: Reveal };

/** The right answer where there are no choices: an order, pairs, or words. */
export function RevealAnswer({ question, reveal }: Props) {
  if (reveal.order) return <Order question={question} order={reveal.order} />;
  if (reveal.pairs) return <Pairs question={question} pairs={reveal.pairs} />;
  return (
    <div className="bs-answer">
      <p>The answer</p>
      <p className="bs-disp" style={sized(answerSize(reveal.answerText))} data-testid="answer-text">
        <ChalkRing>
          <bdi>{reveal.answerText}</bdi>
        </ChalkRing>
      </p>
    </div>
  );
}

function Order({ question, order }: { question: PublicQuestion; order: string[] }) {
  const texts = order.map((id) => textOf(question.items, id));
  const rows = rowsFor(texts.length);
  return (
    <ol
      className="bs-order"
      style={{ ...sized(partSize(texts, rows)), "--rows": rows } as CSSProperties}
      data-testid="right-order"
    >
      {texts.map((text, place) => (
        <li key={order[place]}>
          <b className="bs-disp">{place + 1}</b>
          <bdi>{text}</bdi>
        </li>
      ))}
    </ol>
  );
}

function Pairs({ question, pairs }: { question: PublicQuestion; pairs: NonNullable<Reveal["pairs"]> }) {
  const texts = [...(question.lefts ?? []), ...(question.rights ?? [])].map(({ text }) => text);
  const rows = rowsFor(pairs.length);
  return (
    <ul
      className="bs-order bs-pairs"
      style={{ ...sized(partSize(texts, rows) * 0.9), "--rows": rows } as CSSProperties}
      data-testid="right-pairs"
    >
      {pairs.map(({ leftId, rightId }) => (
        <li key={leftId}>
          <bdi>{textOf(question.lefts, leftId)}</bdi>
          <i aria-hidden="true" />
          <bdi className="bs-to">{textOf(question.rights, rightId)}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** Closest number: who was nearest and with what. Buzzer: whose answer was right. */
export function Winners({ question, reveal }: Props) {
  const winners = reveal.winners ?? [];
  if (winners.length === 0) return null;
  return (
    <p className="bs-winners" data-testid="winners">
      <span>
        {question.type === "buzzer" ? "Got it" : question.isTieBreak ? "Closest in the tie-break" : "Closest"}
      </span>
      {winners.map(({ playerId, name, text }) => (
        <b key={playerId}>
          <bdi>{name}</bdi>
          {question.type !== "buzzer" && text !== "" && <small>{text}</small>}
        </b>
      ))}
    </p>
  );
}
