import type { NoteLinks } from "@knote/contract";

export interface ChainedNote {
  readonly id: string;
  readonly title: string;
}

/** Most notes followed in each direction. */
const MOST = 20;

/** Returns the notes that a note superseded, and those that superseded it, in order. */
export async function walkChain(
  id: string,
  linksOf: (id: string) => Promise<NoteLinks>,
): Promise<{ readonly older: readonly ChainedNote[]; readonly newer: readonly ChainedNote[] }> {
  const [older, newer] = await Promise.all([
    follow(id, async (from) =>
      (await linksOf(from)).outgoing.flatMap(({ relation, target_id: to, target_title: title }) =>
        relation === "supersedes" ? { id: to, title } : [],
      ),
    ),
    follow(id, async (from) =>
      (await linksOf(from)).incoming.flatMap(({ relation, source_id: by, source_title: title }) =>
        relation === "supersedes" ? { id: by, title } : [],
      ),
    ),
  ]);
  return { older: older.toReversed(), newer };
}

/** Follows links in one direction, nearest first; a note on several paths is listed once. */
async function follow(id: string, next: (id: string) => Promise<readonly ChainedNote[]>): Promise<ChainedNote[]> {
  const seenIds = new Set([id]);
  const chain: ChainedNote[] = [];
  let front: readonly string[] = [id];
  while (front.length > 0 && chain.length < MOST) {
    const reachedNotes = (await Promise.all(front.map(next))).flat().filter((note) => !seenIds.has(note.id));
    const fresh = reachedNotes.filter((note) => !seenIds.has(note.id) && seenIds.add(note.id));
    chain.push(...fresh);
    front = fresh.map((note) => note.id);
  }
  return chain.slice(0, MOST);
}
