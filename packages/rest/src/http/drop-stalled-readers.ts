import type { Server } from "node:http";
import type { Socket } from "node:net";

const LOOK_MS = 5_000;

/**
 * Hangs up on connections whose client has taken nothing for so long of what waits for it, however it was written.
 * The socket itself sees whether any of it was taken; a quiet stream has nothing waiting.
 */
export function dropStalledReaders(server: Server, stalledMs: number): void {
  const sockets = new Set<Socket>();
  const watched = new WeakSet<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const timer = setInterval(look, Math.min(LOOK_MS, stalledMs)).unref();
  server.once("close", () => clearInterval(timer));

  function look(): void {
    for (const socket of sockets) {
      const isWaiting = socket.writableLength > 0;
      if (isWaiting === watched.has(socket)) continue;
      if (isWaiting) watched.add(socket);
      else watched.delete(socket);
      // What Node has set itself since, for a connection that is idle, is left as it is.
      if (isWaiting || socket.timeout === stalledMs) socket.setTimeout(isWaiting ? stalledMs : 0);
    }
  }
}
