import { IDS_PER_TITLE, nextTurn, type NoteStore } from "@knote/api";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import { NOTE_COLUMNS, noteOutline, OUTLINE_COLUMNS, storedNote, storedRevision } from "./note-row.ts";
import type { NoteStoreDeps } from "./store-deps.ts";
import { prepareTitleKeys } from "./title-keys.ts";

const TITLES_AT_ONCE = 1_000;

/** Sorts after every continuation of a title key. */
const LAST = "\u{10FFFF}";

type NoteReads = Pick<
  NoteStore,
  "get" | "getMany" | "outlines" | "history" | "findByTitleKeys" | "findByTitleBeginning" | "findByKeysOrIds"
>;

export function createNoteReads({ db, users }: Pick<NoteStoreDeps, "db" | "users">): NoteReads {
  const live = "user = ? AND id = ? AND deleted_at IS NULL";
  const one = db.prepare(`SELECT ${NOTE_COLUMNS} FROM notes WHERE ${live}`);
  const byKey = db.prepare("SELECT id FROM notes WHERE user = ? AND sender_key = ? AND deleted_at IS NULL");
  const byId = db.prepare(`SELECT id FROM notes WHERE ${live}`);
  const withSeq = db.prepare(`SELECT seq, ${NOTE_COLUMNS} FROM notes WHERE ${live}`);
  const earlier = db.prepare(
    `SELECT * FROM revisions WHERE seq = ? AND revision < ? ORDER BY revision DESC ${BOUND_LIMIT}`,
  );
  const outlines = `SELECT ${OUTLINE_COLUMNS} FROM notes WHERE user = ? AND deleted_at IS NULL`;
  const newestFirst = `ORDER BY created_at DESC, id DESC ${BOUND_LIMIT}`;
  const newest = db.prepare(`${outlines} ${newestFirst}`);
  const following = db.prepare(`${outlines} AND (created_at, id) < (?, ?) ${newestFirst}`);
  const possibleKeysAmong = prepareTitleKeys(db);
  const byTitles = db.prepare(
    `SELECT title_key, notes.id FROM json_each(?) AS named CROSS JOIN notes
     WHERE user = ? AND title_key = named.value AND deleted_at IS NULL AND title_key <> '' ORDER BY named.key, seq`,
  );
  const byBeginning = db.prepare(
    `SELECT id, title FROM notes WHERE user = ? AND title_key >= ? AND title_key < ? AND deleted_at IS NULL
     ORDER BY title_key, seq ${BOUND_LIMIT}`,
  );
  return {
    async get(sub, id) {
      const row = one.get(users.find(sub), id);
      return row === undefined ? null : storedNote(row);
    },
    async getMany(sub, ids) {
      const user = users.find(sub);
      const rows = [...new Set(ids)].map((id) => one.get(user, id));
      return rows.filter((row) => row !== undefined).map(storedNote);
    },
    async outlines(sub, { limit, after }) {
      const user = users.find(sub);
      const rows = after ? following.all(user, after.created_at, after.id, limit) : newest.all(user, limit);
      return rows.map(noteOutline);
    },
    async history(sub, id, { limit, before = Number.MAX_SAFE_INTEGER }) {
      const current = withSeq.get(users.find(sub), id);
      if (current === undefined) return [];
      const lead = (current["revision"] as number) < before ? [current] : [];
      const rest = earlier.all(current["seq"] as number, before, limit - lead.length);
      return [...lead, ...rest].map(storedRevision);
    },
    async findByKeysOrIds(sub, names) {
      const user = users.find(sub);
      const entries = [...new Set(names)].map((name) => [name, byKey.get(user, name) ?? byId.get(user, name)] as const);
      return new Map(entries.flatMap(([name, row]) => (row ? [[name, row["id"] as string] as const] : [])));
    },
    async findByTitleBeginning(sub, beginning, limit) {
      const rows = byBeginning.all(users.find(sub), beginning, beginning + LAST, limit);
      return rows.map(({ id, title }) => ({ id: id as string, title: title as string }));
    },
    async findByTitleKeys(sub, titleKeys) {
      const user = users.find(sub);
      const idsByTitle = new Map<string, string[]>();
      const distinct = [...new Set(titleKeys)];
      for (let start = 0; start < distinct.length; start += TITLES_AT_ONCE) {
        // A long text could name thousands of titles: other work runs in between.
        if (start > 0) await nextTurn();
        const possibleKeys = possibleKeysAmong(user, distinct.slice(start, start + TITLES_AT_ONCE));
        for (const row of byTitles.iterate(JSON.stringify(possibleKeys), user)) {
          const { title_key, id } = row as { title_key: string; id: string };
          const ids = idsByTitle.get(title_key) ?? [];
          if (ids.length < IDS_PER_TITLE) idsByTitle.set(title_key, [...ids, id]);
        }
      }
      return idsByTitle;
    },
  };
}
