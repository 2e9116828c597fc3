/**
 * Logs of decisions and beliefs; rows are only ever added. `users.stances` counts them, so that `knote doctor` detects
 * lost rows.
 */
export const stances = `
CREATE TABLE stances (
  user INTEGER NOT NULL,
  note INTEGER NOT NULL REFERENCES notes ON DELETE CASCADE,
  number INTEGER NOT NULL,
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  confidence REAL,
  expects TEXT,
  review_on TEXT,
  outcome TEXT,
  text TEXT,
  PRIMARY KEY (user, note, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX stances_by_note ON stances (note);
ALTER TABLE users ADD COLUMN stances INTEGER NOT NULL DEFAULT 0;
`;
