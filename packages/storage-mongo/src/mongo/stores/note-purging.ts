import type { NoteStore } from "@knote/api";
import type { NoteParts } from "./store-parts.ts";

/** Notes that go at the same time. */
const AT_ONCE = 10;

export interface NotePurging extends Pick<NoteStore, "purge" | "purgeDeletedBefore"> {
  /** Removes notes whose purge did not come to its end. */
  finish(): Promise<void>;
}

/**
 * Marked first: from then on nobody sees the note and nothing brings it back. Then goes what hangs on
 * it, and the note last, so that whoever links to it at this moment finds out.
 */
export function createNotePurging(parts: NoteParts): NotePurging {
  const { collections, owners, record, removals } = parts;
  const { notes, links, revisions } = collections;

  async function remove(userId: string, noteId: string): Promise<void> {
    await links.deleteMany({ userId, source_id: noteId });
    await links.deleteMany({ userId, target_id: noteId });
    await revisions.deleteMany({ userId, noteId });
    await removals.add([noteId]);
    await notes.deleteOne({ _id: noteId, userId, purging: true });
  }

  /** The note as it was; null when there is none to purge, or another call does it. */
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

  return {
    async purge(sub, id, events) {
      const owner = await owners.find(sub);
      const purged = owner && (await mark(owner.id, id));
      if (!owner || !purged) return false;
      await remove(owner.id, id);
      const left = purged.live ? { notes: -1, words: -purged.length } : {};
      await record(owner, { events, ...left, movesStates: true });
      return true;
    },
    async purgeDeletedBefore(deletedBefore, limit) {
      const old = { deletedAt: { $lt: deletedBefore, $gt: "" } };
      const gone = await notes
        .find(old, { projection: { userId: 1 } })
        .limit(limit)
        .toArray();
      let purged = 0;
      for (let start = 0; start < gone.length; start += AT_ONCE) {
        const removing = gone.slice(start, start + AT_ONCE).map(async ({ _id, userId }) => {
          // Restored, or deleted anew, in the meantime: then it stays.
          if ((await mark(userId, _id, deletedBefore)) === null) return;
          await remove(userId, _id);
          purged++;
        });
        await Promise.all(removing);
      }
      return purged;
    },
    async finish() {
      const left = await notes.find({ purging: true }, { projection: { userId: 1 } }).toArray();
      for (const { _id, userId } of left) {
        await remove(userId, _id);
        // What the purge that died had to count is counted anew.
        await record({ sub: "", id: userId }, { events: [], notes: 0, movesStates: true });
      }
    },
  };
}
