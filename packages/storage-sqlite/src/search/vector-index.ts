import type { DatabaseSync } from "node:sqlite";
import { DomainError, type EmbeddedWindow, type VectorIndex } from "@knote/api";
import type { Writer } from "../database/writer.ts";
import type { UserRows } from "../stores/user-rows.ts";
import { floatsOf } from "../search-worker/floats-of.ts";
import { MAX_DIMENSIONS } from "../search-worker/vector-memory.ts";
import { createDueNotes } from "../outbox/due-notes.ts";
import { createKeptModels } from "../outbox/kept-models.ts";
import type { SearchClient } from "./search-client.ts";

interface VectorIndexDeps {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly writer: Writer;
  readonly client: SearchClient;
}

type NoteVectors = Parameters<VectorIndex["put"]>[2];

/** Stores vectors as given; the worker scans them at 8 bits and ranks the nearest at full precision. */
export function createVectorIndex({ db, users, writer, client }: VectorIndexDeps): VectorIndex {
  const { find, ...models } = createKeptModels(db, writer);
  const dueNotes = createDueNotes({ db, writer, models: { find } });
  const live = db.prepare(
    "SELECT seq, revision - same_text AS text_revision FROM notes WHERE user = ? AND id = ? AND deleted_at IS NULL",
  );
  const headOf = db.prepare(
    `SELECT data FROM vectors JOIN notes USING (seq) WHERE notes.user = ? AND notes.id = ? AND deleted_at IS NULL
       AND model = ? AND window = 0 AND vectors.revision >= notes.revision - same_text`,
  );
  const storedRevision = db.prepare("SELECT max(revision) AS revision FROM vectors WHERE seq = ? AND model = ?");
  const remove = db.prepare("DELETE FROM vectors WHERE seq = ? AND model = ?");
  const insert = db.prepare(
    "INSERT INTO vectors (user, model, seq, revision, window, start, stop, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  );

  function put(
    user: number | null,
    noteId: string,
    { model: name, revision, windows, complete }: NoteVectors,
  ): boolean {
    const [model, note] = [find(name), live.get(user, noteId)];
    if (user === null || model === null || note === undefined) return false;
    if ((note["text_revision"] as number) > revision) return false;
    const seq = note["seq"] as number;
    if (((storedRevision.get(seq, model)!["revision"] ?? 0) as number) > revision) return false;
    remove.run(seq, model);
    windows.forEach(
      ({ start, end, vector }, window) =>
        void insert.run(user, model, seq, revision, window, start, end, blobOf(vector)),
    );
    dueNotes.set(model, { seq, user }, !complete);
    return true;
  }

  return {
    ...models,
    async put(sub, noteId, noteVectors) {
      assertWindows(noteVectors.windows);
      return await writer.write(() => put(users.find(sub), noteId, noteVectors));
    },
    nearest: (sub, model, vector, options) => client.call("nearest", sub, model, vector, options),
    similarities: (sub, model, vector, ids, options = {}) =>
      client.call("similarities", sub, model, vector, ids, options),
    async heads(sub, name, ids) {
      const [user, model] = [users.find(sub), find(name)];
      const heads = new Map<string, Float32Array>();
      for (const id of new Set(ids)) {
        const row = model === null ? undefined : headOf.get(user, id, model);
        if (row !== undefined) heads.set(id, floatsOf(row["data"] as Uint8Array));
      }
      return heads;
    },
    sampleHeads: (sub, model, limit) => client.call("sampleHeads", sub, model, limit),
    async postpone(sub, noteId, { model: name, revision, forMs }) {
      await writer.write(() => {
        const [user, model] = [users.find(sub), find(name)];
        const note = live.get(user, noteId);
        if (model === null || note === undefined || (note["text_revision"] as number) > revision) return;
        dueNotes.postpone(model, note["seq"] as number, forMs);
      });
    },
    due: dueNotes.due,
    countPostponed: dueNotes.countPostponed,
    dueSince: dueNotes.dueSince,
    pending: dueNotes.pending,
  };
}

function assertWindows(windows: readonly EmbeddedWindow[]): void {
  const dimensions = windows[0]?.vector.length ?? 0;
  const alike = windows.every(({ vector }) => vector.length === dimensions);
  if (dimensions === 0 || dimensions > MAX_DIMENSIONS || !alike) {
    throw new DomainError("INVALID", `A note needs one or more vectors of one length, 1 to ${MAX_DIMENSIONS}.`);
  }
}

function blobOf({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
