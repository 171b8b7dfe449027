/**
 * A co-host: whoever has the link of a session's second console. It may do all in this session that its host may, but
 * for making new links, and nothing else of the host's account. It has no account of its own: limits and the audit
 * trail know it by its session.
 */
import { ok, type Result } from "@/lib/contracts/refusals";
import type { Container } from "./container";
import type { HostActor } from "./projections";
import { openedBy } from "./session-links";
import type { SessionRoom } from "./session-room";

export const cohostId = (sessionId: string): string => `cohost:${sessionId}`;
export const isCohost = (hostId: string): boolean => hostId.startsWith("cohost:");

/** BAD_TOKEN for a link that was replaced, another session's and an invention. */
export function cohostActor(
  box: Pick<Container, "tokens">,
  room: SessionRoom | null,
  token: string,
): Result<{ host: HostActor; room: SessionRoom }> {
  const opened = openedBy(box, room, "cohost", token);
  if (!opened.ok) return opened;
  const host = { hostId: cohostId(opened.value.sessionId), name: "Co-host", email: "", isAnonymous: true };
  return ok({ host, room: opened.value });
}
