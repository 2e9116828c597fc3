import type { Writer } from "./writer.ts";

/** Longest time without any note embedded. The time for all of them depends too much on the machine. */
const STANDSTILL_MS = 300_000;
const NOTES_PER_WRITER = 2;
/** Short enough for one window, so that note and question are the same text. */
const SHORT = 500;

/** Waits until all notes are embedded, then checks that notes are found by meaning. */
export async function verifyIndex(writers: readonly Writer[]): Promise<string[]> {
  if (!(await isIndexed(writers[0]!.caller))) return ["notes are due to be embedded, but there is no progress"];
  const faults: string[] = [];
  for (const { caller, journal } of writers) {
    const live = [...journal.notes]
      .filter(([, { isDeleted, isArchived, content }]) => !isDeleted && !isArchived && content.length < SHORT)
      .slice(-NOTES_PER_WRITER);
    for (const [id, { title, content }] of live) {
      const query = `${title}\n${content}`;
      const { body } = await caller.call("POST", "/api/recall", { query, mode: "vector", limit: 50 });
      const hasSuccessor = await isSuperseded(caller, id);
      if (!hasSuccessor && !body.results.some((hit: { id: string }) => hit.id === id))
        faults.push(`note ${id} is not found by meaning`);
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

/** Recall replaces superseded notes with their successors. */
async function isSuperseded(caller: Writer["caller"], id: string): Promise<boolean> {
  return (await caller.call("GET", `/api/workspace/notes/${id}`)).body.state === "superseded";
}
