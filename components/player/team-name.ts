/** "Think of one for us": a name for a team that cannot agree. `random` gives 0 to 1. */
const first = [
  "Quiet",
  "Famous",
  "Late",
  "Lucky",
  "Second-best",
  "Unlikely",
  "Weekend",
  "Fairly",
  "Mildly",
  "Almost",
];
const last = [
  "Geniuses",
  "Pigeons",
  "Barnacles",
  "Optimists",
  "Experts",
  "Dumplings",
  "Otters",
  "Suspects",
  "Runners-up",
  "Badgers",
];

export function suggestTeamName(random: () => number): string {
  const pick = (from: string[]) => from[Math.floor(random() * from.length)] ?? from[0];
  return `${pick(first)} ${pick(last)}`;
}
