/** What an answer may be marked as: right, half or wrong; or, where it has parts, how many of them are right. */
import { Check, Minus, X } from "lucide-react";
import type { ComponentType } from "react";
import type { MarkingQuestion } from "@/lib/contracts/marking";
import { type Judgment, partsIn } from "./marking-cursor";

export type MarkChoice = {
  value: number;
  judgment: Judgment;
  /** last part of the test id: mark-right, mark-2 */
  id: string;
  label: string;
  /** read aloud where the label is a mere number */
  name?: string;
  key: string | null;
  look: "good" | "warn" | "bad";
  Icon: ComponentType<{ size?: number; strokeWidth?: number; "aria-hidden"?: boolean }> | null;
};

const whole: MarkChoice[] = [
  { value: 1, judgment: "right", id: "right", label: "Right", key: "Space", look: "good", Icon: Check },
  { value: 0.5, judgment: "half", id: "half", label: "Half", key: "H", look: "warn", Icon: Minus },
  { value: 0, judgment: "wrong", id: "wrong", label: "Wrong", key: "X", look: "bad", Icon: X },
];

export function choicesOf({ parts }: Pick<MarkingQuestion, "parts">): MarkChoice[] {
  if (parts === null) return whole;
  return Array.from({ length: parts + 1 }, (_, count): MarkChoice => {
    const common = { value: count / parts, name: `${count} of ${parts} right` };
    if (count === parts)
      return {
        ...common,
        judgment: "right",
        id: "right",
        label: `All ${parts}`,
        key: "R",
        look: "good",
        Icon: Check,
      };
    return {
      ...common,
      judgment: common.value,
      id: String(count),
      label: String(count),
      // the number is the key
      key: null,
      look: count === 0 ? "bad" : "warn",
      Icon: null,
    };
  });
}

/** "right", "2 of 5 right", "half right" */
export function fractionWords({ parts }: Pick<MarkingQuestion, "parts">, fraction: number): string {
  if (fraction === 1) return "right";
  if (fraction === 0) return "wrong";
  const count = parts === null ? null : partsIn(fraction, parts);
  if (parts !== null && count !== null && count / parts === fraction) return `${count} of ${parts} right`;
  return fraction === 0.5 ? "half right" : `${Math.round(fraction * 100)} % of the points`;
}
