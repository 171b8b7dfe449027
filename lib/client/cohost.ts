/** The co-host's token: it stands in the address of a host's page and goes along with each of its requests and links. */

/** Null: a host with an account. */
export const cohostInAddress = (): string | null =>
  typeof location === "undefined" ? null : new URLSearchParams(location.search ?? "").get("cohost");

/** A path of this session as it leads on from here: a co-host stays one. */
export const asCohost = (path: string, cohost = cohostInAddress()): string =>
  cohost ? `${path}${path.includes("?") ? "&" : "?"}cohost=${encodeURIComponent(cohost)}` : path;
