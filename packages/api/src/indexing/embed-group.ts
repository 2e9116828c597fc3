import type { Services } from "../context.ts";
import { DomainError } from "../errors.ts";
import type { StoredNote } from "../ports/note-store.ts";
import type { NoteWindow } from "../text/windows.ts";
import { windowText } from "../text/windows.ts";

/** No server refuses this: where it fails, the texts before it were not at fault. */
const HARMLESS = "Knote";
/** How often a note was postponed nobody counts: it waits as long again as it has waited. */
const SHORTEST_DELAY_MS = 60_000;
const LONGEST_DELAY_MS = 6 * 3_600_000;
/** Each takes several calls to find; others wait meanwhile. */
const POSTPONED_AT_ONCE = 8;

export interface GroupEmbedding extends Pick<Services, "storage" | "embedder" | "clock"> {
  /** Told why a note is postponed. */
  readonly onPostponed?: ((error: unknown) => void) | undefined;
}

/** A note that is to be embedded. */
export interface DueText {
  readonly userId: string;
  readonly note: StoredNote;
  readonly windows: readonly NoteWindow[];
  /** When it came to be due, in ms since the epoch. */
  readonly since: number;
}

/**
 * Embeds and puts the group. Where the embedder refuses it, each user's notes are tried by themselves, then halves of
 * them, and theirs: a note that is refused alone is postponed. The rest stays due when too many of one user's are, or
 * the embedder fails altogether.
 */
export async function embedGroup(parts: GroupEmbedding, group: readonly DueText[], signal: AbortSignal): Promise<void> {
  const users = [...Map.groupBy(group, ({ userId }) => userId).values()];
  if (users.length > 1 && (await refusalOf(parts, group, signal)) === null) return;
  for (const notes of users) await embedNotes(parts, notes, signal, POSTPONED_AT_ONCE);
}

/** Returns how many were postponed. */
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
  const postponed = await embedNotes(parts, group.slice(0, middle), signal, most);
  if (postponed >= most) return postponed;
  return postponed + (await embedNotes(parts, group.slice(middle), signal, most - postponed));
}

/** Null when all is stored. Throws when the embedder refuses everything: then it is not the texts. */
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
