import type { NoteRevision, NoteType } from "@knote/contract";
import {
  conflict,
  foldTag,
  IDS_PER_TITLE,
  isSelected,
  newestFirst,
  noteNotFound,
  type ActivityLog,
  type KeyedOutcome,
  type KeyedWrite,
  type NoteCounts,
  type NoteStore,
  type NoteWrite,
  type StoredNote,
} from "@knote/api";
import { liveNote, liveNotes, ownedKey, visibleLinks, type KeptNote, type Shelf } from "./shelf.ts";

export function createMemoryNotes(shelf: Shelf, activity: ActivityLog): NoteStore {
  return {
    async insert(userId, write, events) {
      add(shelf, userId, { ...write, key: null });
      await activity.append(userId, events);
    },
    async insertLinked(userId, write, links, events) {
      if (links.some(({ target_id }) => shelf.notes.get(target_id)?.userId !== userId)) throw noteNotFound();
      add(shelf, userId, { ...write, key: null });
      for (const link of links) shelf.links.set(ownedKey(userId, link), { userId, link });
      await activity.append(userId, events);
    },
    async insertMany(userId, writes) {
      if (writes.some(({ note }) => shelf.notes.has(note.id))) throw conflict("A note of this id exists.");
      return writes.map((write): KeyedOutcome => {
        const earlier = write.key === null ? undefined : keyedNote(shelf, userId, write.key);
        if (earlier) return { created: false, earlier: earlier.write.note, deleted: earlier.deletedAt !== null };
        add(shelf, userId, write);
        return { created: true };
      });
    },
    async findByKeysOrIds(userId, names) {
      const found = names.map((name) => {
        const keyed = keyedNote(shelf, userId, name);
        return [name, keyed?.deletedAt === null ? keyed : liveNote(shelf, userId, name)] as const;
      });
      return new Map(found.flatMap(([name, kept]) => (kept ? [[name, kept.write.note.id] as const] : [])));
    },
    async update(userId, write, events) {
      const kept = liveNote(shelf, userId, write.note.id);
      if (kept === null || !replace(kept, write)) return false;
      await activity.append(userId, events);
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
        .map((kept) => kept.write.note)
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
        .map(({ content: _, ...outline }) => outline);
    },
    async history(userId, id, { limit, before = Infinity }) {
      const kept = liveNote(shelf, userId, id);
      return kept === null
        ? []
        : [kept.write.note, ...kept.earlier.toReversed()]
            .filter(({ revision }) => revision < before)
            .slice(0, limit)
            .map(revisionOf);
    },
    async delete(userId, id, deletedAt, events) {
      const kept = liveNote(shelf, userId, id);
      if (kept === null) return false;
      kept.deletedAt = deletedAt;
      await activity.append(userId, events);
      return true;
    },
    async restore(userId, id, eventsOf) {
      const kept = shelf.notes.get(id);
      if (kept?.userId !== userId) return false;
      if (kept.deletedAt !== null) {
        kept.vectors.clear();
        kept.postponed.clear();
        kept.dueSince = Date.now();
      }
      const events = kept.deletedAt === null ? [] : eventsOf(kept.write.note);
      kept.deletedAt = null;
      await activity.append(userId, events);
      return true;
    },
    async purge(userId, id, events) {
      if (shelf.notes.get(id)?.userId !== userId) return false;
      remove(shelf, id);
      await activity.append(userId, events);
      return true;
    },
    async purgeDeletedBefore(deletedBefore, limit) {
      const gone = [...shelf.notes]
        .filter(([, kept]) => kept.deletedAt !== null && kept.deletedAt < deletedBefore)
        .slice(0, limit);
      for (const [id] of gone) remove(shelf, id);
      return gone.length;
    },
    async archivedIds(userId, ids) {
      return [...new Set(ids)].filter((id) => liveNote(shelf, userId, id)?.write.note.archived);
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
  const kept = { userId, key, write, ...times, earlier: [], vectors: new Map(), postponed: new Map() };
  shelf.notes.set(id, kept);
}

function keyedNote(shelf: Shelf, userId: string, key: string): KeptNote | undefined {
  return [...shelf.notes.values()].find((kept) => kept.userId === userId && kept.key === key);
}

function replace(kept: KeptNote, write: NoteWrite): boolean {
  const { title, content, revision } = kept.write.note;
  if (revision !== write.note.revision - 1) return false;
  if (title !== write.note.title || content !== write.note.content) {
    kept.textRevision = write.note.revision;
    kept.dueSince = Date.now();
  }
  kept.earlier.push(kept.write.note);
  kept.write = write;
  return true;
}

function remove(shelf: Shelf, id: string): void {
  shelf.notes.delete(id);
  for (const [key, { link }] of shelf.links) {
    if (link.source_id === id || link.target_id === id) shelf.links.delete(key);
  }
}

function byTitleKey(notes: readonly KeptNote[], titleKeys: ReadonlySet<string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { write } of notes) {
    if (!titleKeys.has(write.titleKey)) continue;
    const ids = found.get(write.titleKey) ?? [];
    if (ids.length < IDS_PER_TITLE) ids.push(write.note.id);
    found.set(write.titleKey, ids);
  }
  return found;
}

function tagsOf(notes: readonly KeptNote[], beginning: string): string[] {
  const tags = notes.flatMap(({ write }) => write.note.tags).filter((tag) => foldTag(tag).startsWith(beginning));
  return [...Map.groupBy(tags, foldTag)]
    .toSorted(([tag, uses], [other, others]) => others.length - uses.length || (tag < other ? -1 : 1))
    .map(([, [spelled]]) => spelled!);
}

function count(shelf: Shelf, userId: string): NoteCounts {
  const notes = liveNotes(shelf, userId).map((kept) => kept.write.note);
  const links = visibleLinks(shelf, userId);
  const linked = new Set(links.flatMap((link) => [link.source_id, link.target_id]));
  const byType: Partial<Record<NoteType, number>> = {};
  for (const note of notes) byType[note.note_type] = (byType[note.note_type] ?? 0) + 1;
  return { totalNotes: notes.length, byType, totalLinks: links.length, orphans: notes.length - linked.size };
}

function revisionOf(note: StoredNote): NoteRevision {
  const { revision, title, content, note_type, tags, importance, updated_at } = note;
  return { revision, title, content, note_type, tags: [...tags], importance, updated_at };
}
