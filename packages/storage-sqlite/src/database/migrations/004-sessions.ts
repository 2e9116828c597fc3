/**
 * Secrets are stored as digests only. `token_cuts` names users by digest too, since it outlives them: a token
 * issued before an account was erased must not open the next account of the same user.
 */
export const sessions = `
CREATE TABLE sessions (
  digest TEXT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user INTEGER NOT NULL REFERENCES users,
  name TEXT NOT NULL,
  login TEXT,
  user_agent TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_user ON sessions (user, last_used_at);

CREATE TABLE token_cuts (
  subject TEXT PRIMARY KEY,
  not_before INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sign_in_codes (
  digest TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
