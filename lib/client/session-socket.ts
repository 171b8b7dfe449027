/**
 * The one socket of a session: WebSocket only, its library loaded when it is wanted, so that a blocked chunk or a
 * proxy that refuses upgrades costs the socket and nothing else. It must never reconnect by itself and never keep a
 * message for later: when to try again and what to repeat is decided by its owner (CON-09).
 */
import type { AnswerReply, SubmitAnswer } from "@/lib/contracts/answers";
import type { HostCommand } from "@/lib/contracts/commands";
import type { ClientToServerEvents, CommandReply, ServerToClientEvents, SocketAuth } from "@/lib/contracts/socket";

export type SocketEvents = ServerToClientEvents & {
  connect: () => void;
  disconnect: () => void;
  connect_error: (error: Error & { data?: unknown }) => void;
};
export type Asks = {
  "answer:submit": { message: SubmitAnswer; reply: AnswerReply };
  "command:send": { message: HostCommand; reply: CommandReply };
};
export type SessionSocket = {
  readonly connected: boolean;
  connect(): void;
  disconnect(): void;
  on<E extends keyof SocketEvents>(event: E, handler: SocketEvents[E]): void;
  /** Null when it is not connected, or no reply came in time or before the socket closed. */
  ask<E extends keyof Asks>(event: E, message: Asks[E]["message"], timeoutMs: number): Promise<Asks[E]["reply"] | null>;
};
export type OpenSocket = (auth: () => SocketAuth) => Promise<SessionSocket>;

/** A handshake that takes longer will not come; meanwhile polling plays on. */
const handshakeMs = 5000;

export const openSessionSocket: OpenSocket = async (auth) => openSocketAt(undefined, auth);

/** `origin` undefined: where the page came from. */
export async function openSocketAt(origin: string | undefined, auth: () => SocketAuth): Promise<SessionSocket> {
  const { io } = await import("socket.io-client");
  type Client = import("socket.io-client").Socket<ServerToClientEvents, ClientToServerEvents>;
  const options = {
    transports: ["websocket"],
    reconnection: false,
    autoConnect: false,
    forceNew: true,
    timeout: handshakeMs,
    auth: (send: (data: SocketAuth) => void) => send(auth()),
  };
  const socket: Client = origin === undefined ? io(options) : io(origin, options);
  // a socket whose ping ran out still says connected and keeps what is emitted for the next connection
  const forget = () => {
    socket.sendBuffer.length = 0;
  };
  socket.on("disconnect", forget);
  return {
    get connected() {
      return socket.connected;
    },
    connect: () => void socket.connect(),
    disconnect: () => void socket.disconnect(),
    on: (event, handler) => void socket.on(event as never, handler as never),
    ask: (event, message, timeoutMs) =>
      new Promise((resolve) => {
        if (!socket.connected) return resolve(null);
        const done = (failure: Error | null, reply: unknown) => resolve(failure ? null : (reply as never));
        socket.timeout(timeoutMs).emit(event as never, message as never, done as never);
      }),
  };
}
