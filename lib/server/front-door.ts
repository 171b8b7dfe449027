/**
 * Stands at the port while the house is still opening: the process answers within a fraction of a second of its start,
 * and what arrives before the API is ready is kept waiting and then served, in the order of arrival. A phone whose line
 * broke in a restart is back when the house is, without another round of back-off. It knows no rule of the house; when
 * the wait grows long (a database that is being created or migrated) it says UNAVAILABLE and when to come again.
 */
import type { Server as HttpServer, IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { problemContentType, problemOf } from "@/lib/contracts/problem";
import { refusalStatus, refuse } from "@/lib/contracts/refusals";

/** A restart takes about a second, on a slow laptop three; phones give up a request after 10 s. */
const longestHoldMs = 3_000;
/** Every phone of the largest room with a poll and a socket each; beyond that it is not a room. */
const mostHeld = 10_000;
/** How soon a phone that was turned away should try again (design.md, decision 2). */
const comeAgainMs = 300;
/** As lib/server/waiters.ts does: sockets and answers get their turn while a room is let in. */
const slice = 100;

export type Handler = (req: IncomingMessage, res: ServerResponse) => void;
export type FrontDoor = {
  /** From now on `handler` serves; those who waited come first. Upgrades go to whoever listens for them by now. */
  open(handler: Handler): void;
};

export function createFrontDoor(http: HttpServer, holdMs = longestHoldMs): FrontDoor {
  type Held = { enter(): void; timer: NodeJS.Timeout };
  const waiting = new Set<Held>();
  let handler: Handler | null = null;

  function hold(enter: () => void, turnAway: () => void, onGone: (gone: () => void) => void): void {
    if (waiting.size >= mostHeld) {
      turnAway();
      return;
    }
    const held: Held = {
      enter,
      timer: setTimeout(() => {
        if (waiting.delete(held)) turnAway();
      }, holdMs),
    };
    waiting.add(held);
    onGone(() => {
      clearTimeout(held.timer);
      waiting.delete(held);
    });
  }

  const onRequest: Handler = (req, res) => {
    if (handler) return handler(req, res);
    const path = req.url?.split("?", 1)[0];
    // whoever watches this process must see that it lives, and must not send it guests yet
    if (path === "/healthz") return sendJson(res, 200, { ok: true, starting: true });
    if (path === "/readyz" || path === "/metrics") return comeAgain(res);
    hold(
      // past this listener, so that whoever has come to stand before it sees the request, too
      () => http.emit("request", req, res),
      () => comeAgain(res),
      (gone) => res.once("close", gone),
    );
  };
  const onUpgrade = (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    // a phone that goes away while it waits must not end the process
    const onError = () => socket.destroy();
    socket.on("error", onError);
    hold(
      () => {
        socket.off("error", onError);
        http.emit("upgrade", req, socket, head);
      },
      () => socket.destroy(),
      (gone) => socket.once("close", gone),
    );
  };
  http.on("request", onRequest);
  http.on("upgrade", onUpgrade);

  return {
    open(opened) {
      handler = opened;
      http.off("upgrade", onUpgrade);
      const all = [...waiting];
      for (const held of all) clearTimeout(held.timer);
      const enterFrom = (start: number) => {
        for (const held of all.slice(start, start + slice)) if (waiting.delete(held)) held.enter();
        if (start + slice < all.length) setImmediate(enterFrom, start + slice);
      };
      enterFrom(0);
    },
  };
}

function comeAgain(res: ServerResponse): void {
  const { error } = refuse("UNAVAILABLE", "Roomful is starting. This will be tried again by itself.");
  res.setHeader("Retry-After", "1");
  const problem = problemOf({ ...error, retryAfterMs: comeAgainMs });
  sendJson(res, refusalStatus(error.code), problem, problemContentType);
}

function sendJson(res: ServerResponse, status: number, body: unknown, type = "application/json"): void {
  const text = JSON.stringify(body);
  res.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
  });
  res.end(text);
}
