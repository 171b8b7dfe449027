/** Who the host is and whether this session is theirs: asked before every host request, in one place. */
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import { cohostActor } from "../cohost";
import type { Container } from "../container";
import { type HostActor, hostActor } from "../projections";
import type { SessionRoom } from "../session-room";
import type { ApiContext } from "./respond";

/** UNAUTHENTICATED without a good cookie. */
export const signedIn = async (c: ApiContext, box: Container): Promise<Result<HostActor>> =>
  c.get("host") ?? hostActor(box, c.req.raw.headers);

/**
 * The session's host by the cookie, or its co-host by the token in the query (the cookie is then not looked at): BAD_TOKEN,
 * UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.
 */
export async function hosting(
  c: ApiContext,
  box: Container,
): Promise<Result<{ host: HostActor; room: SessionRoom }>> {
  const token = c.req.query("cohost");
  if (token !== undefined)
    return cohostActor(box, await box.service.findRoom(c.req.param("id") ?? ""), token);
  const host = await signedIn(c, box);
  if (!host.ok) return host;
  const room = await box.service.findRoom(c.req.param("id") ?? "");
  if (!room) return refuse("NOT_FOUND", "This session does not exist.");
  if (room.stored.hostId !== host.value.hostId) {
    box.log.warn({ sessionId: room.sessionId, hostId: host.value.hostId }, "a foreign session was refused");
    return refuse("FORBIDDEN", "This session belongs to another host.");
  }
  return ok({ host: host.value, room });
}
