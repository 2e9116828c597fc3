import type { NoteType } from "@knote/contract";
import {
  conflict,
  foldTag,
  IDS_PER_TITLE,
  isSelected,
  newestFirst,
  notesOfLook,
  noteNotFound,
  type KeyedOutcome,
  type KeyedWrite,
  type NoteCounts,
  type NoteStore,
  type NoteWrite,
} from "@knote/api";
import { forgetOperationsOf } from "./memory-operations.ts";
import { createMemoryPastNotes, revisionOf } from "./memory-past-notes.ts";
import { liveNote, liveNotes, ownedKey, visibleLinks, type KeptNote, type Shelf, type Tell } from "./shelf.ts";

interface MemoryNotesDeps {
  readonly tell: Tell;
  /** Removes the messages that tell of a note. */
  readonly forgetMessages: (userId: string, noteId: string) => void;
}

export function createMemoryNotes(shelf: Shelf, deps: MemoryNotesDeps): NoteStore {
  const { tell, forgetMessages } = deps;
  const purge = (userId: string, id: string) => {
    remove(shelf, id);
    forgetMessages(userId, id);
  };
  return {
    async insert(userId, write, notices) {
      add(shelf, userId, { ...write, key: null });
      await tell(userId, notices);
    },
    async insertLinked(userId, write, links, notices) {
      if (links.some(({ target_id }) => shelf.notes.get(target_id)?.userId !== userId)) throw noteNotFound();
      add(shelf, userId, { ...write, key: null });
      for (const link of links) shelf.links.set(ownedKey(userId, link), { userId, link });
      await tell(userId, notices);
    },
    async insertMany(userId, writes) {
      if (writes.some(({ note }) => shelf.notes.has(note.id))) throw conflict("A note of this id exists.");
      return writes.map((write): KeyedOutcome => {
        const earlier = write.key === null ? undefined : keyedNote(shelf, userId, write.key);
        if (earlier) return { created: false, earlier: earlier.write.note, isDeleted: earlier.deletedAt !== null };
        add(shelf, userId, write);
        return { created: true };
      });
    },
    async findByKeysOrIds(userId, names) {
      const pairs = names.map((name) => {
        const byKey = keyedNote(shelf, userId, name);
        return [name, byKey?.deletedAt === null ? byKey : liveNote(shelf, userId, name)] as const;
      });
      return new Map(pairs.flatMap(([name, entry]) => (entry ? [[name, entry.write.note.id] as const] : [])));
    },
    async update(userId, write, notices) {
      const entry = liveNote(shelf, userId, write.note.id);
      if (entry === null || !replace(entry, write)) return false;
      await tell(userId, notices);
      return true;
    },
    async get(userId, id) {
      return liveNote(shelf, userId, id)?.write.note ?? null;
    },
    async getMany(userId, ids) {
      return [...new Set(ids)].flatMap((id) => liveNote(shelf, userId, id)?.write.note ?? []);
    },
    async list(userId, selection, { limit, after }) {
      return liveNotes(shelf, userId)
        .map((entry) => entry.write.note)
        .filter((note) => isSelected(note, selection) && (after === undefined || newestFirst(after, note) < 0))
        .toSorted(newestFirst)
        .slice(0, limit);
    },
    async outlines(userId, { limit, after }) {
      return liveNotes(shelf, userId)
        .map(({ write: { note } }) => note)
        .filter((note) => after === undefined || newestFirst(after, note) < 0)
        .toSorted(newestFirst)
        .slice(0, limit)
        .map(({ content: _content, claimed_at: _claimed, ...outline }) => outline);
    },
    async history(userId, id, { limit, before = Infinity }) {
      const entry = liveNote(shelf, userId, id);
      return entry === null
        ? []
        : [entry.write.note, ...entry.earlier.toReversed()]
            .filter(({ revision }) => revision < before)
            .slice(0, limit)
            .map(revisionOf);
    },
    ...createMemoryPastNotes(shelf),
    async delete(userId, id, deletedAt, notices, revision) {
      const entry = liveNote(shelf, userId, id);
      if (entry === null || (revision !== undefined && entry.write.note.revision !== revision)) return false;
      entry.deletedAt = deletedAt;
      await tell(userId, notices);
      return true;
    },
    async restore(userId, id, noticesOf) {
      const entry = shelf.notes.get(id);
      if (entry?.userId !== userId) return false;
      if (entry.deletedAt !== null) {
        entry.vectors.clear();
        entry.postponements.clear();
        entry.dueSince = Date.now();
      }
      const notices = entry.deletedAt === null ? [] : noticesOf(entry.write.note);
      entry.deletedAt = null;
      await tell(userId, notices);
      return true;
    },
    async purge(userId, id, notices) {
      if (shelf.notes.get(id)?.userId !== userId) return false;
      purge(userId, id);
      await tell(userId, notices);
      return true;
    },
    async purgeDeletedBefore(deletedBefore, limit) {
      const expiredEntries = [...shelf.notes]
        .filter(([, entry]) => entry.deletedAt !== null && entry.deletedAt < deletedBefore)
        .slice(0, limit);
      for (const [id, { userId }] of expiredEntries) purge(userId, id);
      return expiredEntries.length;
    },
    async findByTitleKeys(userId, titleKeys) {
      return byTitleKey(liveNotes(shelf, userId), new Set(titleKeys));
    },
    async findByTitleBeginning(userId, beginning, limit) {
      return liveNotes(shelf, userId)
        .map(({ write }) => write)
        .filter(({ titleKey }) => titleKey.startsWith(beginning))
        .toSorted((one, other) => (one.titleKey < other.titleKey ? -1 : 1))
        .map(({ note: { id, title } }) => ({ id, title }))
        .slice(0, limit);
    },
    async findTags(userId, beginning, limit) {
      return tagsOf(liveNotes(shelf, userId), beginning).slice(0, limit);
    },
    async counts(userId) {
      return count(shelf, userId);
    },
  };
}

function add(shelf: Shelf, userId: string, { key, ...write }: KeyedWrite): void {
  const { id, revision } = write.note;
  if (shelf.notes.has(id)) throw conflict("A note of this id exists.");
  const times = { deletedAt: null, textRevision: revision, dueSince: Date.now() };
  const entry = { userId, key, write, ...times, earlier: [], vectors: new Map(), postponements: new Map() };
  shelf.notes.set(id, entry);
}

function keyedNote(shelf: Shelf, userId: string, key: string): KeptNote | undefined {
  return [...shelf.notes.values()].find((entry) => entry.userId === userId && entry.key === key);
}

function replace(entry: KeptNote, write: NoteWrite): boolean {
  const { title, content, revision } = entry.write.note;
  if (revision !== write.note.revision - 1) return false;
  if (title !== write.note.title || content !== write.note.content) {
    entry.textRevision = write.note.revision;
    entry.dueSince = Date.now();
  }
  entry.earlier.push(entry.write.note);
  entry.write = write;
  return true;
}

function remove(shelf: Shelf, id: string): void {
  shelf.notes.delete(id);
  shelf.stances.delete(id);
  for (const links of [shelf.links, shelf.pastLinks])
    for (const [key, { link }] of links) if (link.source_id === id || link.target_id === id) links.delete(key);
  for (const userId of shelf.operations.keys()) forgetOperationsOf(shelf, userId, id);
  for (const [userId, looks] of shelf.looks)
    shelf.looks.set(userId, new Map([...looks].filter(([key]) => !notesOfLook(key).includes(id))));
}

function byTitleKey(notes: readonly KeptNote[], titleKeys: ReadonlySet<string>): Map<string, string[]> {
  const idsByKey = new Map<string, string[]>();
  for (const { write } of notes) {
    if (!titleKeys.has(write.titleKey)) continue;
    const ids = idsByKey.get(write.titleKey) ?? [];
    if (ids.length < IDS_PER_TITLE) ids.push(write.note.id);
    idsByKey.set(write.titleKey, ids);
  }
  return idsByKey;
}

function tagsOf(notes: readonly KeptNote[], beginning: string): string[] {
  const tags = notes.flatMap(({ write }) => write.note.tags).filter((tag) => foldTag(tag).startsWith(beginning));
  return [...Map.groupBy(tags, foldTag)]
    .toSorted(([tag, uses], [other, others]) => others.length - uses.length || (tag < other ? -1 : 1))
    .map(([, [spelling]]) => spelling!);
}

function count(shelf: Shelf, userId: string): NoteCounts {
  const notes = liveNotes(shelf, userId).map((entry) => entry.write.note);
  const links = visibleLinks(shelf, userId);
  const linkedIds = new Set(links.flatMap((link) => [link.source_id, link.target_id]));
  const byType: Partial<Record<NoteType, number>> = {};
  for (const note of notes) byType[note.note_type] = (byType[note.note_type] ?? 0) + 1;
  return { totalNotes: notes.length, byType, totalLinks: links.length, orphans: notes.length - linkedIds.size };
}
