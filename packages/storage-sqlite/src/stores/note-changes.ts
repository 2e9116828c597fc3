import type { DatabaseSync } from "node:sqlite";
import { foldTag, type KeyedOutcome, type KeyedWrite, type NoteWrite, type StoredNote } from "@knote/api";
import type { Batch } from "../database/batch.ts";
import { refusingDuplicates } from "../database/sqlite-errors.ts";
import { storedNote, tagsOf, type Row } from "./note-row.ts";
import { fieldsOf, prepareChanges } from "./note-statements.ts";
import type { TermsTable } from "./terms-table.ts";
import type { UserRows } from "./user-rows.ts";
import type { MessageWriter } from "./webhook-writes.ts";

/** Changes for which purges are recorded; a search worker further behind reads the user's notes again. */
const PURGES_KEPT = 10_000;

export interface NoteChange {
  /** Whether states of the user's notes can change with it. */
  readonly movesStates: boolean;
  /** Whether the links by which notes rest on others, or their ends, can change with it. */
  readonly movesRests: boolean;
  /** The user's event counter after the events of this change. */
  readonly eventSeq: number;
}

/** The write that a change belongs to. */
export interface ChangeContext {
  readonly batch: Batch;
  readonly user: number;
  /** The number of events that report the change. */
  readonly events: number;
}

/** Changes note rows and everything derived from them. Returns null when there was nothing to change. */
export interface NoteChanges {
  insert(context: ChangeContext, write: NoteWrite): NoteChange;
  /** As `insertMany` of the port. */
  insertMany(batch: Batch, user: number, writes: readonly KeyedWrite[]): KeyedOutcome[];
  update(context: ChangeContext, write: NoteWrite): NoteChange | null;
  /** Null also when the note has another revision than the given one. */
  delete(
    context: ChangeContext,
    note: { readonly id: string; readonly deletedAt: string; readonly revision: number | undefined },
  ): NoteChange | null;
  restore(context: ChangeContext, id: string): NoteChange | null;
  purge(context: ChangeContext, id: string): NoteChange | null;
  findDeleted(user: number | null, id: string): StoredNote | null;
  isLive(user: number | null, id: string): boolean;
}

interface NoteChangesDeps {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly terms: TermsTable;
  readonly messages: Pick<MessageWriter, "forgetNote">;
}

export function createNoteChanges({ db, users, terms, messages }: NoteChangesDeps): NoteChanges {
  const sql = prepareChanges(db);

  function remove({ batch, user, events }: ChangeContext, row: Row): NoteChange {
    const seq = row["seq"] as number;
    const wasLive = row["deleted_at"] === null;
    const movesStates = wasLive && hasStateLinks(seq);
    const movesRests = hasRestLinks(seq);
    const links = -(sql.linksOf.get(seq)!["count"] as number);
    const pastLinks = -(sql.pastLinksOf.get(seq)!["count"] as number);
    const looks = -(sql.looksAt.get(seq)!["count"] as number);
    const stances = -(sql.stancesOf.get(seq)!["count"] as number);
    const counts = { changes: 1, events, links, pastLinks, looks, stances };
    const { change, eventSeq } = users.advance(user, { ...counts, ...(wasLive && leaving(row)) });
    if (wasLive) hide(user, row);
    sql.forgetOperations.run(user, row["id"] as string);
    messages.forgetNote(user, row["id"] as string);
    sql.purge.run(seq);
    sql.keepPurge.run(user, change, seq);
    if (change > PURGES_KEPT) {
      sql.forgetPurges.run(user, change - PURGES_KEPT);
      sql.setPurgeFloor.run(change - PURGES_KEPT, user);
    }
    terms.remove(batch, seq);
    return { movesStates, movesRests: movesRests || looks < 0, eventSeq };
  }

  function add(batch: Batch, user: number, write: KeyedWrite, change: number): void {
    const { note, key } = write;
    const { lastInsertRowid } = refusingDuplicates("A note of this id exists.", () =>
      sql.insert.run(user, note.id, ...fieldsOf(write, change, 0), note.created_at, key),
    );
    const seq = Number(lastInsertRowid);
    addTags(user, seq, note);
    sql.makeDue.run(seq, user);
    terms.write(batch, { user, seq, isNew: true }, write.terms);
  }

  function earlierOf(user: number, key: string | null): KeyedOutcome {
    const row = sql.byKey.get(user, key)!;
    return { created: false, earlier: storedNote(row), isDeleted: row["deleted_at"] !== null };
  }

  /** Removes a live note from the lists of live notes. */
  function hide(user: number, row: Row): void {
    removeTags(user, row);
    sql.notDue.run(row["seq"] as number);
  }

  function addTags(
    user: number,
    seq: number,
    { tags, created_at, id }: Pick<StoredNote, "tags" | "created_at" | "id">,
  ): void {
    for (const tag of foldTags(tags)) sql.addTag.run(user, tag, created_at, id, seq);
  }

  function removeTags(user: number, row: Row): void {
    for (const tag of foldTags(tagsOf(row)))
      sql.removeTag.run(user, tag, row["created_at"] as string, row["id"] as string);
  }

  function hasStateLinks(seq: number): boolean {
    return sql.hasStateLinks.get(seq, seq) !== undefined;
  }

  function hasRestLinks(seq: number): boolean {
    return sql.hasRestLinks.get(seq, seq) !== undefined;
  }

  return {
    insert({ batch, user, events }, write) {
      const { change, eventSeq } = users.advance(user, { changes: 1, notes: 1, words: write.terms.length, events });
      add(batch, user, { ...write, key: null }, change);
      return { movesStates: false, movesRests: false, eventSeq };
    },
    insertMany(batch, user, writes) {
      const takenKeys = new Set<string>();
      const fresh = writes.filter(({ key }) => key === null || (!sql.byKey.get(user, key) && !isTaken(takenKeys, key)));
      const words = fresh.reduce((sum, { terms: { length } }) => sum + length, 0);
      const { change } = users.advance(user, { changes: fresh.length, notes: fresh.length, words });
      fresh.forEach((write, index) => add(batch, user, write, change - fresh.length + 1 + index));
      const freshWrites = new Set(fresh);
      return writes.map((write) => (freshWrites.has(write) ? { created: true } : earlierOf(user, write.key)));
    },
    update({ batch, user, events }, write) {
      const { note } = write;
      const row = sql.live.get(user, note.id);
      if (row === undefined || row["revision"] !== note.revision - 1) return null;
      const seq = row["seq"] as number;
      const words = write.terms.length - (row["length"] as number);
      const { change, eventSeq } = users.advance(user, { changes: 1, words, events });
      const isSameText = sql.hasText.get(seq, note.title, note.content) !== undefined;
      sql.keepRevision.run(seq);
      sql.update.run(...fieldsOf(write, change, isSameText ? (row["same_text"] as number) + 1 : 0), seq);
      removeTags(user, row);
      addTags(user, seq, { ...note, created_at: row["created_at"] as string });
      if (!isSameText) sql.makeDue.run(seq, user);
      terms.write(batch, { user, seq, isNew: false }, write.terms);
      const isToggled = (row["archived"] === 1) !== note.archived;
      const isReworded = (row["claimed_at"] ?? row["created_at"]) !== note.claimed_at;
      return {
        movesStates: isToggled && hasStateLinks(seq),
        movesRests: (isToggled || isReworded) && hasRestLinks(seq),
        eventSeq,
      };
    },
    delete({ user, events }, { id, deletedAt, revision }) {
      const row = sql.live.get(user, id);
      if (row === undefined || (revision !== undefined && row["revision"] !== revision)) return null;
      const seq = row["seq"] as number;
      const { change, eventSeq } = users.advance(user, { changes: 1, events, ...leaving(row) });
      sql.setDeleted.run(deletedAt, change, seq);
      hide(user, row);
      sql.removeVectors.run(seq);
      return { movesStates: hasStateLinks(seq), movesRests: hasRestLinks(seq), eventSeq };
    },
    restore({ user, events }, id) {
      const row = sql.deleted.get(user, id);
      if (row === undefined) return null;
      const seq = row["seq"] as number;
      const words = row["length"] as number;
      const { change, eventSeq } = users.advance(user, { changes: 1, notes: 1, words, events });
      sql.setDeleted.run(null, change, seq);
      addTags(user, seq, { tags: tagsOf(row), created_at: row["created_at"] as string, id });
      sql.makeDue.run(seq, user);
      return { movesStates: hasStateLinks(seq), movesRests: hasRestLinks(seq), eventSeq };
    },
    purge(context, id) {
      const row = sql.live.get(context.user, id) ?? sql.deleted.get(context.user, id);
      return row === undefined ? null : remove(context, row);
    },
    findDeleted(user, id) {
      const row = sql.deletedNote.get(user, id);
      return row === undefined ? null : storedNote(row);
    },
    isLive: (user, id) => sql.live.get(user, id) !== undefined,
  };
}

function foldTags(tags: readonly string[]): Set<string> {
  return new Set(tags.map(foldTag));
}

/** Returns whether an earlier write of the same call has the key, and takes the key. */
function isTaken(takenKeys: Set<string>, key: string): boolean {
  return takenKeys.has(key) || !takenKeys.add(key);
}

/** Returns what a live note takes off its user's counters. */
function leaving(row: Row) {
  return { notes: -1, words: -(row["length"] as number) };
}
