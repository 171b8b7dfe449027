/** The API as Node calls it: polls of seated players and pictures take the shortest way, the rest goes through Hono. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { ipKey } from "../client-ip";
import type { Container } from "../container";
import { createMediaRoad } from "../media/media-road";
import { createApi } from "./app";
import { createPollRoad } from "./poll-road";
import { createIpReader } from "./respond";

export function createApiListener(box: Container, ready: () => Promise<boolean>) {
  const pollRoad = createPollRoad(box);
  const ipOf = createIpReader(box.env.TRUSTED_PROXIES);
  const mediaRoad = createMediaRoad(box, (req) => ipKey(ipOf(req)));
  // Next and better-auth need the Request and Response that Node brings
  const hono = getRequestListener(createApi(box, ready).fetch, { overrideGlobalObjects: false });
  return (req: IncomingMessage, res: ServerResponse): void => {
    if (!pollRoad(req, res) && !mediaRoad(req, res)) void hono(req, res);
  };
}
