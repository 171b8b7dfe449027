/** Who asks, and the envelope for host and big screen: one function each, used by HTTP and sockets alike. */
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import type { Envelope, HostView, ScreenView } from "@/lib/contracts/views";
import type { Container } from "./container";
import { lanAddresses, publicAddress } from "./public-url";
import { hostView, screenView } from "./room-views";
import type { SessionRoom } from "./session-room";
import type { LinkKind } from "./tokens";

export type HostActor = { hostId: string; name: string; email: string; isAnonymous: boolean };

/** The signed-in host, or UNAUTHENTICATED. Takes the cookie from HTTP requests and socket handshakes alike. */
export async function hostActor(box: Container, headers: Headers): Promise<Result<HostActor>> {
  if (!headers.has("cookie")) return refuse("UNAUTHENTICATED");
  const login = await box.auth.getSession(headers);
  if (!login) return refuse("UNAUTHENTICATED");
  const { id, name, email } = login.user;
  return ok({ hostId: id, name, email, isAnonymous: login.user.isAnonymous === true });
}

const addressFor = (box: Container, requestHost: string | undefined) =>
  publicAddress({ publicUrl: box.env.PUBLIC_URL, requestHost, port: box.port(), addresses: lanAddresses() });

export function hostEnvelope(
  box: Container,
  room: SessionRoom,
  requestHost: string | undefined,
): Envelope<HostView> {
  const now = box.now();
  const tokenFor = (kind: LinkKind) => box.tokens.linkToken(kind, room.sessionId, room.state.cohostLink);
  return {
    cursor: room.liveCursor(box.bootId),
    version: room.state.version,
    now,
    view: hostView(room, {
      ...addressFor(box, requestHost),
      screenToken: tokenFor("screen"),
      markerToken: tokenFor("marker"),
      cohostToken: tokenFor("cohost"),
      now,
    }),
  };
}

export function screenEnvelope(
  box: Container,
  room: SessionRoom,
  requestHost: string | undefined,
): Envelope<ScreenView> {
  return {
    cursor: room.liveCursor(box.bootId),
    version: room.state.version,
    now: box.now(),
    view: screenView(room, addressFor(box, requestHost)),
  };
}
