import { aNoteBody, apiOf } from "@knote/testkit";
import type { HostileAct } from "../act.ts";
import type { Villain } from "../villain.ts";

/** Callers of each kind. */
const CALLERS = 24;

/** Sends every request that needs the databases, whose answers the test holds back. */
export function slowDatabases(): HostileAct {
  const path = { id: "" };
  const kinds: readonly ((villain: Villain) => Promise<number>)[] = [
    ({ send }) => send(`GET /api/workspace/notes/${path.id}`),
    ({ send }) => send(`GET /api/workspace/notes/${path.id}/links`),
    ({ send }) => send("GET /api/graph/notes?limit=100"),
    ({ send }) => send("GET /api/graph/stats"),
    ({ send }) => send("GET /api/graph/notes?q=syrup"),
    ({ send }) => send(`GET /api/graph/notes?q=${encodeURIComponent('"to be"')}`),
    ({ send }) => send("POST /api/recall", { query: "How does syrup run?" }),
    ({ send }) => send("POST /api/ask", { query: "How does syrup run?" }),
    ({ send }) => send("POST /api/workspace/notes", aNoteBody("Syrup runs")),
    ({ send }) => send(`PUT /api/workspace/notes/${path.id}`, { content: "It runs." }),
  ];
  return {
    name: "everything at once over slow databases",
    async prepare({ url, token }) {
      const api = await apiOf({ url, token: async () => token }, "");
      path.id = (await api("POST", "/api/workspace/notes", aNoteBody("Syrup is to be had"))).body.id;
    },
    begin(villain) {
      const stops = kinds.map((kind) => villain.keepOn(CALLERS, () => kind(villain)));
      return () => stops.forEach((stop) => stop());
    },
  };
}
