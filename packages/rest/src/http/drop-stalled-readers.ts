import type { Server } from "node:http";
import type { Socket } from "node:net";

const LOOK_MS = 5_000;

/**
 * Hangs up on connections whose client has read nothing of its waiting bytes for `stalledMs`, whoever wrote them.
 * The socket's own timeout notices whether any were read; an idle stream has no waiting bytes.
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
      // A timeout that Node has set since, for an idle connection, stays.
      if (isWaiting || socket.timeout === stalledMs) socket.setTimeout(isWaiting ? stalledMs : 0);
    }
  }
}
