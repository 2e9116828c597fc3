/** Looks, each with the notes that its key names. `users.looks` counts them, so that `knote doctor` detects lost rows. */
export const looks = `
CREATE TABLE looks (
  user INTEGER NOT NULL,
  key TEXT NOT NULL,
  basis TEXT NOT NULL,
  verdict TEXT NOT NULL,
  reason TEXT,
  details TEXT,
  at TEXT NOT NULL,
  note INTEGER NOT NULL REFERENCES notes ON DELETE CASCADE,
  other INTEGER REFERENCES notes ON DELETE CASCADE,
  PRIMARY KEY (user, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX looks_by_note ON looks (note);
CREATE INDEX looks_by_other ON looks (other) WHERE other IS NOT NULL;
ALTER TABLE users ADD COLUMN looks INTEGER NOT NULL DEFAULT 0;
`;
