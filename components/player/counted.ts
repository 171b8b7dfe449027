/** "1 point", "12 points", "3.33 points": shared points are not shown with all their decimals. */
export const counted = (count: number, noun: string): string =>
  `${inFigures(count)} ${noun}${count === 1 ? "" : "s"}`;

export const inFigures = (count: number): string => String(Number(count.toFixed(2)));
