"use client";
import { RotateCcw } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Marking } from "@/lib/client/use-marking";
import type { AnswerGroup, MarkingQuestion } from "@/lib/contracts/marking";
import { choicesOf, fractionWords } from "./marking-choices";
import { isToMark, type Judgment, partsIn } from "./marking-cursor";
import { MarkingTeams } from "./marking-teams";

/** Spellings beside the most common one that are worth reading at a glance. */
const mostSpellings = 4;

/** chosen and not: letters, sign and fill, never colour alone */
const looks: Record<string, Record<Chosen, string>> = {
  good: {
    byHand: "border-good bg-good text-on-state",
    byItself: "border-good border-2 bg-good-soft text-good",
    no: "border-edge text-good hover:bg-good-soft",
  },
  warn: {
    byHand: "border-warn bg-warn text-on-state",
    byItself: "border-warn border-2 bg-warn-soft text-warn",
    no: "border-edge text-warn hover:bg-warn-soft",
  },
  bad: {
    byHand: "border-bad bg-bad text-on-state",
    byItself: "border-bad border-2 bg-bad-soft text-bad",
    no: "border-edge text-bad hover:bg-bad-soft",
  },
};
type Chosen = "byHand" | "byItself" | "no";
export const fractionLook = (look: string, chosen: Chosen): string => looks[look]?.[chosen] ?? "";

const automaticWords = {
  right: "right by itself",
  partly: "partly right by itself",
  near: "near miss: wrong until you judge",
  wrong: "wrong by itself",
};

const nearInParts = "near miss in it: does not count until you judge";

export function MarkingGroup({
  question,
  group,
  isCurrent,
  onPick,
  onJudge,
  send,
}: {
  question: MarkingQuestion;
  group: AnswerGroup;
  isCurrent: boolean;
  onPick: () => void;
  onJudge: (judgment: Judgment) => void;
  send: Marking["send"];
}) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  const open = isToMark(group);
  const choices = choicesOf(question);
  const spellings = otherSpellings(group);
  const alone = group.answers.filter(({ override }) => override !== null).length;
  return (
    <li
      ref={row}
      data-testid="group"
      data-current={isCurrent || undefined}
      data-automatic={group.automatic}
      data-judged={group.judged || undefined}
      data-fraction={group.fraction}
      aria-current={isCurrent || undefined}
      className={`scroll-my-4 rounded-card border bg-panel ${isCurrent ? "border-amber bg-raised outline-2 outline-amber" : open ? "border-warn" : "border-line"}`}
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 px-3 py-2.5 sm:px-4 md:grid-cols-[auto_minmax(0,1fr)_auto]">
        {/* the whole text picks the group; keyboards have the arrows */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger target for what the arrows do */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a larger target for what the arrows do */}
        <div className="contents" onClick={onPick}>
          <span className="min-w-12 text-center">
            <b className="block font-display text-title leading-none text-accent-ink">
              {group.answers.length}
            </b>
            <small className="text-micro text-ink-2">{group.answers.length === 1 ? "team" : "teams"}</small>
          </span>
          <span className="min-w-0">
            <bdi className="block text-choice font-bold break-words" data-testid="group-text">
              {group.text}
            </bdi>
            <span className="block text-micro text-ink-2">
              {open && (
                <b className="text-warn">{question.parts === null ? automaticWords.near : nearInParts}.</b>
              )}
              {open && question.parts !== null && " "}
              {(!open || question.parts !== null) && stateWords(question, group)}
              {alone > 0 && ` ${alone} marked alone.`}
              {spellings.length > 0 && (
                <>
                  {" "}
                  Also{" "}
                  {spellings.slice(0, mostSpellings).map((text, index) => (
                    <span key={text}>
                      {index > 0 && ", "}“<bdi>{text}</bdi>”
                    </span>
                  ))}
                </>
              )}
            </span>
          </span>
        </div>
        <fieldset
          className={`col-span-2 gap-2 ${question.parts === null ? "grid grid-cols-3 md:col-span-1 md:flex" : "flex flex-wrap md:col-span-2 md:col-start-2"}`}
          disabled={question.isVoid}
        >
          <legend className="sr-only">Mark “{group.text}”</legend>
          {choices.map(({ value, judgment, id, label, name, key, look, Icon }) => {
            // what counts so far shows among the parts; a near miss as a whole is not wrong yet
            const chosen = (!open || question.parts !== null) && group.fraction === value;
            return (
              <button
                key={id}
                type="button"
                aria-pressed={chosen}
                aria-label={name}
                data-testid={`mark-${id}`}
                className={`flex min-h-12 min-w-12 items-center justify-center gap-1.5 rounded-card border px-3 font-bold whitespace-nowrap disabled:opacity-50 ${fractionLook(look, !chosen ? "no" : group.judged ? "byHand" : "byItself")}`}
                onClick={() => {
                  onPick();
                  onJudge(judgment);
                }}
              >
                {Icon && <Icon aria-hidden size={18} strokeWidth={3} />}
                {label}
                {isCurrent && key && <kbd className="host-key ms-1 max-xl:hidden">{key}</kbd>}
              </button>
            );
          })}
          {group.judged && (
            <button
              type="button"
              data-testid="mark-automatic"
              title="As marked by itself"
              className="flex min-h-12 items-center justify-center gap-1.5 rounded-card border border-edge px-3 font-bold text-ink-2 hover:bg-raised max-md:col-span-3"
              onClick={() => {
                onPick();
                onJudge("automatic");
              }}
            >
              <RotateCcw aria-hidden size={18} />
              <span className="md:sr-only">As marked by itself</span>
            </button>
          )}
        </fieldset>
      </div>
      {isCurrent && (
        <details className="border-t border-line px-3 pb-2 lg:hidden">
          <summary className="flex min-h-12 cursor-pointer items-center font-bold text-accent-ink">
            Mark one team alone
          </summary>
          <MarkingTeams question={question} group={group} send={send} />
        </details>
      )}
    </li>
  );
}

function stateWords(
  question: MarkingQuestion,
  { judged, automatic, fraction, automaticFraction }: AnswerGroup,
): string {
  const { parts } = question;
  const byItself =
    parts === null
      ? `${automaticWords[automatic]}.`
      : `${partsIn(automaticFraction, parts)} of ${parts} right by themselves.`;
  if (!judged) return byItself;
  const byHand = `${fractionWords(question, fraction)}, marked by hand.`;
  return parts === null ? byHand : `${byHand} ${byItself}`;
}

function otherSpellings({ text, answers }: AnswerGroup): string[] {
  return [...new Set(answers.map((answer) => answer.text))].filter((one) => one !== text);
}
