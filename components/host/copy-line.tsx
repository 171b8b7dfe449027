"use client";
import { Copy } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { copyText } from "./copy-text";

const said = { copied: "Copied", selected: "Selected: now press Ctrl+C" };

/** Text to read, to select and to copy. `href`: it can be followed, too. */
export function CopyLine({
  text,
  shown = text,
  name,
  href,
  testId,
  className = "",
}: {
  text: string;
  shown?: string;
  /** what it is: "PIN" */
  name: string;
  href?: string;
  testId: string;
  className?: string;
}) {
  const line = useRef<HTMLElement>(null);
  const [outcome, setOutcome] = useState<keyof typeof said | null>(null);
  const copy = async () => {
    const done = await copyText(text, {
      clipboard: (navigator as { clipboard?: Clipboard }).clipboard,
      select: () => line.current && window.getSelection()?.selectAllChildren(line.current),
      copySelection: () => document.execCommand("copy"),
    });
    if (done === "copied") window.getSelection()?.removeAllRanges();
    setOutcome(done);
  };
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3">
      {href ? (
        <a
          ref={line as React.RefObject<HTMLAnchorElement>}
          href={href}
          target="_blank"
          rel="noreferrer"
          data-testid={testId}
          className={`break-all text-accent-ink underline ${className}`}
        >
          {shown}
        </a>
      ) : (
        <span ref={line} className={className}>
          {shown}
        </span>
      )}
      <Button
        variant="quiet"
        className="px-2!"
        data-testid={`copy-${testId}`}
        aria-label={`Copy the ${name}`}
        icon={<Copy aria-hidden size={18} />}
        onClick={() => void copy()}
      >
        <span role="status">{outcome ? said[outcome] : "Copy"}</span>
      </Button>
    </div>
  );
}
