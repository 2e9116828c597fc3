import type { DatabaseSync } from "node:sqlite";
import type { DueNote, VectorIndex } from "@knote/api";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import { ERASING } from "../stores/user-rows.ts";
import type { KeptModels } from "./kept-models.ts";

/** The outbox of embedding: a row for each live note whose vectors are behind. */
export interface DueNotes extends Pick<VectorIndex, "due" | "dueSince" | "pending"> {
  /** Marks a note as due or done; within a write. */
  set(model: number, note: { readonly seq: number; readonly user: number }, isDue: boolean): void;
}

interface DueRow {
  readonly sub: string;
  readonly id: string;
  readonly user: number;
  readonly since: number;
  readonly seq: number;
}

export function createDueNotes(db: DatabaseSync, models: Pick<KeptModels, "find">): DueNotes {
  const add = db.prepare("INSERT OR IGNORE INTO due (model, seq, user) VALUES (?, ?, ?)");
  const remove = db.prepare("DELETE FROM due WHERE model = ? AND seq = ?");
  const inTurn = db.prepare(
    `SELECT u.sub, n.id, d.user, d.since, d.seq FROM due d CROSS JOIN notes n USING (seq) CROSS JOIN users u ON u.user = d.user
     WHERE d.model = ? AND (d.user, d.since, d.seq) > (?, ?, ?) ORDER BY d.user, d.since, d.seq ${BOUND_LIMIT}`,
  );
  const since = db.prepare("SELECT min(since) AS since FROM due WHERE model = ?");
  const count = db.prepare("SELECT count(*) AS due FROM due WHERE model = ?");

  function list(model: number | null, limit: number, after: string): DueNote[] {
    for (let place = after; ;) {
      const rows = inTurn.all(model, ...placeOf(place), limit) as unknown as DueRow[];
      const found = rows.filter(({ sub }) => !sub.startsWith(ERASING)).map(dueNoteOf);
      if (found.length > 0 || rows.length < limit) return found;
      place = dueNoteOf(rows.at(-1)!).userPosition;
    }
  }

  return {
    set(model, { seq, user }, isDue) {
      if (isDue) add.run(model, seq, user);
      else remove.run(model, seq);
    },
    due: async (name, limit, after = "") => list(models.find(name), limit, after),
    async dueSince(name) {
      return since.get(models.find(name))!["since"] as number | null;
    },
    async pending(name) {
      return count.get(models.find(name))!["due"] as number;
    },
  };
}

function dueNoteOf({ sub, id, user, since, seq }: DueRow): DueNote {
  return { userId: sub, noteId: id, position: `${user} ${since} ${seq}`, userPosition: `${user}` };
}

/** A user alone stands for the end of what is due for them. */
function placeOf(position: string): [user: number, since: number, seq: number] {
  const [user = 0, since = Number.MAX_SAFE_INTEGER, seq = 0] = position.split(" ").map(Number);
  return [user, since, seq];
}
