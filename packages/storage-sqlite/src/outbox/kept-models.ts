import type { DatabaseSync } from "node:sqlite";
import type { VectorIndex } from "@knote/api";
import type { Writer } from "../database/writer.ts";
import { forgetModels } from "./forget-models.ts";

/** Notes that one write lists as due for a model. */
const LISTED_AT_ONCE = 2_000;

/** The models whose vectors are kept: the served one and the next. */
export interface KeptModels extends Pick<VectorIndex, "models" | "serve" | "prepare" | "renew"> {
  /** Returns the number of a kept model, null for any other. */
  find(name: string): number | null;
}

export function createKeptModels(db: DatabaseSync, writer: Writer): KeptModels {
  const sql = prepareModels(db);

  function find(name: string): number | null {
    return (sql.find.get(name)?.["model"] as number | undefined) ?? null;
  }

  function nameOf(role: "serving" | "next"): string | null {
    return (sql.nameOf.get(role)?.["name"] as string | undefined) ?? null;
  }

  /** Makes every later write list its note for the model, then lists the earlier notes. */
  async function keep(name: string, role: "serving" | "next", signal?: AbortSignal): Promise<void> {
    await writer.write(() => {
      if (role === "next" && nameOf("serving") === name) sql.dismissNext.run();
      else {
        const keptModel = find(name);
        if (role === "serving") sql.dismissAll.run(name);
        else sql.dismissNextBut.run(name);
        if (keptModel === null) sql.insertOrRestart.run(name, role);
        else sql.setRole.run(role, name);
      }
    });
    await list(name, signal);
    await forgetModels(db, writer, signal);
  }

  /** Continues the listing where this process or an earlier one left off. */
  async function list(name: string, signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const row = sql.find.get(name);
      if (row === undefined) return;
      const { model, listed_to, list_until } = row as { model: number; listed_to: number; list_until: number };
      if (listed_to >= list_until) return;
      const end = Math.min(listed_to + LISTED_AT_ONCE, list_until);
      await writer.write(() => {
        if (find(name) === null) return;
        sql.list.run(model, listed_to, end);
        sql.setListed.run(end, model);
      });
    }
  }

  return {
    find,
    models: async () => ({ serving: nameOf("serving"), next: nameOf("next") }),
    serve: (name, signal) => keep(name, "serving", signal),
    prepare: (name, signal) => keep(name, "next", signal),
    async renew(name) {
      await writer.write(() => void sql.restartListing.run(name));
      await list(name);
    },
  };
}

function prepareModels(db: DatabaseSync) {
  const keptCondition = "role IN ('serving', 'next')";
  return {
    find: db.prepare(`SELECT model, listed_to, list_until FROM models WHERE name = ? AND ${keptCondition}`),
    nameOf: db.prepare("SELECT name FROM models WHERE role = ?"),
    dismissAll: db.prepare(`UPDATE models SET role = 'leaving' WHERE ${keptCondition} AND name <> ?`),
    dismissNextBut: db.prepare("UPDATE models SET role = 'leaving' WHERE role = 'next' AND name <> ?"),
    dismissNext: db.prepare("UPDATE models SET role = 'leaving' WHERE role = 'next'"),
    setRole: db.prepare("UPDATE models SET role = ? WHERE name = ?"),
    insertOrRestart: db.prepare(
      `INSERT INTO models (name, role, listed_to, list_until) SELECT ?, ?, 0, coalesce(max(seq), 0) FROM notes WHERE true
       ON CONFLICT (name) DO UPDATE SET role = excluded.role, listed_to = 0, list_until = excluded.list_until`,
    ),
    restartListing: db.prepare(
      `UPDATE models SET listed_to = 0, list_until = (SELECT coalesce(max(seq), 0) FROM notes) WHERE name = ? AND ${keptCondition}`,
    ),
    list: db.prepare(
      `INSERT INTO due (model, seq, user) SELECT ?, seq, user FROM notes WHERE deleted_at IS NULL AND seq > ? AND seq <= ?
       ON CONFLICT (model, seq) DO UPDATE SET until = NULL`,
    ),
    setListed: db.prepare("UPDATE models SET listed_to = ? WHERE model = ?"),
  };
}
