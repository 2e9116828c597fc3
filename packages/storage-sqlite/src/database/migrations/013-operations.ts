/**
 * The journal of merges and splits. `operation_notes` has the notes of each, by their ids, because parts of a split are
 * in the journal before they exist; `operations.notes` counts them, so that `knote doctor` detects lost rows.
 */
export const operations = `
CREATE TABLE operations (
  operation INTEGER PRIMARY KEY,
  user INTEGER NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  at TEXT NOT NULL,
  state TEXT NOT NULL,
  lease_until INTEGER NOT NULL,
  moved INTEGER NOT NULL,
  notes INTEGER NOT NULL,
  plan TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX operations_by_id ON operations (user, id);
CREATE INDEX operations_by_time ON operations (user, at, id);
CREATE INDEX operations_by_age ON operations (at);
CREATE INDEX operations_under_way ON operations (lease_until) WHERE lease_until > 0;

CREATE TABLE operation_notes (
  operation INTEGER NOT NULL REFERENCES operations ON DELETE CASCADE,
  place INTEGER NOT NULL,
  user INTEGER NOT NULL,
  note TEXT NOT NULL,
  is_part INTEGER NOT NULL,
  PRIMARY KEY (operation, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX operation_notes_by_note ON operation_notes (user, note);
`;
