/** Who the host is and whether this session is theirs: asked before every host request, in one place. */
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import type { PolicyName } from "@/lib/limits/policies";
import { cohostActor } from "../cohost";
import type { Container } from "../container";
import { type HostActor, hostActor } from "../projections";
import type { SessionRoom } from "../session-room";
import { type ApiContext, overLimit, refusal } from "./respond";

type Hosting = { host: HostActor; room: SessionRoom };

/** UNAUTHENTICATED without a good cookie. */
export const signedIn = async (c: ApiContext, box: Container): Promise<Result<HostActor>> =>
  c.get("host") ?? hostActor(box, c.req.raw.headers);

/**
 * The session's host by the cookie, or its co-host by the token in the query (the cookie is then not looked at): BAD_TOKEN,
 * UNAUTHENTICATED, NOT_FOUND, FORBIDDEN.
 */
export async function hosting(c: ApiContext, box: Container): Promise<Result<Hosting>> {
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

/** Who is signed in, charged for what is asked; or the refusal to send. */
export async function chargedHost(
  c: ApiContext,
  box: Container,
  policy: PolicyName,
): Promise<HostActor | Response> {
  const host = await signedIn(c, box);
  if (!host.ok) return refusal(c, host.error);
  return (await overLimit(c, box, [{ policy, key: host.value.hostId }])) ?? host.value;
}

/** The session's host or co-host, charged for what is asked; or the refusal to send. */
export async function chargedHosting(
  c: ApiContext,
  box: Container,
  policy: PolicyName,
): Promise<Hosting | Response> {
  const who = await hosting(c, box);
  if (!who.ok) return refusal(c, who.error);
  return (await overLimit(c, box, [{ policy, key: who.value.host.hostId }])) ?? who.value;
}
