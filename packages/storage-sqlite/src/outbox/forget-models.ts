import type { DatabaseSync } from "node:sqlite";
import type { Writer } from "../database/writer.ts";

/** Rows that one write removes (then to the end of the last note) and users it visits: a few milliseconds. */
const ROWS_AT_ONCE = 100;
const USERS_AT_ONCE = 500;

/** Removes the vectors and due rows of dropped models; the next call continues an interrupted removal. */
export async function forgetModels(db: DatabaseSync, writer: Writer, signal?: AbortSignal): Promise<void> {
  const sql = prepareForgetting(db);

  /** Returns the user to continue with, null when no vectors are left. */
  function removeVectors(model: number, from: number): number | null {
    let remainingRows = ROWS_AT_ONCE;
    let user: number | null = from;
    for (let users = 0; users < USERS_AT_ONCE && user !== null; users++) {
      remainingRows -= Number(sql.vectors.run({ user, model, left: remainingRows }).changes);
      if (remainingRows <= 0) return user;
      user = sql.nextUser.get(user)!["user"] as number | null;
    }
    return user;
  }

  /** Runs one write; returns null when the model is kept again. */
  function step<T>(model: number, work: () => T): Promise<T | null> {
    signal?.throwIfAborted();
    return writer.write(() => (sql.isLeaving.get(model) === undefined ? null : work()));
  }

  for (const { model } of sql.leaving.all() as { model: number }[]) {
    for (let user: number | null = 0; user !== null;) {
      const from: number = user;
      user = await step(model, () => removeVectors(model, from));
    }
    while (await step(model, () => Number(sql.due.run(model, model, ROWS_AT_ONCE).changes)));
    await step(model, () => void sql.setLeft.run(model));
  }
}

function prepareForgetting(db: DatabaseSync) {
  return {
    leaving: db.prepare("SELECT model FROM models WHERE role = 'leaving'"),
    isLeaving: db.prepare("SELECT 1 FROM models WHERE model = ? AND role = 'leaving'"),
    setLeft: db.prepare("UPDATE models SET role = 'left' WHERE model = ?"),
    // Removes whole notes: a note with only some of its vectors would count as damaged.
    vectors: db.prepare(
      `DELETE FROM vectors WHERE model = $model AND seq IN
        (SELECT seq FROM vectors WHERE user = $user AND model = $model ORDER BY vector LIMIT $left)`,
    ),
    nextUser: db.prepare("SELECT min(user) AS user FROM users WHERE user > ?"),
    due: db.prepare("DELETE FROM due WHERE model = ? AND seq IN (SELECT seq FROM due WHERE model = ? LIMIT ?)"),
  };
}
