import type { Server } from "node:http";
import type { Socket } from "node:net";

const CHECK_MS = 5_000;

/**
 * Hangs up on connections whose client has read nothing of its waiting bytes for `stalledMs`, whoever wrote them.
 * The socket's own timeout notices whether any were read; an idle stream has no waiting bytes.
 */
export function dropStalledReaders(server: Server, stalledMs: number): void {
  const sockets = new Set<Socket>();
  const watchedSockets = new WeakSet<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const timer = setInterval(checkSockets, Math.min(CHECK_MS, stalledMs)).unref();
  server.once("close", () => clearInterval(timer));

  function checkSockets(): void {
    for (const socket of sockets) {
      const isWaiting = socket.writableLength > 0;
      if (isWaiting === watchedSockets.has(socket)) continue;
      if (isWaiting) watchedSockets.add(socket);
      else watchedSockets.delete(socket);
      // A timeout that Node has set since, for an idle connection, stays.
      if (isWaiting || socket.timeout === stalledMs) socket.setTimeout(isWaiting ? stalledMs : 0);
    }
  }
}
