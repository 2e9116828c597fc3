import type { Services } from "../context.ts";
import { DomainError } from "../errors.ts";
import type { StoredNote } from "../ports/note-store.ts";
import type { DueNote, NoteWindow } from "../ports/search-index.ts";
import type { DueTurns } from "./due-turns.ts";
import { noteWindows, windowText } from "./windows.ts";

/** What is embedded in one call, about, and lost when the process dies in the middle. */
const TEXTS_AT_ONCE = 96;

export interface DueEmbedding extends Pick<Services, "storage" | "embedder"> {
  readonly turns: DueTurns;
}

interface Work {
  readonly userId: string;
  readonly note: StoredNote;
  readonly windows: readonly NoteWindow[];
}

/** Embeds and puts some due notes, of each user whose turn it is a share; returns how many it looked at. */
export async function embedDue(parts: DueEmbedding, signal: AbortSignal): Promise<number> {
  if (parts.embedder.status() === "down") throw new DomainError("UNAVAILABLE", "The embedder is down.");
  const turns = await parts.turns.next(TEXTS_AT_ONCE);
  let seen = 0;
  let group: Work[] = [];
  for (const due of turns) {
    const { taken, work } = await takeShare(parts, due, Math.ceil(TEXTS_AT_ONCE / turns.length));
    if (signal.aborted) return 0;
    seen += taken;
    group.push(...work);
    if (textsOf(group) < TEXTS_AT_ONCE) continue;
    await embedAndPut(parts, group, signal);
    group = [];
  }
  if (group.length > 0) await embedAndPut(parts, group, signal);
  return seen;
}

/** One user's notes up to so many texts, and one at least. */
async function takeShare({ storage }: DueEmbedding, due: readonly DueNote[], texts: number) {
  const work: Work[] = [];
  let taken = 0;
  for (const { userId, noteId } of due) {
    if (textsOf(work) >= texts) break;
    taken++;
    const note = await storage.notes.get(userId, noteId);
    if (note !== null) work.push({ userId, note, windows: noteWindows(note.content) });
  }
  return { taken, work };
}

function textsOf(group: readonly Work[]): number {
  return group.reduce((sum, { windows }) => sum + windows.length, 0);
}

async function embedAndPut(
  { storage, embedder }: DueEmbedding,
  group: readonly Work[],
  signal: AbortSignal,
): Promise<void> {
  const texts = group.flatMap(({ note, windows }) => windows.map((window) => windowText(note, window)));
  const vectors = (await embedder.embed(texts, { priority: "background", signal })).values();
  const puts = group.map(({ userId, note, windows }) =>
    storage.vectors.put(userId, note.id, {
      model: embedder.model,
      revision: note.revision,
      windows: windows.map((window) => ({ ...window, vector: vectors.next().value! })),
      complete: true,
    }),
  );
  await Promise.all(puts);
}
