import type { ImportNote, ImportResult } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { newNote } from "../notes/create-note.ts";
import { noteWrite } from "../notes/note-view.ts";
import { sameNote } from "../notes/same-note.ts";
import type { KeyedOutcome, KeyedWrite } from "../ports/note-store.ts";
import { timestamp } from "../time.ts";
import { INVALID_LINE, refusedLine } from "./import-entry.ts";

export interface NoteLine {
  readonly line: number;
  readonly note: ImportNote;
}

/** Stores the notes whose key is new. Nothing that is there is changed. */
export async function importNotes(ctx: ServiceContext, lines: readonly NoteLine[]): Promise<ImportResult[]> {
  const now = timestamp(ctx);
  const isFuture = ({ note }: NoteLine) => note.created_at !== undefined && note.created_at > now;
  const taken = lines.filter((line) => !isFuture(line));
  const writes = taken.map(({ note }) => keyedWrite(ctx, note, now));
  const outcomes = writes.length === 0 ? [] : await ctx.storage.notes.insertMany(ctx.actor.userId, writes);
  return [
    ...lines.filter(isFuture).map(({ line }) => refusedLine(line, FUTURE)),
    ...taken.map(({ line }, index) => resultOf(line, writes[index]!, outcomes[index]!)),
  ];
}

function keyedWrite(ctx: ServiceContext, { key, ...note }: ImportNote, now: string): KeyedWrite {
  const fresh = ctx.newId();
  const told = note.created_at;
  const made = told === undefined ? { id: fresh, created_at: now } : { id: idAt(told, fresh), created_at: told };
  return { ...noteWrite(newNote(note, made)), key: key ?? null };
}

/** The id with another time: ids sort by when their notes were written. */
function idAt(time: string, id: string): string {
  const head = Date.parse(time).toString(16).padStart(12, "0");
  return `${head.slice(0, 8)}-${head.slice(8)}${id.slice(13)}`;
}

function resultOf(line: number, { note }: KeyedWrite, outcome: KeyedOutcome): ImportResult {
  if (outcome.created) return { line, status: "created", id: note.id };
  const { earlier, deleted } = outcome;
  const detail = deleted ? DELETED : sameNote(earlier, note) ? undefined : DIFFERENT;
  return { line, status: "exists", id: earlier.id, ...(detail !== undefined && { detail }) };
}

const DELETED = "The note of this key was deleted; it can be restored until it is purged.";
const DIFFERENT = "The note of this key says something else; it was left as it is.";
const FUTURE = {
  detail: INVALID_LINE,
  issues: [{ path: "note.created_at", message: "created_at must not be in the future." }],
};
