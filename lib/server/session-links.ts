/**
 * The three links of a session that ask for no account: the big screen's, the marker's and the co-host's. A co-host sees all
 * of them, so they are made anew together, and whoever was let in by the old ones is out of every door.
 */
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import type { Container } from "./container";
import type { SessionRoom } from "./session-room";
import type { LinkKind } from "./tokens";

const notValid: Record<LinkKind, string> = {
  screen: "This big screen's link is not valid. Open it from the host console.",
  marker: "This marker's link is not valid. Ask the host for a new one.",
  cohost: "This co-host link is not valid any more. Ask the host for the new one.",
};

/** BAD_TOKEN for a link that was replaced, another session's and an invention. */
export function openedBy(
  box: Pick<Container, "tokens">,
  room: SessionRoom | null,
  kind: LinkKind,
  token: string | null | undefined,
): Result<SessionRoom> {
  const isInForce = room && box.tokens.readLinkToken(kind, room.sessionId, token) === room.state.cohostLink;
  return isInForce ? ok(room) : refuse("BAD_TOKEN", notValid[kind]);
}
