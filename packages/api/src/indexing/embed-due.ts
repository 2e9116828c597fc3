import { DomainError } from "../errors.ts";
import type { DueNote } from "../ports/search-index.ts";
import type { DueTurns } from "./due-turns.ts";
import { type DueText, embedGroup, type GroupEmbedding } from "./embed-group.ts";
import { noteWindows } from "../text/windows.ts";

/** Texts per embedding call, approximately; a process that dies in the middle loses this much work. */
const TEXTS_AT_ONCE = 96;

export interface DueEmbedding extends GroupEmbedding {
  readonly turns: DueTurns;
}

export interface EmbeddingResult {
  /** Due notes that were processed. */
  readonly notes: number;
  /** Whether due notes were skipped because indexing is paused for their users. */
  readonly isHolding: boolean;
}

/** Embeds and stores some due notes: a share for each user whose turn it is. */
export async function embedDue(parts: DueEmbedding, signal: AbortSignal): Promise<EmbeddingResult> {
  if (parts.embedder.status() === "down") throw new DomainError("UNAVAILABLE", "The embedder is down.");
  const { turns, isHolding } = await parts.turns.next(TEXTS_AT_ONCE);
  let notes = 0;
  let group: DueText[] = [];
  for (const due of turns) {
    const { takenCount, texts } = await takeShare(parts, due, Math.ceil(TEXTS_AT_ONCE / turns.length));
    if (signal.aborted) break;
    notes += takenCount;
    group.push(...texts);
    if (windowsOf(group) < TEXTS_AT_ONCE) continue;
    await embedGroup(parts, group, signal);
    group = [];
  }
  if (group.length > 0 && !signal.aborted) await embedGroup(parts, group, signal);
  return { notes, isHolding };
}

/** Takes notes of one user up to about `most` windows, at least one note. */
async function takeShare({ storage }: DueEmbedding, due: readonly DueNote[], most: number) {
  const texts: DueText[] = [];
  let takenCount = 0;
  for (const { userId, noteId, since } of due) {
    if (windowsOf(texts) >= most) break;
    takenCount++;
    const note = await storage.notes.get(userId, noteId);
    if (note !== null) texts.push({ userId, note, windows: noteWindows(note.content), since });
  }
  return { takenCount, texts };
}

function windowsOf(texts: readonly DueText[]): number {
  return texts.reduce((sum, { windows }) => sum + windows.length, 0);
}
