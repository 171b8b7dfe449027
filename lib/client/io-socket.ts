/**
 * socket.io as a SocketLike. The library keeps what is sent while it is not connected, or while its last ping is
 * overdue, and sends it on the next connection: that store is emptied, so that nothing arrives late unasked (CON-09).
 */
import type { Socket } from "socket.io-client";
import type { SocketLike } from "./session-connection";

export function ioSocket(socket: Socket): SocketLike {
  const forget = () => {
    socket.sendBuffer = [];
  };
  socket.on("disconnect", forget);
  return {
    get connected() {
      return socket.connected;
    },
    on: (event, handler) => void socket.on(event, handler as (...args: unknown[]) => void),
    connect: () => void socket.connect(),
    disconnect: () => void socket.disconnect(),
    emitWithAck(event, payload, timeoutMs) {
      const reply = socket.timeout(timeoutMs).emitWithAck(event, payload);
      forget();
      return reply;
    },
  };
}
