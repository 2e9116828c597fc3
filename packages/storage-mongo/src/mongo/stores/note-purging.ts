import type { NoteStore } from "@knote/api";
import type { NoteStoreDeps } from "./store-deps.ts";

/** Notes purged at the same time. */
const AT_ONCE = 10;
/** Longest time for `insertLinked`: an older unfinished note was left by a process that died. */
const MADE_WITHIN_MS = 600_000;

export interface NotePurging extends Pick<NoteStore, "purge" | "purgeDeletedBefore"> {
  /** Removes notes whose purge or `insertLinked` was interrupted. */
  finish(): Promise<void>;
  /** Removes a note whose links are being written since `making`, unless it is live by now. */
  abandon(userId: string, noteId: string, making: number): Promise<void>;
}

/**
 * A purge marks the note first: from then on it is hidden and cannot be restored. Then it removes what belongs to
 * the note, and the note last, so that a concurrent link to it is detected.
 */
export function createNotePurging(parts: NoteStoreDeps): NotePurging {
  const { collections, owners, clock, record, removals, relay } = parts;
  const { notes, links, pastlinks, looks, stances, operations, revisions } = collections;

  async function remove(userId: string, noteId: string): Promise<void> {
    await links.deleteMany({ userId, source_id: noteId });
    await links.deleteMany({ userId, target_id: noteId });
    await pastlinks.deleteMany({ userId, source_id: noteId });
    await pastlinks.deleteMany({ userId, target_id: noteId });
    await looks.deleteMany({ userId, noteIds: noteId });
    await stances.deleteMany({ userId, noteId });
    await operations.deleteMany({ userId, allIds: noteId });
    await revisions.deleteMany({ userId, noteId });
    await relay.forgetNote(userId, noteId);
    await removals.add([noteId]);
    await notes.deleteOne({ _id: noteId, userId, purging: true });
  }

  /** Returns the note before the mark; null when there is none to purge, or another call purges it. */
  async function mark(userId: string, _id: string, deletedBefore?: string) {
    return await notes.findOneAndUpdate(
      {
        _id,
        userId,
        purging: { $exists: false },
        ...(deletedBefore !== undefined && { live: false, deletedAt: { $lt: deletedBefore, $gt: "" } }),
      },
      {
        $set: { live: false, purging: true, done: [] },
        $unset: { due: true, dueSince: true, postponed: true, deletedAt: true },
      },
      { projection: { length: 1, live: 1 } },
    );
  }

  /** Without `making` the note can no longer become live, as that write is conditional on it. */
  async function abandon(userId: string, _id: string, making: number): Promise<void> {
    const { matchedCount } = await notes.updateOne({ _id, userId, making }, { $unset: { making: true } });
    if (matchedCount > 0) await remove(userId, _id);
  }

  return {
    abandon,
    async purge(sub, id, notices) {
      const owner = await owners.find(sub);
      const purgedNote = owner && (await mark(owner.id, id));
      if (!owner || !purgedNote) return false;
      await remove(owner.id, id);
      const counterMoves = purgedNote.live ? { notes: -1, words: -purgedNote.length } : {};
      await relay.deliver(owner, relay.of(owner, notices));
      await record(owner, { notices, ...counterMoves, movesStates: true, movesRests: true });
      return true;
    },
    async purgeDeletedBefore(deletedBefore, limit) {
      const old = { deletedAt: { $lt: deletedBefore, $gt: "" } };
      const expiredNotes = await notes
        .find(old, { projection: { userId: 1 } })
        .limit(limit)
        .toArray();
      let purgedCount = 0;
      for (let start = 0; start < expiredNotes.length; start += AT_ONCE) {
        const removing = expiredNotes.slice(start, start + AT_ONCE).map(async ({ _id, userId }) => {
          // A note that was restored or deleted again meanwhile stays.
          if ((await mark(userId, _id, deletedBefore)) === null) return;
          await remove(userId, _id);
          purgedCount++;
        });
        await Promise.all(removing);
      }
      return purgedCount;
    },
    async finish() {
      const unfinishedNotes = await notes.find({ purging: true }, { projection: { userId: 1, making: 1 } }).toArray();
      for (const { _id, userId, making } of unfinishedNotes) {
        if (making === undefined) await remove(userId, _id);
        else if (making < clock.now() - MADE_WITHIN_MS) await abandon(userId, _id, making);
        else continue;
        // Marks the ledger for a recount: the interrupted purge may not have counted.
        await record({ sub: "", id: userId }, { notices: [], notes: 0, movesStates: true, movesRests: true });
      }
    },
  };
}
