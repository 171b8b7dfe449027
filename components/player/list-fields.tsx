"use client";
/** "Name five …": one field for each. */
import { useId } from "react";

type Props = {
  texts: string[];
  onTexts: (texts: string[]) => void;
  onBlur?: () => void;
  /** Enter in the last field */
  onDone?: () => void;
};

/** Longest item the server takes (lib/contracts/answers.ts). */
const longestItem = 200;

export function ListFields({ texts, onTexts, onBlur, onDone }: Props) {
  const name = useId();
  return (
    <ol className="flex flex-col gap-2" data-testid="list-fields">
      {texts.map((text, place) => (
        <li key={place} className="flex items-center gap-2">
          <label
            htmlFor={`${name}${place}`}
            className="w-8 shrink-0 text-center font-display text-title text-accent-ink"
          >
            <span className="sr-only">Answer </span>
            {place + 1}
          </label>
          <input
            id={`${name}${place}`}
            data-testid={`list-${place}`}
            className="min-h-13 w-full min-w-0 rounded-card border border-edge bg-sunken px-3 text-choice text-ink"
            maxLength={longestItem}
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint={place + 1 < texts.length ? "next" : "done"}
            value={text}
            onChange={(event) =>
              onTexts(texts.map((other, at) => (at === place ? event.target.value : other)))
            }
            {...(onBlur ? { onBlur } : {})}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
              event.preventDefault();
              const next = document.getElementById(`${name}${place + 1}`);
              if (next) next.focus();
              else onDone?.();
            }}
          />
        </li>
      ))}
    </ol>
  );
}
