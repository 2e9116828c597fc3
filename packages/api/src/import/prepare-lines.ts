import type { ImportLink, ImportNote } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { newNote } from "../notes/create-note.ts";
import { noteWrite } from "../notes/note-view.ts";
import type { KeyedWrite } from "../ports/note-store.ts";
import { timestamp } from "../time.ts";
import { type ImportEntry, INVALID_LINE, type Refusal } from "./import-entry.ts";

/** A line prepared as far as possible without the storage. */
export interface PreparedLine {
  readonly line: number;
  readonly outcome: { readonly write: KeyedWrite } | { readonly link: ImportLink } | { readonly refusal: Refusal };
}

export function prepareLines(ctx: ServiceContext, entries: readonly ImportEntry[]): PreparedLine[] {
  const now = timestamp(ctx);
  return entries.map(({ line, read }) => ({ line, outcome: "note" in read ? prepareNote(ctx, read.note, now) : read }));
}

function prepareNote(
  ctx: ServiceContext,
  { key, archived = false, ...note }: ImportNote,
  now: string,
): PreparedLine["outcome"] {
  const givenTime = note.created_at;
  if (givenTime !== undefined && givenTime > now) return { refusal: FUTURE };
  const fresh = ctx.newId();
  const identity =
    givenTime === undefined ? { id: fresh, created_at: now } : { id: idAt(givenTime, fresh), created_at: givenTime };
  return { write: { ...noteWrite({ ...newNote(note, identity), archived }), key: key ?? null } };
}

/** Returns the id with another time, as ids sort by the time their notes were written. */
function idAt(time: string, id: string): string {
  const head = Date.parse(time).toString(16).padStart(12, "0");
  return `${head.slice(0, 8)}-${head.slice(8)}${id.slice(13)}`;
}

const FUTURE = {
  detail: INVALID_LINE,
  issues: [{ path: "note.created_at", message: "created_at must not be in the future." }],
};
