import type { Server } from "node:http";
import type { Socket } from "node:net";

const POLL_MS = 25;

/** Takes no new connection and waits for the requests under way; those that outlast the deadline are cut off. */
export type Drain = (deadlineMs: number) => Promise<void>;

/** For a server that does not listen yet. */
export function createDrain(server: Server): Drain {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });

  function closeIdle(): void {
    server.closeIdleConnections();
    // Node counts a connection as busy until its first request ends; browsers open some that they may never use.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  return async (deadlineMs) => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    server.close(() => resolve());
    closeIdle();
    // A kept-alive connection becomes idle only after its answer, so it has to be looked for again.
    const idle = setInterval(closeIdle, POLL_MS);
    const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
    await closed;
    clearInterval(idle);
    clearTimeout(deadline);
  };
}
