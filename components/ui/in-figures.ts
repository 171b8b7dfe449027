/** Shared points are not shown with all their decimals: 3.3333 → "3.33". Below nothing with a true minus sign: "−6". */
export const inFigures = (count: number): string => String(Number(count.toFixed(2))).replace("-", "−");
