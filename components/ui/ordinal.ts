/** 1 → st, 2 → nd, 11 → th. */
export function ordinalSuffix(rank: number): string {
  const lastTwo = rank % 100;
  if (lastTwo >= 11 && lastTwo <= 13) return "th";
  return ["th", "st", "nd", "rd"][rank % 10] ?? "th";
}
