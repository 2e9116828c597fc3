import type { Link, Relation } from "@knote/contract";
import { parseKeywordQuery, type KeywordHit, type KeywordQuery, type Storage, type StoredNote } from "@knote/api";
import { aNoteWrite, aRevision } from "../builders/a-note.ts";
import { freshUserId } from "../builders/fresh-id.ts";

/** One user's view of a storage, for short tests. */
export interface Owner {
  readonly userId: string;
  /** Stores a note. */
  note(fields?: Partial<StoredNote>): Promise<StoredNote>;
  /** Stores notes of these titles one after another, oldest first. */
  notes(titles: readonly string[]): Promise<StoredNote[]>;
  /** Stores the next revision. */
  revise(note: StoredNote, changes: Partial<StoredNote>): Promise<StoredNote>;
  archive(note: StoredNote): Promise<StoredNote>;
  /** Stores a link from one note to another. */
  link(source: StoredNote, relation: Relation, target: StoredNote, created_at?: string): Promise<Link>;
  delete(note: StoredNote): Promise<boolean>;
  restore(note: StoredNote): Promise<boolean>;
  purge(note: StoredNote): Promise<boolean>;
  /** Searches with the syntax of the product. */
  search(q: string, match?: "all" | "any"): Promise<KeywordHit[]>;
  /** Returns the sorted ids of a search's hits. */
  findIds(q: string, match?: "all" | "any"): Promise<string[]>;
}

/** When links of these tests are removed. */
export const REMOVED_AT = "2100-06-01T00:00:00.000Z";

const OLDEST = Date.parse("2026-01-01T00:00:00.000Z");

/** Creates an owner in this storage whom no other test uses. */
export function givenOwner(storage: Storage, userId: string = freshUserId()): Owner {
  const note = async (fields: Partial<StoredNote> = {}) => {
    const write = aNoteWrite(fields);
    await storage.notes.insert(userId, write, []);
    return write.note;
  };
  const revise = async (earlier: StoredNote, changes: Partial<StoredNote>) => {
    const write = aRevision(earlier, changes);
    if (!(await storage.notes.update(userId, write, []))) throw new Error("The note was changed before this revision.");
    return write.note;
  };
  const search = (q: string, match: "all" | "any" = "all") => storage.keywords.search(userId, searchable(q, match), {});
  return {
    userId,
    note,
    revise,
    search,
    async notes(titles) {
      const storedNotes: StoredNote[] = [];
      for (const [index, title] of titles.entries())
        storedNotes.push(await note({ title, content: "-", created_at: minute(index) }));
      return storedNotes;
    },
    archive: (active) => revise(active, { archived: true }),
    async link(source, relation, target, created_at = new Date().toISOString()) {
      const link: Link = { source_id: source.id, target_id: target.id, relation, created_at };
      await storage.links.insert(userId, link, []);
      return link;
    },
    delete: ({ id }) => storage.notes.delete(userId, id, new Date().toISOString(), []),
    restore: ({ id }) => storage.notes.restore(userId, id, () => []),
    purge: ({ id }) => storage.notes.purge(userId, id, []),
    async findIds(q, match) {
      return idsOf(await search(q, match));
    },
  };
}

/** Returns the n-th minute of 2026. */
export function minute(index: number): string {
  return new Date(OLDEST + index * 60_000).toISOString();
}

export function idsOf(things: readonly { readonly id: string }[]): string[] {
  return things.map((thing) => thing.id).toSorted();
}

export function searchable(q: string, match: "all" | "any" = "all"): KeywordQuery {
  const query = parseKeywordQuery(q, match);
  if (query === null) throw new Error(`${q} contains no searchable word.`);
  return query;
}
