import { conflict, type KeyedOutcome, type KeyedWrite, type NoteStore } from "@knote/api";
import { idBatches, inBatches } from "../batches.ts";
import { insertNew } from "../connection/duplicate-keys.ts";
import { newNote, NOTE_FIELDS, storedNote } from "./note-document.ts";
import type { NoteParts } from "./store-parts.ts";

/**
 * `insertMany`: inserts new notes with one command. The unique index decides on keys, also between processes;
 * when an id turns out to be taken, the notes written with it are removed again.
 */
export function createNoteBulk({ collections: { notes }, owners, clock, record }: NoteParts): NoteStore["insertMany"] {
  async function byKeys(userId: string, writes: readonly KeyedWrite[]): Promise<Map<string, KeyedOutcome>> {
    const keys = writes.flatMap(({ key }) => key ?? []);
    const projection = { ...NOTE_FIELDS, key: 1, live: 1 };
    const found = await inBatches(keys, (batch) =>
      notes.find({ userId, key: { $in: batch, $exists: true } }, { projection }).toArray(),
    );
    return new Map(
      found.map((note) => [note.key!, { created: false, earlier: storedNote(note), deleted: !note.live }] as const),
    );
  }

  /** Returns the stored writes; the others have a taken key or id. */
  async function insertFresh(userId: string, fresh: readonly KeyedWrite[]): Promise<Set<KeyedWrite>> {
    const now = clock.now();
    const writes = new Map(fresh.map((write) => [newNote(userId, write, now), write]));
    return new Set((await insertNew(notes, [...writes.keys()])).map((note) => writes.get(note)!));
  }

  async function takeBack(userId: string, created: ReadonlySet<KeyedWrite>): Promise<void> {
    for (const ids of idBatches([...created].map(({ note }) => note.id)))
      await notes.deleteMany({ _id: { $in: ids }, userId });
  }

  async function assertNew(fresh: readonly KeyedWrite[]): Promise<void> {
    const ids = fresh.map(({ note }) => note.id);
    const taken = await inBatches(ids, (batch) =>
      notes.find({ _id: { $in: batch } }, { projection: { _id: 1 } }).toArray(),
    );
    if (taken.length > 0) throw idTaken();
  }

  return async (sub, writes) => {
    const owner = await owners.ensure(sub);
    const known = await byKeys(owner.id, writes);
    const fresh = firstOfKey(writes.filter(({ key }) => key === null || !known.has(key)));
    await assertNew(fresh);
    const created = await insertFresh(owner.id, fresh);
    const isComplete = created.size === writes.length;
    const earlier = isComplete ? known : await byKeys(owner.id, writes);
    const isUnexplained = ({ key }: KeyedWrite) => key === null || !earlier.has(key);
    if (fresh.some((write) => !created.has(write) && isUnexplained(write))) {
      await takeBack(owner.id, created);
      throw idTaken();
    }
    const words = [...created].reduce((sum, { terms }) => sum + terms.length, 0);
    await record(owner, { events: [], notes: created.size, words });
    return writes.map((write) => (created.has(write) ? { created: true } : earlier.get(write.key!)!));
  };
}

function idTaken() {
  return conflict("A note of this id exists.");
}

function firstOfKey(writes: readonly KeyedWrite[]): KeyedWrite[] {
  const taken = new Set<string>();
  return writes.filter(({ key }) => key === null || (!taken.has(key) && taken.add(key)));
}
