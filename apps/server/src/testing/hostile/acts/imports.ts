import type { HostileAct } from "../act.ts";
import type { Villain } from "../villain.ts";

const LINES = 32;
const EVERY_MS = 300;

/** Imports that never end: of refused lines, and of notes with old dates. */
export const IMPORT_ACTS: readonly HostileAct[] = [
  { name: "bad lines of an import", begin: (villain) => importing(villain, () => '{"note": {}}') },
  {
    name: "an import of notes with old dates",
    begin: (villain) =>
      importing(villain, () =>
        JSON.stringify({
          note: {
            title: `Old ${crypto.randomUUID()}`,
            content: "-",
            note_type: "fact",
            created_at: "2001-01-01T00:00:00Z",
          },
        }),
      ),
  },
];

function importing(villain: Villain, line: () => string) {
  const head = ["POST /api/workspace/import HTTP/1.1", "Host: localhost", `Authorization: Bearer ${villain.token}`];
  head.push("Content-Type: application/x-ndjson", "Transfer-Encoding: chunked", "", "");
  const socket = villain.socket(head.join("\r\n"));
  const send = () => {
    const text = Array.from({ length: LINES }, () => `${line()}\n`).join("");
    if (!socket.destroyed) socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
  };
  send();
  const timer = setInterval(send, EVERY_MS);
  return () => {
    clearInterval(timer);
    socket.destroy();
  };
}
