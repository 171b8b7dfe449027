/**
 * The limiter in front of the pages: in production most are static shells served before Next (static-pages.ts), so it
 * stands here and not in middleware.ts; Next also hides from its middleware whether a request is for a page or its data.
 */
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { createPageGate, isDataRequest, isExempt, refusedPage } from "@/lib/limits/page-gate";
import type { Container } from "./container";
import { hostByCookie, playerByPass } from "./payer";

export type PageRefusal = { status: number; headers: OutgoingHttpHeaders; body: string | null };

export function createPageRoad(box: Container, ipKeyOf: (req: IncomingMessage) => string) {
  const gate = createPageGate(box.limiter);

  /** A database that is away must not cost anybody a page: then the browser counts as a stranger's. */
  async function known<T>(who: Promise<T | null>): Promise<T | null> {
    return who.catch((error) => {
      box.log.warn({ err: error }, "nobody could say whose browser a page is for");
      return null;
    });
  }

  /** Null when the page may be served. */
  return async (req: IncomingMessage, pathname: string): Promise<PageRefusal | null> => {
    if (isExempt(pathname)) return null;
    const { cookie } = req.headers;
    const verdict = await gate({
      ipKey: ipKeyOf(req),
      pathname,
      playerId: cookie ? await known(playerByPass(box, cookie)) : null,
      hostId: cookie ? () => known(hostByCookie(box, cookie)) : undefined,
    });
    if (verdict.ok) return null;
    box.metrics.limited(verdict.policy);
    const url = req.url ?? "/";
    const search = url.includes("?") ? url.slice(url.indexOf("?")) : "";
    const header = (name: string) => req.headers[name]?.toString();
    return refusedPage(verdict, {
      isData: isDataRequest({ method: req.method ?? "GET", header, search }),
      pathname,
      search,
      policies: box.limitsFile.policies(),
      isSecure: box.env.PUBLIC_URL?.startsWith("https://") ?? false,
    });
  };
}
