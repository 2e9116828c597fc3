import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

const POLL_MS = 25;
/** So long after the last request a kept-alive connection is left open: another may be on its way. */
const GRACE_MS = 200;

/** Takes no new connection and waits for the requests under way; those that outlast the deadline are cut off. */
export type Drain = (deadlineMs: number, listening?: readonly NetServer[]) => Promise<void>;

/** For a server that does not listen yet. */
export function createDrain(server: Server): Drain {
  const sockets = new Set<Socket>();
  const underWay = new Set<ServerResponse>();
  let draining = false;
  let lastActivity = 0;
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  // Before the app, which may answer at once.
  server.prependListener("request", (_request, response) => {
    underWay.add(response);
    response.once("close", () => {
      underWay.delete(response);
      lastActivity = performance.now();
    });
    if (draining) sayGoodbye(response);
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
    underWay.forEach(sayGoodbye);
    const idle = setInterval(closeIdle, POLL_MS);
    const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
    await Promise.all(listening.map(closed));
    clearInterval(idle);
    clearTimeout(deadline);
  };
}

function closed(listening: NetServer): Promise<void> {
  // By itself, a server of HTTP hangs up at once on kept-alive connections, and on what is on its way there.
  return new Promise((resolve) => NetServer.prototype.close.call(listening, () => resolve()));
}

/** Lets the client know that the connection takes no other request. */
function sayGoodbye(response: ServerResponse): void {
  if (!response.headersSent) response.shouldKeepAlive = false;
}
