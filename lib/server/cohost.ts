/**
 * A co-host: whoever has the link of a session's second console. It may do all in this session that its host may, but
 * for making a new link, and nothing else of the host's account. It has no account of its own: limits and the audit
 * trail know it by its session.
 */
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import type { Container } from "./container";
import type { HostActor } from "./projections";
import type { SessionRoom } from "./session-room";

export const cohostId = (sessionId: string): string => `cohost:${sessionId}`;
export const isCohost = (hostId: string): boolean => hostId.startsWith("cohost:");

/** BAD_TOKEN for a link that was replaced, another session's and an invention. */
export function cohostActor(
  box: Pick<Container, "tokens">,
  room: SessionRoom | null,
  token: string,
): Result<{ host: HostActor; room: SessionRoom }> {
  if (!room || box.tokens.readCohostToken(room.sessionId, token) !== room.state.cohostLink)
    return refuse("BAD_TOKEN", "This co-host link is not valid any more. Ask the host for the new one.");
  const host = { hostId: cohostId(room.sessionId), name: "Co-host", email: "", isAnonymous: true };
  return ok({ host, room });
}
