import { Clock } from "lucide-react";
import { Centred } from "./phone-frame";

/** Came in while a question was open, and the host wants latecomers to wait: never a blank page (LAT-01). */
export const NextSoon = () => (
  <Centred>
    <Clock aria-hidden size={44} className="text-accent-ink" />
    <h1 className="text-hero" data-testid="next-soon">
      Next question soon.
    </h1>
    <p className="text-lead text-ink-2">
      You are in. This question was open before you joined: it does not count against you, and the next one is
      yours.
    </p>
  </Centred>
);
