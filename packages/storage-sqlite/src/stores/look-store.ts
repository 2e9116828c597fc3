import type { DatabaseSync } from "node:sqlite";
import { notesOfLook, type Look, type LookStore } from "@knote/api";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import type { Writer } from "../database/writer.ts";
import type { Row } from "./note-row.ts";
import type { UserRows } from "./user-rows.ts";

/** Sorts after every id. */
const LAST = "~";

interface LookStoreDeps {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly writer: Writer;
  /** Called when looks of the user have changed. */
  readonly changed: (sub: string) => void;
}

export function createLookStore({ db, users, writer, changed }: LookStoreDeps): LookStore {
  const sql = prepareLooks(db);

  /** Returns the numbers of the notes that the key names; null unless the user has them all. */
  function seqsOf(user: number | null, key: string): readonly [number, number | null] | null {
    const [noteId, otherId] = notesOfLook(key);
    const seqOf = (id: string) => sql.seq.get(user, id)?.["seq"] as number | undefined;
    const [note, other] = [seqOf(noteId), otherId === null ? null : seqOf(otherId)];
    return note === undefined || other === undefined ? null : [note, other];
  }

  return {
    put: (sub, looks) =>
      writer.write((batch) => {
        const user = users.find(sub);
        let [storedCount, newCount] = [0, 0];
        for (const { key, basis, verdict, reason, details, at } of looks) {
          const seqs = seqsOf(user, key);
          if (seqs === null) continue;
          newCount += sql.has.get(user, key) === undefined ? 1 : 0;
          sql.put.run(user, key, basis, verdict, reason, details, at, ...seqs);
          storedCount++;
        }
        if (user !== null && newCount > 0) users.advance(user, { looks: newCount });
        if (storedCount > 0) batch.afterCommit(() => changed(sub));
        return storedCount;
      }),
    remove: (sub, keys) =>
      writer.write((batch) => {
        const user = users.find(sub);
        let removedCount = 0;
        for (const key of new Set(keys)) removedCount += Number(sql.remove.run(user, key).changes);
        if (user !== null && removedCount > 0) users.advance(user, { looks: -removedCount });
        if (removedCount > 0) batch.afterCommit(() => changed(sub));
        return removedCount;
      }),
    async get(sub, keys) {
      const user = users.find(sub);
      return [...new Set(keys)].flatMap((key) => sql.get.all(user, key).map(lookOf));
    },
    async list(sub, kind, { limit, after = `${kind} ` }) {
      const first = after < `${kind} ` ? `${kind} ` : after;
      return sql.list.all(users.find(sub), first, `${kind} ${LAST}`, limit).map(lookOf);
    },
  };
}

function prepareLooks(db: DatabaseSync) {
  const columns = "key, basis, verdict, reason, details, at";
  return {
    seq: db.prepare("SELECT seq FROM notes WHERE user = ? AND id = ?"),
    put: db.prepare(
      `INSERT INTO looks (user, ${columns}, note, other) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (user, key) DO UPDATE SET basis = excluded.basis, verdict = excluded.verdict,
         reason = excluded.reason, details = excluded.details, at = excluded.at`,
    ),
    has: db.prepare("SELECT 1 FROM looks WHERE user = ? AND key = ?"),
    remove: db.prepare("DELETE FROM looks WHERE user = ? AND key = ?"),
    get: db.prepare(`SELECT ${columns} FROM looks WHERE user = ? AND key = ?`),
    list: db.prepare(`SELECT ${columns} FROM looks WHERE user = ? AND key > ? AND key < ? ORDER BY key ${BOUND_LIMIT}`),
  };
}

export function lookOf(row: Row): Look {
  // Safe because only `put` writes these columns.
  const { key, basis, verdict, reason, details, at } = row as unknown as Look;
  return { key, basis, verdict, reason, details, at };
}
