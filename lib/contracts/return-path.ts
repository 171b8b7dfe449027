/**
 * Where the apology page goes back to. `from` comes out of an address anybody can write: only a path on this very
 * site is followed, never another host, and never the apology itself.
 */
const home = "/";

/** Where a browser without script, or whose script did not arrive, asks to be brought back. */
export const wayBackPath = "/too-many-requests/back";

export function returnPath(from: string | null): string {
  if (from === null || !from.startsWith("/")) return home;
  // "//host" and "/\host" leave the site; browsers drop tabs and newlines before they look.
  if (/^\/[/\\]/.test(from) || /[\u0000-\u0020\u007f\\]/.test(from)) return home;
  const base = "http://here.invalid";
  if (!URL.canParse(from, base)) return home;
  const url = new URL(from, base);
  if (url.origin !== base || url.pathname.startsWith("//")) return home;
  if (/^\/too-many-requests(\/|$)/.test(url.pathname)) return home;
  return url.pathname + url.search + url.hash;
}
