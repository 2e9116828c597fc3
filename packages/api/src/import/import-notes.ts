import type { ImportNote, ImportResult } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { newNote } from "../notes/create-note.ts";
import { getNotes } from "../notes/get-notes.ts";
import { noteWrite } from "../notes/note-view.ts";
import { sameNote } from "../notes/same-note.ts";
import type { KeyedOutcome, KeyedWrite, StoredNote } from "../ports/note-store.ts";
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
  const own = await notesOfOwnIds(ctx, lines);
  const isOwn = ({ note }: NoteLine) => note.key !== undefined && own.has(note.key);
  const taken = lines.filter((line) => !isFuture(line) && !isOwn(line));
  const writes = taken.map(({ note }) => keyedWrite(ctx, note, now));
  const outcomes = writes.length === 0 ? [] : await ctx.storage.notes.insertMany(ctx.actor.userId, writes);
  return [
    ...lines.filter(isFuture).map(({ line }) => refusedLine(line, FUTURE)),
    ...lines
      .filter((line) => !isFuture(line) && isOwn(line))
      .map(({ line, note }) => existing(line, own.get(note.key!)!, keyedWrite(ctx, note, now).note)),
    ...taken.map(({ line }, index) => resultOf(line, writes[index]!, outcomes[index]!)),
  ];
}

/** What was exported from here carries ids for keys: where such a note still lives, it is that one. */
async function notesOfOwnIds(ctx: ServiceContext, lines: readonly NoteLine[]): Promise<Map<string, StoredNote>> {
  const ids = lines.flatMap(({ note: { key } }) => (key !== undefined && ID.test(key) ? [key] : []));
  if (ids.length === 0) return new Map();
  const named = await ctx.storage.notes.findByKeysOrIds(ctx.actor.userId, ids);
  return await getNotes(
    ctx,
    ids.filter((id) => named.get(id) === id),
  );
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
  return deleted ? { line, status: "exists", id: earlier.id, detail: DELETED } : existing(line, earlier, note);
}

function existing(line: number, earlier: StoredNote, told: StoredNote): ImportResult {
  return { line, status: "exists", id: earlier.id, ...(!sameNote(earlier, told) && { detail: DIFFERENT }) };
}

const ID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;
const DELETED = "The note of this key was deleted; it can be restored until it is purged.";
const DIFFERENT = "The note of this key says something else; it was left as it is.";
const FUTURE = {
  detail: INVALID_LINE,
  issues: [{ path: "note.created_at", message: "created_at must not be in the future." }],
};
