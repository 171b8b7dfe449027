/** The link that puts another phone in a team: the way this phone came in, and the code of the seat. */
type Address = Pick<Location, "origin" | "pathname" | "search">;

export const teamLink = ({ origin, pathname, search }: Address, seatCode: string): string => {
  const pin = new URLSearchParams(search).get("pin");
  const path = pin ? `/play/${encodeURIComponent(pin)}` : pathname;
  return `${origin}${path}?team=${encodeURIComponent(seatCode)}`;
};

export const teamFrom = ({ search }: Pick<Address, "search">): string | null =>
  new URLSearchParams(search).get("team");

/** The same address without the code: a reload must not ask again. */
export function withoutTeam({ pathname, search }: Pick<Address, "pathname" | "search">): string {
  const query = new URLSearchParams(search);
  query.delete("team");
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

export const spacedCode = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;
