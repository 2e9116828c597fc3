import type { NoteStore } from "@knote/api";
import type { NoteParts } from "./store-parts.ts";

/** Notes that go at the same time. */
const AT_ONCE = 10;
/** A note whose links are still being made after so long was left by a process that died. */
const MADE_WITHIN_MS = 600_000;

export interface NotePurging extends Pick<NoteStore, "purge" | "purgeDeletedBefore"> {
  /** Removes notes whose purge did not come to its end, and those whose making did not. */
  finish(): Promise<void>;
  /** Removes a note whose links are being made since the time, unless it is there by now. */
  abandon(userId: string, noteId: string, making: number): Promise<void>;
}

/**
 * Marked first: from then on nobody sees the note and nothing brings it back. Then goes what hangs on
 * it, and the note last, so that whoever links to it at this moment finds out.
 */
export function createNotePurging(parts: NoteParts): NotePurging {
  const { collections, owners, clock, record, removals } = parts;
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

  /** From then on the note can no longer come to be: whoever makes it names the time. */
  async function abandon(userId: string, _id: string, making: number): Promise<void> {
    const { matchedCount } = await notes.updateOne({ _id, userId, making }, { $unset: { making: true } });
    if (matchedCount > 0) await remove(userId, _id);
  }

  return {
    abandon,
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
          // Restored, or deleted again, in the meantime: then it stays.
          if ((await mark(userId, _id, deletedBefore)) === null) return;
          await remove(userId, _id);
          purged++;
        });
        await Promise.all(removing);
      }
      return purged;
    },
    async finish() {
      const left = await notes.find({ purging: true }, { projection: { userId: 1, making: 1 } }).toArray();
      for (const { _id, userId, making } of left) {
        if (making === undefined) await remove(userId, _id);
        else if (making < clock.now() - MADE_WITHIN_MS) await abandon(userId, _id, making);
        else continue;
        // What the purge that died had to count is counted again.
        await record({ sub: "", id: userId }, { events: [], notes: 0, movesStates: true });
      }
    },
  };
}
