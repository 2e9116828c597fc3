import { IDS_PER_TITLE, type NoteStore } from "@knote/api";
import { inBatches } from "../batches.ts";
import { NOTE_FIELDS, storedNote, storedRevision } from "./note-document.ts";
import type { NoteStoreDeps } from "./store-deps.ts";
import { createTitleLookup } from "./title-lookup.ts";

/** Sorts after any continuation of a title key. */
const LAST = "\u{10FFFF}";

type NoteReads = Pick<
  NoteStore,
  "get" | "getMany" | "history" | "findByTitleKeys" | "findByTitleBeginning" | "findByKeysOrIds"
>;

export function createNoteReads({ collections, owners }: Pick<NoteStoreDeps, "collections" | "owners">): NoteReads {
  const { notes, revisions } = collections;
  const whole = { projection: NOTE_FIELDS };
  const idOnly = { projection: { _id: 1 } };
  const titles = createTitleLookup(notes);

  const getMany: NoteReads["getMany"] = async (sub, ids) => {
    const owner = ids.length === 0 ? null : await owners.find(sub);
    if (owner === null) return [];
    const live = { userId: owner.id, live: true };
    const rows = await inBatches(ids, (batch) => notes.find({ _id: { $in: batch }, ...live }, whole).toArray());
    return rows.map(storedNote);
  };

  async function byKeys(userId: string, names: readonly string[]): Promise<Map<string, string>> {
    const rows = await inBatches(names, (batch) =>
      notes.find({ userId, key: { $in: batch, $exists: true }, live: true }, { projection: { key: 1 } }).toArray(),
    );
    return new Map(rows.map(({ _id, key }) => [key!, _id]));
  }

  return {
    async get(sub, _id) {
      const owner = await owners.find(sub);
      const note = owner && (await notes.findOne({ _id, userId: owner.id, live: true }, whole));
      return note && storedNote(note);
    },
    getMany,
    async history(sub, noteId, { limit, before = Infinity }) {
      const owner = await owners.find(sub);
      const current = owner && (await notes.findOne({ _id: noteId, userId: owner.id, live: true }, whole));
      if (!owner || !current) return [];
      const lead = current.revision < before ? [current] : [];
      const room = limit - lead.length;
      if (room === 0) return lead.map(storedRevision);
      // The current revision may be stored already, by an update under way or one that lost.
      const older = { $lt: Math.min(before, current.revision) };
      const earlier = revisions.find({ userId: owner.id, noteId, revision: older }).sort({ revision: -1 }).limit(room);
      return [...lead, ...(await earlier.toArray())].map(storedRevision);
    },
    async findByKeysOrIds(sub, names) {
      const owner = await owners.find(sub);
      if (owner === null) return new Map();
      const idsByKey = await byKeys(owner.id, names);
      const others = names.filter((name) => !idsByKey.has(name));
      const live = { userId: owner.id, live: true };
      const rows = await inBatches(others, (batch) => notes.find({ _id: { $in: batch }, ...live }, idOnly).toArray());
      return new Map([...idsByKey, ...rows.map(({ _id }) => [_id, _id] as const)]);
    },
    async findByTitleBeginning(sub, beginning, limit) {
      const owner = await owners.find(sub);
      if (owner === null) return [];
      const titleRange = { userId: owner.id, titleKey: { $gte: beginning, $lt: beginning + LAST }, live: true };
      const cursor = notes.find(titleRange, { projection: { title: 1 } });
      // The index alone decides the order: notes of one key come in any order.
      return (await cursor.sort({ titleKey: 1 }).limit(limit).toArray()).map(({ _id: id, title }) => ({ id, title }));
    },
    async findByTitleKeys(sub, titleKeys) {
      const owner = await owners.find(sub);
      const wantedKeys = titleKeys.filter((key) => key !== "");
      if (owner === null) return new Map();
      const rows = await inBatches(wantedKeys, (batch) => titles(owner.id, batch));
      const idsByKey = new Map<string, string[]>();
      for (const { _id, titleKey } of rows) {
        const ids = idsByKey.get(titleKey) ?? [];
        if (ids.length < IDS_PER_TITLE) idsByKey.set(titleKey, [...ids, _id]);
      }
      return idsByKey;
    },
  };
}
