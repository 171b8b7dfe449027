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
  const unanswered = new Set<(why: Error) => void>();
  socket.on("disconnect", () => {
    forget();
    for (const fail of unanswered) fail(new Error("the line fell"));
  });
  return {
    get connected() {
      return socket.connected;
    },
    on: (event, handler) => void socket.on(event, handler as (...args: unknown[]) => void),
    connect: () => void socket.connect(),
    disconnect: () => void socket.disconnect(),
    emitWithAck(event, payload, { timeoutMs, onLate }) {
      return new Promise((resolve, reject) => {
        let isOver = false;
        const over = () => {
          isOver = true;
          unanswered.delete(fail);
          clearTimeout(timer);
        };
        const fail = (why: Error) => {
          over();
          reject(why);
        };
        const timer = setTimeout(() => fail(new Error("not acknowledged in time")), timeoutMs);
        unanswered.add(fail);
        socket.emit(event, payload, (reply: unknown) => {
          if (isOver) return onLate();
          over();
          resolve(reply);
        });
        forget();
      });
    },
  };
}
