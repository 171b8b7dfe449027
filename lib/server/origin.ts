/** Which requests come from another site. One rule for HTTP and sockets; browsers cannot forge these headers. */
import type { IncomingHttpHeaders } from "node:http";

/**
 * Foreign: an Origin whose host is neither the one asked for nor PUBLIC_URL's, `null`, or `Sec-Fetch-Site:
 * cross-site`. Programs send neither header and carry no cookies of a browser, so they pass.
 */
export function isForeignOrigin(
  headers: Pick<IncomingHttpHeaders, "origin" | "host"> & {
    "sec-fetch-site"?: string | string[] | undefined;
  },
  publicUrl: string | undefined,
): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return headers["sec-fetch-site"] === "cross-site";
  try {
    const from = new URL(origin).host;
    return from !== host && from !== (publicUrl ? new URL(publicUrl).host : host);
  } catch {
    return true;
  }
}
