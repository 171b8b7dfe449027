"use client";

import { QuestionBoard } from "@/components/screen/question-board";
import { Pint } from "@/components/ui/pint";
import { sampleClock, sampleView } from "./sample-question";

/** The real big screen, small: it measures itself by its box, here as on a wall. */
export function PreviewScreen() {
  return (
    <div className="home-preview" aria-hidden="true" inert>
      <div className="bs" data-theme="dark">
        <QuestionBoard view={sampleView} clock={(height) => <Pint {...sampleClock} height={height} />} />
      </div>
    </div>
  );
}
