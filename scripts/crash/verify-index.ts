import type { Writer } from "./writer.ts";

/** Without one note embedded: how long all of them take depends on the machine, and on what else it does. */
const STANDSTILL_MS = 300_000;
const ASKED = 2;
/** One window, so that note and question are the same text. */
const SHORT = 500;

/** Once nothing is to be embedded any more, notes are found by their meaning. */
export async function verifyIndex(writers: readonly Writer[]): Promise<string[]> {
  if (!(await isIndexed(writers[0]!.caller))) return ["notes are to be embedded, and nothing is done"];
  const faults: string[] = [];
  for (const { caller, journal } of writers) {
    const live = [...journal.notes]
      .filter(([, { deleted, archived, content }]) => !deleted && !archived && content.length < SHORT)
      .slice(-ASKED);
    for (const [id, { title, content }] of live) {
      const query = `${title}\n${content}`;
      const { body } = await caller.call("POST", "/api/recall", { query, mode: "vector", limit: 50 });
      const superseded = await isSuperseded(caller, id);
      if (!superseded && !body.results.some((hit: { id: string }) => hit.id === id))
        faults.push(`note ${id} is not found by its meaning`);
    }
  }
  return faults;
}

async function isIndexed(caller: Writer["caller"]): Promise<boolean> {
  let [least, since] = [Infinity, performance.now()];
  for (;;) {
    const { pending } = (await caller.call("GET", "/health")).body;
    if (pending === 0) return true;
    if (pending < least) [least, since] = [pending, performance.now()];
    if (performance.now() - since > STANDSTILL_MS) return false;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Those give way to what replaced them. */
async function isSuperseded(caller: Writer["caller"], id: string): Promise<boolean> {
  return (await caller.call("GET", `/api/workspace/notes/${id}`)).body.state === "superseded";
}
