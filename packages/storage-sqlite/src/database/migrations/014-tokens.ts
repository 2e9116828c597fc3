/**
 * Personal tokens and connectors' grants, by digests alone. `ends_at` is the earliest of a token's ends and
 * `access_until` that of its access token; both lie far ahead where there is none, so that a comparison suffices.
 */
export const tokens = `
CREATE TABLE tokens (
  digest TEXT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user INTEGER NOT NULL REFERENCES users,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  hint TEXT NOT NULL,
  login TEXT,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  expires_at INTEGER,
  ends_at INTEGER NOT NULL,
  access_until INTEGER NOT NULL,
  connector TEXT,
  idle_until INTEGER,
  family TEXT UNIQUE,
  refresh TEXT,
  earlier_refresh TEXT,
  earlier_until INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_by_user ON tokens (user);
CREATE INDEX tokens_by_end ON tokens (ends_at, kind);
`;
