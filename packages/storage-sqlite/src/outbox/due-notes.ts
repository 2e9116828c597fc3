import type { DatabaseSync } from "node:sqlite";
import type { DueNote, VectorIndex } from "@knote/api";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import type { Writer } from "../database/writer.ts";
import { ERASING_PREFIX } from "../stores/user-rows.ts";
import type { KeptModels } from "./kept-models.ts";

/** The outbox of embedding: a row for each live note whose vectors are behind. */
export interface DueNotes extends Pick<VectorIndex, "due" | "dueSince" | "pending" | "countPostponed"> {
  /** Marks a note as due or done. Call it within a write. */
  set(model: number, note: { readonly seq: number; readonly user: number }, isDue: boolean): void;
  /** Has no effect on a note that is not due. Call it within a write. */
  postpone(model: number, seq: number, forMs: number): void;
}

interface DueRow {
  readonly sub: string;
  readonly id: string;
  readonly user: number;
  readonly since: number;
  readonly seq: number;
}

interface DueNotesDeps {
  readonly db: DatabaseSync;
  readonly writer: Writer;
  readonly models: Pick<KeptModels, "find">;
}

const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

export function createDueNotes({ db, writer, models }: DueNotesDeps): DueNotes {
  const add = db.prepare(
    "INSERT INTO due (model, seq, user) VALUES (?, ?, ?) ON CONFLICT (model, seq) DO UPDATE SET until = NULL",
  );
  const remove = db.prepare("DELETE FROM due WHERE model = ? AND seq = ?");
  const inTurn = db.prepare(
    `SELECT u.sub, n.id, d.user, d.since, d.seq FROM due d CROSS JOIN notes n USING (seq) CROSS JOIN users u ON u.user = d.user
     WHERE d.model = ? AND d.until IS NULL AND (d.user, d.since, d.seq) > (?, ?, ?) ORDER BY d.user, d.since, d.seq ${BOUND_LIMIT}`,
  );
  const since = db.prepare("SELECT min(since) AS since FROM due WHERE model = ? AND until IS NULL");
  const count = db.prepare("SELECT count(*) AS due FROM due WHERE model = ? AND until IS NULL");
  const countOfUser = db.prepare(
    `SELECT count(*) AS due FROM users u CROSS JOIN due d ON d.model = ? AND d.user = u.user AND d.until IS NULL WHERE u.sub = ?`,
  );
  const later = db.prepare("SELECT count(*) AS postponed FROM due WHERE model = ? AND until IS NOT NULL");
  const postpone = db.prepare(`UPDATE due SET until = ${NOW} + ? WHERE model = ? AND seq = ?`);
  const isOver = db.prepare(`SELECT 1 FROM due WHERE model = ? AND until <= ${NOW} LIMIT 1`);
  const resume = db.prepare(`UPDATE due SET until = NULL WHERE model = ? AND until <= ${NOW}`);

  function list(model: number | null, limit: number, after: string): DueNote[] {
    for (let place = after; ;) {
      const rows = inTurn.all(model, ...placeOf(place), limit) as unknown as DueRow[];
      const dueNotes = rows.filter(({ sub }) => !sub.startsWith(ERASING_PREFIX)).map(dueNoteOf);
      if (dueNotes.length > 0 || rows.length < limit) return dueNotes;
      place = dueNoteOf(rows.at(-1)!).userPosition;
    }
  }

  return {
    set(model, { seq, user }, isDue) {
      if (isDue) add.run(model, seq, user);
      else remove.run(model, seq);
    },
    postpone(model, seq, forMs) {
      postpone.run(forMs, model, seq);
    },
    async due(name, limit, after = "") {
      const model = models.find(name);
      if (isOver.get(model) !== undefined) await writer.write(() => void resume.run(model));
      return list(model, limit, after);
    },
    async dueSince(name) {
      return since.get(models.find(name))!["since"] as number | null;
    },
    async pending(name, userId) {
      const model = models.find(name);
      const row = userId === undefined ? count.get(model) : countOfUser.get(model, userId);
      return row!["due"] as number;
    },
    async countPostponed(name) {
      return later.get(models.find(name))!["postponed"] as number;
    },
  };
}

function dueNoteOf({ sub, id, user, since, seq }: DueRow): DueNote {
  return { userId: sub, noteId: id, since, position: `${user} ${since} ${seq}`, userPosition: `${user}` };
}

/** Parses a position; one of only a user is the end of that user's due notes. */
function placeOf(position: string): [user: number, since: number, seq: number] {
  const [user = 0, since = Number.MAX_SAFE_INTEGER, seq = 0] = position.split(" ").map(Number);
  return [user, since, seq];
}
