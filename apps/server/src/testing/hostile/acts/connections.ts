import type { HostileAct } from "../act.ts";
import type { Villain } from "../villain.ts";

const STREAMS = 300;
const BODIES = 600;

/** Acts that hold many connections open. */
export const CONNECTION_ACTS: readonly HostileAct[] = [
  {
    name: "hundreds of streams",
    begin: (villain) =>
      openSockets(villain, STREAMS, [
        "GET /api/activity/stream HTTP/1.1",
        "Host: localhost",
        `Authorization: Bearer ${villain.token}`,
        "",
        "",
      ]),
  },
  {
    name: "bodies that never end",
    begin: (villain) =>
      openSockets(villain, BODIES, [
        "POST /api/workspace/notes HTTP/1.1",
        "Host: localhost",
        `Authorization: Bearer ${villain.token}`,
        "Content-Type: application/json",
        "Content-Length: 100000",
        "",
        `{"title": "${"x".repeat(20_000)}`,
      ]),
  },
];

function openSockets(villain: Villain, count: number, lines: readonly string[]) {
  const sockets = Array.from({ length: count }, () => villain.socket(lines.join("\r\n")));
  return () => sockets.forEach((socket) => socket.destroy());
}
