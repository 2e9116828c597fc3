import type { ServiceContext } from "../context.ts";
import { invalid } from "../errors.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import type { NotePosition, StoredNote } from "../ports/note-store.ts";

const PLACE = /^(\d{4}-[\dT:.-]{1,24}Z)~([\da-f-]{36})$/;

/** Returns the next notes that are neither archived nor superseded, newest first; fewer than `limit` at the end. */
export async function walkNotes(
  ctx: ServiceContext,
  { superseded }: DerivedStates,
  { limit, after }: { readonly limit: number; readonly after: NotePosition | undefined },
): Promise<StoredNote[]> {
  const states = { archived: false, others: { except: superseded } };
  return await ctx.storage.notes.list(ctx.actor.userId, { states }, { limit, ...(after && { after }) });
}

export function cursorAt({ created_at, id }: NotePosition): string {
  return `${created_at}~${id}`;
}

/** Parses a cursor of `cursorAt`. Throws INVALID for any other text. */
export function placeOf(cursor: string | undefined): NotePosition | undefined {
  if (cursor === undefined) return undefined;
  const [, created_at, id] = PLACE.exec(cursor) ?? [];
  if (created_at === undefined || id === undefined)
    throw invalid("cursor", "cursor must be taken from an earlier page.");
  return { created_at, id };
}
