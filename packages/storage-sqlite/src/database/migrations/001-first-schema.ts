/**
 * `seq` numbers notes permanently, in the order of their commits. `change` numbers every change of a
 * user's notes, so that the search worker can pull the changes since its last look.
 */
export const firstSchema = `
CREATE TABLE users (
  user INTEGER PRIMARY KEY,
  sub TEXT NOT NULL UNIQUE,
  tier TEXT,
  change INTEGER NOT NULL DEFAULT 0,
  purge_floor INTEGER NOT NULL DEFAULT 0,
  notes INTEGER NOT NULL DEFAULT 0,
  words INTEGER NOT NULL DEFAULT 0,
  event_seq INTEGER NOT NULL DEFAULT 0,
  idempotency_keys INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE notes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  user INTEGER NOT NULL REFERENCES users,
  id TEXT NOT NULL UNIQUE,
  note_type TEXT NOT NULL,
  importance REAL NOT NULL,
  archived INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  revision INTEGER NOT NULL,
  change INTEGER NOT NULL,
  length INTEGER NOT NULL,
  tags TEXT NOT NULL,
  title_key TEXT NOT NULL,
  title TEXT NOT NULL,
  content TEXT NOT NULL
) STRICT;
-- Holds all that a selection asks for, so that what is left out is never read.
CREATE INDEX notes_by_time ON notes (user, created_at, id, note_type, archived, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX notes_by_title ON notes (user, title_key) WHERE deleted_at IS NULL AND title_key <> '';
CREATE INDEX notes_by_change ON notes (user, change, seq, id, note_type, archived, deleted_at, revision, length);
CREATE INDEX notes_deleted ON notes (deleted_at) WHERE deleted_at IS NOT NULL;

-- Notes that were removed for good, for readers that still remember them.
CREATE TABLE purges (
  user INTEGER NOT NULL,
  change INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (user, change)
) STRICT, WITHOUT ROWID;

-- Tags of live notes, folded; carries the order of lists.
CREATE TABLE note_tags (
  user INTEGER NOT NULL,
  tag TEXT NOT NULL,
  created_at TEXT NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (user, tag, created_at, id)
) STRICT, WITHOUT ROWID;

-- Earlier revisions; the current one stands in notes.
CREATE TABLE revisions (
  seq INTEGER NOT NULL REFERENCES notes ON DELETE CASCADE,
  revision INTEGER NOT NULL,
  note_type TEXT NOT NULL,
  importance REAL NOT NULL,
  updated_at TEXT NOT NULL,
  tags TEXT NOT NULL,
  title TEXT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (seq, revision)
) STRICT;

-- low and high are source and target, sorted where the relation goes both ways.
CREATE TABLE links (
  link INTEGER PRIMARY KEY AUTOINCREMENT,
  user INTEGER NOT NULL,
  relation TEXT NOT NULL,
  source INTEGER NOT NULL REFERENCES notes ON DELETE CASCADE,
  target INTEGER NOT NULL REFERENCES notes ON DELETE CASCADE,
  low INTEGER NOT NULL,
  high INTEGER NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX links_by_key ON links (user, low, high, relation);
CREATE INDEX links_by_source ON links (source, created_at, link);
CREATE INDEX links_by_target ON links (target, created_at, link);
CREATE INDEX links_by_time ON links (user, created_at, link);
CREATE INDEX links_of_states ON links (user) WHERE relation IN ('supersedes', 'contradicts');

CREATE TABLE events (
  user INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  data TEXT NOT NULL,
  PRIMARY KEY (user, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE usage (
  user INTEGER NOT NULL,
  month TEXT NOT NULL,
  queries INTEGER NOT NULL,
  capable_queries INTEGER NOT NULL,
  PRIMARY KEY (user, month)
) STRICT, WITHOUT ROWID;

CREATE TABLE usage_warnings (
  user INTEGER NOT NULL,
  month TEXT NOT NULL,
  counter TEXT NOT NULL,
  PRIMARY KEY (user, month, counter)
) STRICT, WITHOUT ROWID;

-- Settled ones are counted in usage and stay a while, so that settling again counts nothing.
CREATE TABLE reservations (
  user INTEGER NOT NULL,
  id TEXT NOT NULL,
  month TEXT NOT NULL,
  capable INTEGER NOT NULL,
  lease_until INTEGER NOT NULL,
  settled INTEGER NOT NULL,
  PRIMARY KEY (user, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX reservations_open ON reservations (user, month) WHERE settled = 0;

CREATE TABLE idempotency (
  claim INTEGER PRIMARY KEY,
  user INTEGER NOT NULL,
  key TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  seed TEXT NOT NULL,
  lease_until INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  status INTEGER,
  body TEXT,
  headers TEXT,
  UNIQUE (user, key)
) STRICT;
CREATE INDEX idempotency_by_age ON idempotency (user, expires_at, claim);

-- listed_to: due holds all live notes up to this seq, and all that were written since.
CREATE TABLE models (
  model INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  listed_to INTEGER NOT NULL,
  list_until INTEGER NOT NULL
) STRICT;

CREATE TABLE due (
  model INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (model, created_at, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE vectors (
  vector INTEGER PRIMARY KEY AUTOINCREMENT,
  user INTEGER NOT NULL,
  model INTEGER NOT NULL,
  seq INTEGER NOT NULL REFERENCES notes ON DELETE CASCADE,
  revision INTEGER NOT NULL,
  window INTEGER NOT NULL,
  start INTEGER NOT NULL,
  stop INTEGER NOT NULL,
  data BLOB NOT NULL
) STRICT;
CREATE INDEX vectors_by_note ON vectors (seq, model, window);
CREATE INDEX vectors_by_user ON vectors (user, model, vector);

-- Written to prove that writing works.
CREATE TABLE probe (written INTEGER NOT NULL) STRICT;
INSERT INTO probe (written) VALUES (0);

-- A row a note; a term stands in the column of its count, behind its owner, so that every user's
-- postings lie together. Merging is left to the writer, which does it in small steps.
CREATE VIRTUAL TABLE terms USING fts5(
  a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p,
  content = '', contentless_delete = 1, detail = column,
  tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~'"
);
INSERT INTO terms (terms, rank) VALUES ('automerge', 0), ('crisismerge', 1000);
CREATE VIRTUAL TABLE postings USING fts5vocab(terms, instance);
`;
