import { Info } from "lucide-react";
import { Centred } from "./phone-frame";

/** Something to read; nothing to answer. */
export const InfoSlide = ({ text }: { text: string }) => (
  <Centred>
    <Info aria-hidden size={44} className="text-accent-ink" />
    <h1
      className={text.length > 160 ? "font-sans text-choice font-bold" : "text-title"}
      data-testid="question"
    >
      {text}
    </h1>
    <p className="text-lead text-ink-2">Nothing to answer here.</p>
  </Centred>
);
