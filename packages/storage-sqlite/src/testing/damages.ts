/** The seq of the first note: it has revisions and links. */
export const FIRST = "(SELECT min(seq) FROM notes)";
const LIVE = "(SELECT max(seq) FROM notes WHERE deleted_at IS NULL)";
const ADA = "(SELECT user FROM users WHERE sub = 'ada')";

/** Damages that can be mended, each with the doctor's messages. */
export const DERIVABLE: readonly (readonly [sql: string, ...said: string[]])[] = [
  [`DELETE FROM terms WHERE rowid = ${FIRST}`, "terms: 1 notes whose search terms do not match their text"],
  [
    "INSERT INTO terms (rowid, a) VALUES (999, '1|=ghost')",
    "terms: 1 notes whose search terms do not match their text",
  ],
  [
    `INSERT OR REPLACE INTO terms (rowid, b) VALUES (${LIVE}, '1|=other')`,
    "terms: 1 notes whose search terms do not match their text",
  ],
  ["DELETE FROM terms_data WHERE id > 10", "terms: 1 damaged search index"],
  ["DELETE FROM terms_docsize", "terms: 1 damaged search index"],
  [
    `UPDATE notes SET length = length + 1 WHERE seq = ${LIVE}`,
    "terms: 1 notes whose length does not match their text",
    "counters: 1 users with wrong counters",
  ],
  ["UPDATE users SET notes = 7, words = -1 WHERE sub = 'ada'", "counters: 1 users with wrong counters"],
  ["UPDATE users SET idempotency_keys = 9, change = 1", "counters: 2 users with wrong counters"],
  [
    `UPDATE notes SET title_key = 'other' WHERE seq = ${FIRST}`,
    "titles: 1 notes whose title key does not match their title",
  ],
  ["DELETE FROM note_tags WHERE tag = 'birds'", "tags: 4 notes listed under other tags than theirs"],
  [
    `INSERT INTO note_tags SELECT user, 'other', created_at, id, seq FROM notes WHERE deleted_at IS NOT NULL`,
    "tags: 2 notes listed under other tags than theirs",
  ],
  [`UPDATE note_tags SET seq = 999 WHERE seq = ${LIVE}`, "tags: 2 notes listed under other tags than theirs"],
  [
    `UPDATE links SET low = high, high = low WHERE user = ${ADA} AND relation = 'relates_to'`,
    "links: 1 links with a wrong key",
  ],
  [
    `UPDATE notes SET claimed_at = '2001-01-01T00:00:00.000Z' WHERE seq = ${FIRST}`,
    "history: 1 notes whose claim was worded at an impossible time",
  ],
  [
    `UPDATE notes SET claimed_at = 'soon' WHERE user = ${ADA}`,
    "history: 4 notes whose claim was worded at an impossible time",
  ],
  [`DELETE FROM vectors WHERE seq = ${LIVE}`, "vectors: 1 notes that lack vectors and are not due"],
  [
    `UPDATE notes SET same_text = 2 WHERE seq = ${FIRST}`,
    "revisions: 1 notes that treat an earlier text as the current one",
  ],
  [`UPDATE vectors SET data = zeroblob(16) WHERE seq = ${LIVE}`, "vectors: 1 notes with vectors whose length is not 1"],
  [
    `UPDATE vectors SET data = zeroblob(12) WHERE seq = ${LIVE}`,
    "vectors: 1 notes with vectors of another length than their model's",
  ],
  [`UPDATE vectors SET stop = 90000 WHERE seq = ${LIVE}`, "vectors: 1 notes with vectors of ranges outside their text"],
  [`DELETE FROM vectors WHERE seq = ${LIVE} AND window = 0`, "vectors: 1 notes with gaps between their vectors"],
  [`UPDATE vectors SET revision = 9 WHERE seq = ${LIVE}`, "vectors: 1 vectors of future revisions"],
  [
    "INSERT INTO vectors SELECT 999, user, 1, seq, 1, 0, 0, 1, zeroblob(16) FROM notes WHERE deleted_at IS NOT NULL LIMIT 1",
    "vectors: 1 deleted notes that have vectors",
  ],
  [
    "UPDATE vectors SET model = 9",
    "vectors: 6 vectors of models that are gone",
    "vectors: 6 notes that lack vectors and are not due",
  ],
  ["INSERT INTO due (model, seq, user) VALUES (1, 999, 1)", "due: 1 notes due that cannot be embedded"],
  ["INSERT INTO due (model, seq, user) SELECT 9, seq, user FROM notes", "due: 8 notes due that cannot be embedded"],
  ["UPDATE users SET event_seq = 1 WHERE sub = 'ada'", "events: 1 users whose event counter is behind"],
  ["DELETE FROM usage", "quota: 2 months with fewer questions counted than were answered"],
  ["UPDATE idempotency SET body = NULL", "idempotency: 2 keys with an incomplete response"],
  ["UPDATE idempotency SET lease_until = 1e15", "idempotency: 2 keys that are held for too long"],
  ["DELETE FROM webhook_messages", "webhooks: 4 deliveries without their message or webhook"],
  ["DELETE FROM webhooks", "webhooks: 4 deliveries without their message or webhook"],
  ["UPDATE webhook_deliveries SET user = 3 - user", "webhooks: 4 deliveries without their message or webhook"],
  [
    "DELETE FROM webhook_deliveries",
    "webhooks: 4 messages that no webhook was given",
    "webhooks: 2 webhooks with wrong counters of what waits",
  ],
  ["UPDATE webhooks SET waiting = waiting + 1", "webhooks: 2 webhooks with wrong counters of what waits"],
  ["UPDATE webhooks SET due_at = due_at + 1", "webhooks: 2 webhooks with wrong counters of what waits"],
  [
    // An index with fewer entries than its table, as if it had been built before the notes were written.
    `PRAGMA writable_schema = ON;
     UPDATE sqlite_schema SET sql = replace(sql, 'WHERE deleted_at', 'WHERE 1 = 0 AND deleted_at') WHERE name = 'notes_by_title';
     PRAGMA writable_schema = RESET; REINDEX notes_by_title; PRAGMA writable_schema = ON;
     UPDATE sqlite_schema SET sql = replace(sql, 'WHERE 1 = 0 AND deleted_at', 'WHERE deleted_at') WHERE name = 'notes_by_title';
     PRAGMA writable_schema = RESET`,
    "file: 6 rows missing from an index of the file",
  ],
];

/** Damages that only a backup can undo, each with the doctor's messages. */
export const UNRECOVERABLE: typeof DERIVABLE = [
  [`DELETE FROM notes WHERE seq = ${FIRST}`, "links: 2 links without both notes"],
  ["UPDATE notes SET user = 9 WHERE deleted_at IS NOT NULL", "users: 1 unknown users in notes"],
  ["UPDATE users SET tier = 'gold'", "users: 2 users with an unknown tier"],
  [`UPDATE notes SET note_type = 'poem' WHERE seq = ${FIRST}`, "notes: 1 notes with an invalid field"],
  [`UPDATE notes SET tags = 'none' WHERE seq = ${FIRST}`, "notes: 1 notes with an invalid field"],
  [`INSERT INTO purges VALUES (1, 99, ${FIRST})`, "notes: 1 purged notes that still exist"],
  ["DELETE FROM revisions WHERE revision = 1", "revisions: 2 notes whose earlier revisions are not all there"],
  [`UPDATE notes SET revision = 9 WHERE seq = ${LIVE}`, "revisions: 1 notes whose earlier revisions are not all there"],
  [
    `UPDATE links SET target = source WHERE user = ${ADA} AND relation = 'contradicts'`,
    "links: 1 links of a note with itself",
  ],
  [
    "UPDATE links SET relation = 'likes' WHERE relation = 'contradicts'",
    "links: 2 links with an unknown relation or time",
  ],
  [
    `INSERT INTO links SELECT NULL, user, relation, target, source, high, low, created_at FROM links WHERE relation = 'supersedes' AND user = ${ADA}`,
    "links: 3 notes that supersede themselves through a chain",
  ],
  [`UPDATE past_links SET target = source WHERE user = ${ADA}`, "history: 1 removed links that cannot have existed"],
  [
    "UPDATE past_links SET removed_at = '2001-01-01T00:00:00.000Z'",
    "history: 2 removed links that cannot have existed",
  ],
  [
    "UPDATE webhook_deliveries SET due_at = NULL WHERE result = 'waiting'",
    "webhooks: 2 deliveries whose times do not fit their results",
  ],
  ["UPDATE webhook_deliveries SET result = 'lost'", "webhooks: 4 deliveries whose times do not fit their results"],
  ["UPDATE looks SET key = 'orphan ' || key", "looks: 4 looks that name other notes than their own"],
  ["UPDATE looks SET user = 3 - user", "looks: 4 looks that name other notes than their own"],
  ["UPDATE stances SET user = 3 - user", "stances: 6 entries of a stance that cannot have been written"],
  ["UPDATE stances SET review_on = '2026-02-30'", "stances: 6 entries of a stance that cannot have been written"],
  [
    `UPDATE stances SET outcome = NULL WHERE kind = 'outcome' AND user = ${ADA}`,
    "stances: 1 entries of a stance that cannot have been written",
  ],
  [
    `UPDATE stances SET at = '2001-01-01T00:00:00.000Z' WHERE number = 3 AND user = ${ADA}`,
    "stances: 1 notes whose stances have gaps or are out of order",
  ],
  [
    `UPDATE stances SET number = 4 WHERE number = 3 AND user = ${ADA}`,
    "stances: 1 notes whose stances have gaps or are out of order",
  ],
  ["UPDATE operations SET state = 'lost'", "operations: 4 merges and splits that cannot be read"],
  ["UPDATE operation_notes SET user = 3 - user", "operations: 10 notes of another user's merge or split"],
  ["DELETE FROM history", "history: 1 no time since when history is kept"],
  [
    "INSERT INTO models (name, listed_to, list_until, role) VALUES ('other', 0, 0, 'serving')",
    "models: 1 roles that several models have",
  ],
  ["UPDATE models SET role = 'tired'", "models: 1 models with an unknown role or listing"],
  [`DELETE FROM events WHERE seq = 3 AND user = ${ADA}`, "events: 1 users with gaps between their events"],
  ["DELETE FROM events WHERE seq > 3", "events: 2 users whose newest events are missing"],
  [`UPDATE events SET data = '{"type": "note_sung"}' WHERE seq = 3`, "events: 2 events that cannot be read"],
  [
    `WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 1200) INSERT INTO events SELECT ${ADA}, i, 0, data FROM n, events WHERE user = ${ADA} AND seq = 1;
     UPDATE users SET event_seq = 1200 WHERE sub = 'ada'; DELETE FROM events WHERE user = ${ADA} AND seq < 100`,
    "events: 1 users with too many events",
  ],
  ["UPDATE usage SET capable_queries = queries + 1", "quota: 2 months with impossible counters"],
  ["UPDATE idempotency SET expires_at = 1e15", "idempotency: 4 keys that are kept for too long"],
];
