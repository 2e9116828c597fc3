import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

const POLL_MS = 25;
/** How long a keep-alive connection stays open after the last request: another may be on its way. */
const GRACE_MS = 200;

/** Stops accepting connections and waits for running requests; cuts off those that outlast the deadline. */
export type Drain = (deadlineMs: number, listening?: readonly NetServer[]) => Promise<void>;

/** Creates the drain of a server, which must not listen yet. */
export function createDrain(server: Server): Drain {
  const sockets = new Set<Socket>();
  const underWay = new Set<ServerResponse>();
  let draining = false;
  let lastActivity = 0;
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  // Runs before the app, which may answer at once.
  server.prependListener("request", (_request, response) => {
    underWay.add(response);
    response.once("close", () => {
      underWay.delete(response);
      lastActivity = performance.now();
    });
    if (draining) closeAfterAnswer(response);
  });

  function closeIdle(): void {
    if (performance.now() - lastActivity < GRACE_MS) return;
    server.closeIdleConnections();
    // Node counts a connection as busy until its first request ends; browsers open some that they may never use.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  return async (deadlineMs, listening = [server]) => {
    draining = true;
    lastActivity = performance.now();
    underWay.forEach(closeAfterAnswer);
    const idle = setInterval(closeIdle, POLL_MS);
    const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
    await Promise.all(listening.map(stopListening));
    clearInterval(idle);
    clearTimeout(deadline);
  };
}

function stopListening(listening: NetServer): Promise<void> {
  // An HTTP server's own `close` drops keep-alive connections at once, with requests that are on their way there.
  return new Promise((resolve) => NetServer.prototype.close.call(listening, () => resolve()));
}

/** Tells the client that the connection closes after this answer. */
function closeAfterAnswer(response: ServerResponse): void {
  if (!response.headersSent) response.shouldKeepAlive = false;
}
