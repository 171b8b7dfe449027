import { inFigures } from "@/components/ui/in-figures";

/** "1 point", "12 points", "3.33 points" */
export const counted = (count: number, noun: string): string =>
  `${inFigures(count)} ${noun}${count === 1 ? "" : "s"}`;
