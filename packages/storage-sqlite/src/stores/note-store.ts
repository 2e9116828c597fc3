import type { DatabaseSync } from "node:sqlite";
import type { ActivityEvent, NoteRevision } from "@knote/contract";
import type { NoteCounts, NoteStore, NoteWrite, StoredNote } from "@knote/api";
import type { Batch } from "../database/batch.ts";
import type { Writer } from "../database/writer.ts";
import type { EventWriter } from "./activity-log.ts";
import { createNoteChanges, type NoteChange, type NoteChanges } from "./note-changes.ts";
import { createNoteListing } from "./note-listing.ts";
import { NOTE_COLUMNS, noteRevision, storedNote } from "./note-row.ts";
import type { TermsTable } from "./terms-table.ts";
import type { UserRows } from "./user-rows.ts";

const IDS_PER_TITLE = 20;
/** Notes that one write purges: each takes its history, links and vectors with it. */
const PURGED_AT_ONCE = 20;

export interface NoteParts {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly writer: Writer;
  readonly events: EventWriter;
  readonly terms: TermsTable;
  /** Tells that the states of the user's notes may have changed. */
  readonly forgetStates: (sub: string) => void;
  /** Counts are taken where they hold up nobody. */
  readonly counts: (sub: string) => Promise<NoteCounts>;
}

export function createNoteStore(parts: NoteParts): NoteStore {
  const changes = createNoteChanges(parts);
  return { ...noteWrites(parts, changes), ...noteReads(parts), list: createNoteListing(parts), counts: parts.counts };
}

function noteWrites(parts: NoteParts, changes: NoteChanges) {
  const { db, users, writer } = parts;
  const purgeable = db.prepare(
    "SELECT n.id, u.sub FROM notes n JOIN users u USING (user) WHERE deleted_at < ? ORDER BY deleted_at LIMIT ?",
  );

  /** Runs the change and, if there was one, what every change brings: events, and states to derive anew. */
  function change(
    batch: Batch,
    sub: string,
    events: readonly ActivityEvent[],
    work: (user: number) => NoteChange | null,
  ): boolean {
    const user = users.find(sub);
    const changed = user === null ? null : work(user);
    if (user === null || changed === null) return false;
    const { eventSeq } = users.advance(user, { events: events.length });
    parts.events.record(batch, { sub, user }, events, eventSeq);
    if (changed.movesStates) batch.afterCommit(() => parts.forgetStates(sub));
    return true;
  }

  return {
    async insert(sub: string, write: NoteWrite, events: readonly ActivityEvent[]) {
      await writer.write((batch) => {
        const user = users.ensure(sub);
        const eventSeq = changes.insert(batch, user, write, events.length);
        parts.events.record(batch, { sub, user }, events, eventSeq);
      });
    },
    update: (sub: string, write: NoteWrite, events: readonly ActivityEvent[]) =>
      writer.write((batch) => change(batch, sub, events, (user) => changes.update(batch, user, write))),
    delete: (sub: string, id: string, deletedAt: string, events: readonly ActivityEvent[]) =>
      writer.write((batch) => change(batch, sub, events, (user) => changes.delete(user, id, deletedAt))),
    restore: (sub: string, id: string) =>
      writer.write(
        (batch) => changes.isLive(users.find(sub), id) || change(batch, sub, [], (user) => changes.restore(user, id)),
      ),
    purge: (sub: string, id: string, events: readonly ActivityEvent[]) =>
      writer.write((batch) => change(batch, sub, events, (user) => changes.purge(batch, user, id))),
    async purgeDeletedBefore(deletedBefore: string, limit: number) {
      let purged = 0;
      for (;;) {
        const count = Math.min(limit - purged, PURGED_AT_ONCE);
        const done = await writer.write((batch) => {
          const rows = purgeable.all(deletedBefore, count);
          for (const row of rows)
            change(batch, row["sub"] as string, [], (user) => changes.purge(batch, user, row["id"] as string));
          return rows.length;
        });
        purged += done;
        if (done < PURGED_AT_ONCE) return purged;
      }
    },
  };
}

function noteReads({ db, users }: NoteParts) {
  const live = "user = ? AND id = ? AND deleted_at IS NULL";
  const one = db.prepare(`SELECT ${NOTE_COLUMNS} FROM notes WHERE ${live}`);
  const archived = db.prepare(`SELECT 1 FROM notes WHERE ${live} AND archived = 1`);
  const withSeq = db.prepare(`SELECT seq, ${NOTE_COLUMNS} FROM notes WHERE ${live}`);
  const earlier = db.prepare("SELECT * FROM revisions WHERE seq = ? ORDER BY revision DESC");
  const byTitle = db.prepare(
    `SELECT id FROM notes WHERE user = ? AND title_key = ? AND deleted_at IS NULL AND title_key <> '' ORDER BY seq LIMIT ${IDS_PER_TITLE}`,
  );
  return {
    async get(sub: string, id: string): Promise<StoredNote | null> {
      const row = one.get(users.find(sub), id);
      return row === undefined ? null : storedNote(row);
    },
    async getMany(sub: string, ids: readonly string[]): Promise<StoredNote[]> {
      const user = users.find(sub);
      const rows = [...new Set(ids)].map((id) => one.get(user, id));
      return rows.filter((row) => row !== undefined).map(storedNote);
    },
    async history(sub: string, id: string): Promise<NoteRevision[]> {
      const current = withSeq.get(users.find(sub), id);
      return current === undefined ? [] : [current, ...earlier.all(current["seq"] as number)].map(noteRevision);
    },
    async archivedIds(sub: string, ids: readonly string[]): Promise<string[]> {
      const user = users.find(sub);
      return [...new Set(ids)].filter((id) => archived.get(user, id) !== undefined);
    },
    async findByTitleKeys(sub: string, titleKeys: readonly string[]): Promise<Map<string, string[]>> {
      const user = users.find(sub);
      const found = new Map<string, string[]>();
      for (const titleKey of new Set(titleKeys)) {
        const ids = byTitle.all(user, titleKey).map((row) => row["id"] as string);
        if (ids.length > 0) found.set(titleKey, ids);
      }
      return found;
    },
  };
}
