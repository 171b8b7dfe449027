import { Check, CircleCheck } from "lucide-react";
import type { CSSProperties } from "react";
import { ChoiceBadge, choiceColour } from "@/components/ui/choice-badge";
import { sampleClock, samplePick, sampleView } from "./sample-question";

function Choice({ index, text, isPicked }: { index: number; text: string; isPicked: boolean }) {
  const style = { "--c": choiceColour(index) } as CSSProperties;
  return (
    <li
      style={style}
      className={`flex min-h-9 items-center gap-1.5 rounded-soft border px-1.5 font-semibold ${
        isPicked ? "border-(--c) bg-(--c) text-on-choice" : "border-line text-ink-3"
      }`}
    >
      <ChoiceBadge index={index} size={18} inverted={isPicked} />
      {text}
      {isPicked && <Check className="ms-auto size-3" strokeWidth={3.5} />}
    </li>
  );
}

/** A picture of the phone beside the big screen, with its answer saved. */
export function PreviewPhone() {
  const { question } = sampleView.shared;
  return (
    <div
      className="home-phone hidden xl:flex xl:flex-col xl:gap-2"
      data-theme="dark"
      aria-hidden="true"
      inert
    >
      <p className="flex items-center gap-1.5">
        <span className="h-1 flex-1 overflow-hidden rounded-full bg-raised">
          <span className="block h-full bg-amber" style={{ width: `${sampleClock.fraction * 100}%` }} />
        </span>
        <b className="font-display">{sampleClock.seconds}</b>
      </p>
      <p className="font-display text-[0.8125rem] font-extrabold leading-tight">{question.text}</p>
      <ul className="grid gap-1.5">
        {question.choices.map(({ id, text }, index) => (
          <Choice key={id} index={index} text={text} isPicked={id === samplePick} />
        ))}
      </ul>
      <p className="mt-auto flex items-center gap-1.5 rounded-soft border border-good bg-good-soft p-1.5">
        <CircleCheck className="size-3 shrink-0 text-good" />
        <b>Answer saved</b>
      </p>
    </div>
  );
}
