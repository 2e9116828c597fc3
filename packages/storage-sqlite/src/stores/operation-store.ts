import type { DatabaseSync } from "node:sqlite";
import { noteNotFound, type OperationStore } from "@knote/api";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import type { Writer } from "../database/writer.ts";
import { OUTLINE, prepareOperationRows } from "./operation-rows.ts";
import { ERASED_PREFIX, ERASING_PREFIX, type UserRows } from "./user-rows.ts";

interface OperationStoreDeps {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly writer: Writer;
}

export function createOperationStore({ db, users, writer }: OperationStoreDeps): OperationStore {
  const rows = prepareOperationRows(db);
  const sql = prepareOperations(db);

  /** Whether another operation under way has a note of this one. */
  function isBusy(user: number | null, id: string): boolean {
    const row = sql.find.get(user, id);
    if (user === null || row === undefined) return false;
    const { noteIds, partIds } = rows.outline(row);
    return rows.isBusy(user, id, [...noteIds, ...partIds]);
  }

  return {
    begin: (sub, operation) =>
      writer.write(() => {
        const user = users.find(sub);
        if (user === null || !rows.hasNotes(user, operation)) throw noteNotFound();
        if (sql.find.get(user, operation.id) !== undefined) return "exists";
        if (rows.isBusy(user, operation.id, [...operation.noteIds, ...operation.partIds])) return "busy";
        rows.insert(user, operation);
        return "begun";
      }),
    advance: (sub, id, from, to) =>
      writer.write(() => {
        const user = users.find(sub);
        if (from.leaseUntil === 0 && to.leaseUntil > 0 && isBusy(user, id)) return "busy";
        const { changes } = sql.advance.run(to.state, to.leaseUntil, user, id, from.state, from.leaseUntil);
        return changes > 0 ? "advanced" : "stale";
      }),
    async get(sub, id) {
      const row = sql.find.get(users.find(sub), id);
      return row === undefined ? null : { ...rows.outline(row), plan: row["plan"] as string };
    },
    async list(sub, { limit, after }) {
      const user = users.find(sub);
      const page = after === undefined ? sql.first.all(user, limit) : sql.next.all(user, after.at, after.id, limit);
      return page.map(rows.outline);
    },
    remove: (sub, id) => writer.write(() => sql.remove.run(users.find(sub), id).changes > 0),
    async findStalled(now, limit) {
      return sql.findStalled
        .all(now, ERASING_PREFIX, ERASED_PREFIX, limit)
        .map((row) => ({ userId: row["sub"] as string, id: row["id"] as string }));
    },
    removeBefore: (at, limit) => writer.write(() => Number(sql.removeBefore.run(at, limit).changes)),
  };
}

function prepareOperations(db: DatabaseSync) {
  return {
    find: db.prepare(`SELECT ${OUTLINE}, plan FROM operations WHERE user = ? AND id = ?`),
    advance: db.prepare(
      "UPDATE operations SET state = ?, lease_until = ? WHERE user = ? AND id = ? AND state = ? AND lease_until = ?",
    ),
    first: db.prepare(`SELECT ${OUTLINE} FROM operations WHERE user = ? ORDER BY at DESC, id DESC ${BOUND_LIMIT}`),
    next: db.prepare(
      `SELECT ${OUTLINE} FROM operations WHERE user = ? AND (at, id) < (?, ?) ORDER BY at DESC, id DESC ${BOUND_LIMIT}`,
    ),
    remove: db.prepare("DELETE FROM operations WHERE user = ? AND id = ?"),
    findStalled: db.prepare(
      `SELECT u.sub, o.id FROM operations o JOIN users u USING (user)
       WHERE o.lease_until > 0 AND o.lease_until <= ?1 AND NOT (u.sub >= ?2 AND u.sub < ?2 || '~')
         AND NOT (u.sub >= ?3 AND u.sub < ?3 || '~')
       ORDER BY o.lease_until LIMIT ?4 + 0`,
    ),
    removeBefore: db.prepare(
      `DELETE FROM operations WHERE operation IN
         (SELECT operation FROM operations WHERE at < ? AND lease_until = 0 ORDER BY at ${BOUND_LIMIT})`,
    ),
  };
}
