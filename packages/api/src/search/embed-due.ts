import type { Services } from "../context.ts";
import { DomainError } from "../errors.ts";
import type { StoredNote } from "../ports/note-store.ts";
import type { NoteWindow } from "../ports/search-index.ts";
import { noteWindows, windowText } from "./windows.ts";

/** What is embedded in one call, about, and lost when the process dies in the middle. */
const TEXTS_AT_ONCE = 96;

type Parts = Pick<Services, "storage" | "embedder">;

interface Work {
  readonly userId: string;
  readonly note: StoredNote;
  readonly windows: readonly NoteWindow[];
}

/** Embeds and puts some due notes; answers how many were due. */
export async function embedDue(parts: Parts, signal: AbortSignal): Promise<number> {
  const { storage, embedder } = parts;
  if (embedder.status() === "down") throw new DomainError("UNAVAILABLE", "The embedder is down.");
  const due = await storage.vectors.due(embedder.model, TEXTS_AT_ONCE);
  let group: Work[] = [];
  let texts = 0;
  for (const { userId, noteId } of due) {
    const note = await storage.notes.get(userId, noteId);
    if (signal.aborted) return 0;
    if (note === null) continue;
    const windows = noteWindows(note.content);
    group.push({ userId, note, windows });
    texts += windows.length;
    if (texts < TEXTS_AT_ONCE) continue;
    await embedAndPut(parts, group, signal);
    [group, texts] = [[], 0];
  }
  if (texts > 0) await embedAndPut(parts, group, signal);
  return due.length;
}

async function embedAndPut({ storage, embedder }: Parts, group: readonly Work[], signal: AbortSignal): Promise<void> {
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
