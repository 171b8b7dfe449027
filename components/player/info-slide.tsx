import { Info } from "lucide-react";
import type { PublicQuestion } from "@/lib/contracts/views";
import { Centred } from "./phone-frame";
import { QuestionMedia } from "./question-media";
import { questionWords } from "./question-words";

/** Something to read; nothing to answer. */
export const InfoSlide = ({ question }: { question: PublicQuestion }) => (
  <Centred>
    <Info aria-hidden size={44} className="text-accent-ink" />
    <h1
      className={question.text.length > 160 ? "font-sans text-choice font-bold" : "text-title"}
      data-testid="question"
    >
      {questionWords(question)}
    </h1>
    <QuestionMedia question={question} />
    <p className="text-lead text-ink-2">Nothing to answer here.</p>
  </Centred>
);
