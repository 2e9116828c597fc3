import type { DatabaseSync } from "node:sqlite";
import { APPLICATION_ID } from "../database/open-database.ts";
import { firstSchema } from "../database/migrations/001-first-schema.ts";

/** Ids of the fixture's notes, oldest first. */
export const FIRST_RELEASE_NOTES = [
  "0190a000-0000-7000-8000-000000000001",
  "0190a000-0000-7000-8000-000000000002",
  "0190a000-0000-7000-8000-000000000003",
  "0190a000-0000-7000-8000-000000000004",
] as const;

const [OWLS, NIGHT, DELETED_NOTE, HERS] = FIRST_RELEASE_NOTES;
const MODEL = "all-minilm-l6-v2-int8-onnx";

/**
 * Writes data as the first release left it, in SQL so that it never changes with the code: Ada has two notes, one of
 * them revised, a deleted note, links, questions of this month, events and vectors; Grace has one note.
 */
export function writeFirstRelease(db: DatabaseSync, now: number): void {
  db.exec(firstSchema);
  db.exec(`PRAGMA user_version = 1; PRAGMA application_id = ${APPLICATION_ID};`);
  db.exec(USERS + NOTES + LINKS + SEARCH);
  db.exec(usage(new Date(now).toISOString().slice(0, 7), now));
  const head = db.prepare(
    `INSERT INTO vectors (user, model, seq, revision, "window", start, stop, data) VALUES (?, 1, ?, ?, 0, 0, 4, ?)`,
  );
  head.run(1, 1, 2, blobOf(0.6, 0.8));
  head.run(1, 2, 1, blobOf(0.8, 0.6));
}

const USERS = `
INSERT INTO users (user, sub, tier, change, notes, words, event_seq, idempotency_keys) VALUES
  (1, 'ada', 'student', 5, 2, 11, 3, 1), (2, 'grace', 'free', 1, 1, 2, 0, 0);
`;

const NOTES = `
INSERT INTO notes (seq, user, id, note_type, importance, archived, created_at, updated_at, deleted_at, revision, change, length, tags, title_key, title, content) VALUES
  (1, 1, '${OWLS}', 'fact', 0.5, 0, '2026-01-01T10:00:00.000Z', '2026-01-02T10:00:00.000Z', NULL, 2, 4, 6, '["Birds"]', 'owl hunt', 'Owls hunt', 'They hunt mice by ear.'),
  (2, 1, '${NIGHT}', 'insight', 0.9, 1, '2026-01-03T10:00:00.000Z', '2026-01-03T10:00:00.000Z', NULL, 1, 2, 5, '[]', 'night is loud', 'Night is loud', 'Mice rustle in leaves.'),
  (3, 1, '${DELETED_NOTE}', 'belief', 0.1, 0, '2026-01-04T10:00:00.000Z', '2026-01-04T10:00:00.000Z', '2999-01-01T00:00:00.000Z', 1, 5, 2, '[]', 'in the trash', 'In the trash', 'Gone.'),
  (4, 2, '${HERS}', 'fact', 0.5, 0, '2026-01-05T10:00:00.000Z', '2026-01-05T10:00:00.000Z', NULL, 1, 1, 2, '[]', 'compil translat', 'Compilers translate', 'They do.');
INSERT INTO revisions (seq, revision, note_type, importance, updated_at, tags, title, content) VALUES
  (1, 1, 'fact', 0.5, '2026-01-01T10:00:00.000Z', '[]', 'Owls hunt', 'They hunt.');
INSERT INTO note_tags (user, tag, created_at, id, seq) VALUES (1, 'birds', '2026-01-01T10:00:00.000Z', '${OWLS}', 1);
`;

const LINKS = `
INSERT INTO links (link, user, relation, source, target, low, high, created_at) VALUES
  (1, 1, 'extends', 2, 1, 2, 1, '2026-01-03T11:00:00.000Z'),
  (2, 1, 'relates_to', 2, 1, 1, 2, '2026-01-03T11:00:00.000Z');
`;

const SEARCH = `
INSERT INTO terms (rowid, a, b) VALUES
  (1, ' 1|~owl 1|^owls 1|=mice 1|=ear 1|~bird 1|^birds', ' 1|=hunt'),
  (2, ' 1|=night 1|=loud 1|=mice 1|~rustl 1|^rustle 1|~leav 1|^leaves', ''),
  (3, ' 1|=trash 1|=gone', ''),
  (4, ' 2|~compil 2|^compilers 2|~translat 2|^translate', '');
INSERT INTO models (model, name, listed_to, list_until) VALUES (1, '${MODEL}', 4, 4);
INSERT INTO due (model, created_at, seq) VALUES (1, '2026-01-05T10:00:00.000Z', 4);
`;

function usage(month: string, now: number): string {
  const event = (type: string, data: object) =>
    JSON.stringify({ type, data, timestamp: new Date(now).toISOString() }).replaceAll("'", "''");
  return `
INSERT INTO usage (user, month, queries, capable_queries) VALUES (1, '${month}', 7, 2);
INSERT INTO events (user, seq, at, data) VALUES
  (1, 1, ${now}, '${event("note_created", { title: "Owls hunt", note_type: "fact" })}'),
  (1, 2, ${now}, '${event("recall_query", { query: "What do owls hunt?" })}'),
  (1, 3, ${now}, '${event("model_used", { model: "knote-extract-1" })}');
INSERT INTO idempotency (user, key, body_hash, seed, lease_until, expires_at, status, body, headers) VALUES
  (1, 'POST /api/workspace/notes k', 'hash', 'seed', ${now}, ${now + 3_600_000}, 201, '{"id":"${OWLS}"}', '{}');
`;
}

function blobOf(...values: number[]): Uint8Array {
  return new Uint8Array(Float32Array.of(...values).buffer);
}
