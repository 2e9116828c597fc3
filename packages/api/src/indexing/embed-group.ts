import type { Services } from "../context.ts";
import { DomainError } from "../errors.ts";
import type { StoredNote } from "../ports/note-store.ts";
import type { NoteWindow } from "../text/windows.ts";
import { windowText } from "../text/windows.ts";

/** A text that no server refuses: when embedding it fails too, the earlier texts were not the cause. */
const HARMLESS = "Knote";
/** Each delay is as long as the note has been due so far, which doubles the wait without a counter. */
const SHORTEST_DELAY_MS = 60_000;
const LONGEST_DELAY_MS = 6 * 3_600_000;
/** Most notes postponed per user and call: finding each takes several requests, while other users wait. */
const POSTPONED_AT_ONCE = 8;

export interface GroupEmbedding extends Pick<Services, "storage" | "embedder" | "clock"> {
  /** Called with the reason when a note is postponed. */
  readonly onPostponed?: ((error: unknown) => void) | undefined;
}

/** A note to embed. */
export interface DueText {
  readonly userId: string;
  readonly note: StoredNote;
  readonly windows: readonly NoteWindow[];
  /** When the note became due, in ms since the epoch. */
  readonly since: number;
}

/**
 * Embeds and stores the group. When the embedder refuses it, tries each user's notes alone, then halves of them, and
 * so on: a note that is refused alone is postponed. The rest stays due when too many notes of a user are refused, or
 * when the embedder fails altogether.
 */
export async function embedGroup(parts: GroupEmbedding, group: readonly DueText[], signal: AbortSignal): Promise<void> {
  const users = [...Map.groupBy(group, ({ userId }) => userId).values()];
  if (users.length > 1 && (await refusalOf(parts, group, signal)) === null) return;
  for (const notes of users) await embedNotes(parts, notes, signal, POSTPONED_AT_ONCE);
}

/** Returns how many notes were postponed. */
async function embedNotes(
  parts: GroupEmbedding,
  group: readonly DueText[],
  signal: AbortSignal,
  most: number,
): Promise<number> {
  const refusal = await refusalOf(parts, group, signal);
  if (refusal === null) return 0;
  if (group.length === 1) {
    await postpone(parts, group[0]!, refusal);
    return 1;
  }
  const middle = Math.ceil(group.length / 2);
  const postponedCount = await embedNotes(parts, group.slice(0, middle), signal, most);
  if (postponedCount >= most) return postponedCount;
  return postponedCount + (await embedNotes(parts, group.slice(middle), signal, most - postponedCount));
}

/** Returns null when everything is stored, else the refusal. Throws when the embedder refuses even a harmless text. */
async function refusalOf(parts: GroupEmbedding, group: readonly DueText[], signal: AbortSignal) {
  const texts = group.flatMap(({ note, windows }) => windows.map((window) => windowText(note, window)));
  const users = group.flatMap(({ userId, windows }) => windows.map(() => userId));
  const options = { priority: "background", signal } as const;
  let vectors: readonly Float32Array[];
  try {
    vectors = await parts.embedder.embed(texts, { ...options, userId: users });
  } catch (error) {
    if (signal.aborted || (DomainError.is(error) && error.code === "UNAVAILABLE")) throw error;
    await parts.embedder.embed([HARMLESS], options);
    return { error };
  }
  await put(parts, group, vectors);
  return null;
}

async function put({ storage, embedder }: GroupEmbedding, group: readonly DueText[], vectors: readonly Float32Array[]) {
  const rest = vectors.values();
  const puts = group.map(({ userId, note, windows }) =>
    storage.vectors.put(userId, note.id, {
      model: embedder.model,
      revision: note.revision,
      windows: windows.map((window) => ({ ...window, vector: rest.next().value! })),
      complete: true,
    }),
  );
  await Promise.all(puts);
}

async function postpone(
  parts: GroupEmbedding,
  { userId, note, since }: DueText,
  { error }: { readonly error: unknown },
) {
  const { storage, embedder, clock } = parts;
  const forMs = Math.min(Math.max(clock.now() - since, SHORTEST_DELAY_MS), LONGEST_DELAY_MS);
  await storage.vectors.postpone(userId, note.id, { model: embedder.model, revision: note.revision, forMs });
  parts.onPostponed?.(error);
}
