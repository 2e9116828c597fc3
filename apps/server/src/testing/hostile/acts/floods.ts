import type { HostileAct } from "../act.ts";

const CALLERS = 24;
const BATCH = 20;
const HEAVY =
  "the of and to be or not to be note* link* claim* t* a* " +
  Array.from({ length: 40 }, (_, n) => `word${n}`).join(" ");

/** Acts that repeat ordinary requests far too often. */
export const FLOOD_ACTS: readonly HostileAct[] = [
  {
    name: "searches of heavy words",
    begin: (villain) =>
      villain.keepOn(CALLERS, () => villain.send(`GET /api/graph/notes?limit=1000&q=${encodeURIComponent(HEAVY)}`)),
  },
  {
    name: "idempotency keys without end",
    begin: (villain) =>
      villain.keepOn(CALLERS, () =>
        villain.send(
          "POST /api/workspace/notes",
          { title: "Once", content: "-", note_type: "fact" },
          { "Idempotency-Key": crypto.randomUUID() },
        ),
      ),
  },
  {
    name: "calls in batches",
    begin(villain) {
      const input = Object.fromEntries(
        Array.from({ length: BATCH }, (_, place) => [place, { query: `Claim ${place}` }]),
      );
      const path = `POST /trpc/${Array(BATCH).fill("recall.recall").join(",")}?batch=1`;
      return villain.keepOn(CALLERS, () => villain.send(path, input));
    },
  },
  {
    name: "two hundred questions at once",
    begin: (villain) => villain.keepOn(200, () => villain.send("POST /api/recall", { query: "Which claim is it?" })),
  },
];
