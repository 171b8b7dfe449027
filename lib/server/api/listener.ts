/** The API as Node calls it: polls of seated players take the shortest way, everything else goes through Hono. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Container } from "../container";
import { createApi } from "./app";
import { createPollRoad } from "./poll-road";

export function createApiListener(box: Container, ready: () => Promise<boolean>) {
  const pollRoad = createPollRoad(box);
  // Next and better-auth need the Request and Response that Node brings
  const hono = getRequestListener(createApi(box, ready).fetch, { overrideGlobalObjects: false });
  return (req: IncomingMessage, res: ServerResponse): void => {
    if (!pollRoad(req, res)) void hono(req, res);
  };
}
