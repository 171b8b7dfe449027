/**
 * What a player's page shows: the shared part by the name the server gives it, and the personal part. Whatever comes on the
 * socket is put together here, for the phone and for the rehearsal alike.
 */
import type { Refusal } from "@/lib/contracts/refusals";
import { sharedName, type ViewChange, withChange } from "@/lib/contracts/view-change";
import type { Envelope, MeView, PlayerView, SharedView } from "@/lib/contracts/views";
import type { SessionConnection, SocketLike } from "./session-connection";

export class ShownView {
  shared: SharedView | null = null;
  me: MeView | null = null;
  private name = "";

  /** A whole view. Says whether this page shows something else now. */
  take({ cursor, view }: Envelope<PlayerView>): boolean {
    const name = sharedName(cursor);
    // the name is made of the content; one's own part may be ahead of the server's by an acknowledgement
    const isChange = name !== this.name || JSON.stringify(this.me) !== JSON.stringify(view.me);
    this.name = name;
    this.shared = view.shared;
    this.me = view.me;
    return isChange;
  }

  /** Puts the socket's events on; `show`: something has come that is not older than what was shown. */
  listen(socket: SocketLike, connection: SessionConnection, show: () => void): void {
    socket.on("view:player", (envelope: Envelope<PlayerView>) => {
      if (!connection.heard(envelope)) return;
      this.take(envelope);
      show();
    });
    socket.on("view:change", (change: ViewChange) => {
      // a poll was quicker, or a message was lost
      if (!this.shared || change.on !== this.name) return connection.missed(change.version);
      if (!connection.heard(change)) return;
      this.shared = withChange(this.shared, change);
      this.name = sharedName(change.cursor);
      this.me = change.me;
      show();
    });
    socket.on("view:me", (message: { version: number; now: number; cursor: string; me: MeView }) => {
      const { cursor, version, now, me } = message;
      // a cursor stands for both parts: with another shared part than this page's it would hide that
      const isOurs = sharedName(cursor) === this.name;
      if (!connection.heard({ version, now, ...(isOurs ? { cursor } : {}) }, "me")) return;
      this.me = me;
      show();
      if (!isOurs) connection.missed(version);
    });
    socket.on("version:announced", (message: { version: number }) => connection.announced(message.version));
    socket.on("seat:revoked", (refusal: Refusal) => connection.end(refusal));
  }
}
