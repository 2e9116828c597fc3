import { eventsOf, isRestRelation, isStateRelation, noteNotFound, type Notice, type NoteStore } from "@knote/api";
import type { Batch } from "../database/batch.ts";
import { prepareEnds } from "./link-ends.ts";
import { prepareLinkInsert } from "./link-rows.ts";
import { createNoteChanges, type ChangeContext, type NoteChange } from "./note-changes.ts";
import { createNoteListing } from "./note-listing.ts";
import { createNoteReads } from "./note-reads.ts";
import { createPastNotes } from "./past-notes.ts";
import type { NoteStoreDeps } from "./store-deps.ts";
import { createTagLookup } from "./tag-lookup.ts";

/** Notes that one write purges; each also removes its history, links and vectors. */
const PURGED_AT_ONCE = 20;

export function createNoteStore(deps: NoteStoreDeps): NoteStore {
  return {
    ...createNoteWrites(deps),
    ...createNoteReads(deps),
    ...createPastNotes(deps),
    list: createNoteListing(deps),
    findTags: createTagLookup(deps.db, deps.users),
    counts: deps.counts,
  };
}

type NoteWrites = Pick<
  NoteStore,
  "insert" | "insertLinked" | "insertMany" | "update" | "delete" | "restore" | "purge" | "purgeDeletedBefore"
>;

function createNoteWrites(deps: NoteStoreDeps): NoteWrites {
  const { db, users, writer } = deps;
  const changes = createNoteChanges(deps);
  const endsOf = prepareEnds(db, { live: false });
  const insertLink = prepareLinkInsert(db);
  const purgeable = db.prepare(
    "SELECT n.id, u.sub FROM notes n JOIN users u USING (user) WHERE deleted_at < ? ORDER BY deleted_at LIMIT ?",
  );

  /** Runs a change; if it changed anything, records its notices and drops cached states. */
  function change(
    batch: Batch,
    owner: { readonly sub: string; readonly user: number | null; readonly id: string },
    notices: readonly Notice[],
    work: (context: ChangeContext) => NoteChange | null,
  ): boolean {
    const { sub, user, id } = owner;
    const noteChange = user === null ? null : work({ batch, user, events: eventsOf(notices).length });
    if (user === null || noteChange === null) return false;
    deps.events.record(batch, { sub, user }, notices, noteChange.eventSeq);
    if (noteChange.movesStates) batch.afterCommit(() => deps.changeStates(sub, [id]));
    if (noteChange.movesRests) batch.afterCommit(() => deps.standing.advanceRests(sub, [id]));
    return true;
  }

  function writeChange(
    { sub, id }: { readonly sub: string; readonly id: string },
    notices: readonly Notice[],
    work: (context: ChangeContext) => NoteChange | null,
  ): Promise<boolean> {
    return writer.write((batch) => change(batch, { sub, user: users.find(sub), id }, notices, work));
  }

  function purgeSome(batch: Batch, deletedBefore: string, limit: number): number {
    const rows = purgeable.all(deletedBefore, limit);
    for (const row of rows) {
      const sub = row["sub"] as string;
      const id = row["id"] as string;
      change(batch, { sub, user: users.find(sub), id }, [], (context) => changes.purge(context, id));
    }
    return rows.length;
  }

  return {
    async insert(sub, write, notices) {
      await writer.write((batch) =>
        change(batch, { sub, user: users.ensure(sub), id: write.note.id }, notices, (context) =>
          changes.insert(context, write),
        ),
      );
    },
    async insertLinked(sub, write, links, notices) {
      await writer.write((batch) => {
        const user = users.ensure(sub);
        change(batch, { sub, user, id: write.note.id }, notices, (context) => changes.insert(context, write));
        for (const link of links) {
          const ends = endsOf(user, link);
          if (ends === null) throw noteNotFound();
          insertLink(user, link, ends);
        }
        users.advance(user, { links: links.length });
        const movedIds = links.flatMap(({ relation, target_id }) => (isStateRelation(relation) ? [target_id] : []));
        if (movedIds.length > 0) batch.afterCommit(() => deps.changeStates(sub, [write.note.id, ...movedIds]));
        const rests = links.filter(({ relation }) => isRestRelation(relation));
        if (rests.length > 0)
          batch.afterCommit(() =>
            deps.standing.advanceRests(sub, [write.note.id, ...rests.map((one) => one.target_id)]),
          );
      });
    },
    insertMany: (sub, writes) => writer.write((batch) => changes.insertMany(batch, users.ensure(sub), writes)),
    update: (sub, write, notices) =>
      writeChange({ sub, id: write.note.id }, notices, (context) => changes.update(context, write)),
    delete: (sub, id, deletedAt, notices, revision) =>
      writeChange({ sub, id }, notices, (context) => changes.delete(context, { id, deletedAt, revision })),
    restore: (sub, id, noticesOf) =>
      writer.write((batch) => {
        const user = users.find(sub);
        if (changes.isLive(user, id)) return true;
        const note = changes.findDeleted(user, id);
        const notices = note === null ? [] : noticesOf(note);
        return change(batch, { sub, user, id }, notices, (context) => changes.restore(context, id));
      }),
    purge: (sub, id, notices) => writeChange({ sub, id }, notices, (context) => changes.purge(context, id)),
    async purgeDeletedBefore(deletedBefore, limit) {
      let purgedCount = 0;
      while (purgedCount < limit) {
        const count = Math.min(limit - purgedCount, PURGED_AT_ONCE);
        const batchCount = await writer.write((batch) => purgeSome(batch, deletedBefore, count));
        purgedCount += batchCount;
        if (batchCount < count) break;
      }
      return purgedCount;
    },
  };
}
