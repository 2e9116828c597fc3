import { conflict, type KeyedOutcome, type KeyedWrite, type NoteStore } from "@knote/api";
import { idBatches, inBatches } from "../batches.ts";
import { insertNew } from "../connection/duplicate-keys.ts";
import { newNote, NOTE_FIELDS, storedNote } from "./note-document.ts";
import type { NoteStoreDeps } from "./store-deps.ts";

/**
 * `insertMany`: inserts new notes with one command. The unique index decides on keys, also between processes;
 * when an id turns out to be taken, the notes written with it are removed again.
 */
export function createNoteBulk({
  collections: { notes },
  owners,
  clock,
  record,
}: NoteStoreDeps): NoteStore["insertMany"] {
  async function byKeys(userId: string, writes: readonly KeyedWrite[]): Promise<Map<string, KeyedOutcome>> {
    const keys = writes.flatMap(({ key }) => key ?? []);
    const projection = { ...NOTE_FIELDS, key: 1, live: 1 };
    const rows = await inBatches(keys, (batch) =>
      notes.find({ userId, key: { $in: batch, $exists: true } }, { projection }).toArray(),
    );
    return new Map(
      rows.map((note) => [note.key!, { created: false, earlier: storedNote(note), isDeleted: !note.live }] as const),
    );
  }

  /** Returns the stored writes; the others have a taken key or id. */
  async function insertFresh(userId: string, fresh: readonly KeyedWrite[]): Promise<Set<KeyedWrite>> {
    const now = clock.now();
    const writes = new Map(fresh.map((write) => [newNote(userId, write, now), write]));
    return new Set((await insertNew(notes, [...writes.keys()])).map((note) => writes.get(note)!));
  }

  async function takeBack(userId: string, createdWrites: ReadonlySet<KeyedWrite>): Promise<void> {
    for (const ids of idBatches([...createdWrites].map(({ note }) => note.id)))
      await notes.deleteMany({ _id: { $in: ids }, userId });
  }

  async function assertNew(fresh: readonly KeyedWrite[]): Promise<void> {
    const ids = fresh.map(({ note }) => note.id);
    const takenNotes = await inBatches(ids, (batch) =>
      notes.find({ _id: { $in: batch } }, { projection: { _id: 1 } }).toArray(),
    );
    if (takenNotes.length > 0) throw idTaken();
  }

  return async (sub, writes) => {
    const owner = await owners.ensure(sub);
    const knownByKey = await byKeys(owner.id, writes);
    const fresh = firstOfKey(writes.filter(({ key }) => key === null || !knownByKey.has(key)));
    await assertNew(fresh);
    const createdWrites = await insertFresh(owner.id, fresh);
    const isComplete = createdWrites.size === writes.length;
    const earlier = isComplete ? knownByKey : await byKeys(owner.id, writes);
    const isUnexplained = ({ key }: KeyedWrite) => key === null || !earlier.has(key);
    if (fresh.some((write) => !createdWrites.has(write) && isUnexplained(write))) {
      await takeBack(owner.id, createdWrites);
      throw idTaken();
    }
    const words = [...createdWrites].reduce((sum, { terms }) => sum + terms.length, 0);
    await record(owner, { notices: [], notes: createdWrites.size, words });
    return writes.map((write) => (createdWrites.has(write) ? { created: true } : earlier.get(write.key!)!));
  };
}

function idTaken() {
  return conflict("A note of this id exists.");
}

function firstOfKey(writes: readonly KeyedWrite[]): KeyedWrite[] {
  const takenKeys = new Set<string>();
  return writes.filter(({ key }) => key === null || (!takenKeys.has(key) && takenKeys.add(key)));
}
