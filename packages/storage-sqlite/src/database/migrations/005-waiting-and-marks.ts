/**
 * `since` tells when a note came to be due, in ms since the epoch. `event_key` keys the marks in the ids of events:
 * until now these were the numbers of the users, which told how many there are.
 */
export const waitingAndMarks = `
CREATE TABLE due_since (
  model INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  seq INTEGER NOT NULL,
  since INTEGER NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER)),
  PRIMARY KEY (model, created_at, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO due_since (model, created_at, seq) SELECT model, created_at, seq FROM due;
DROP TABLE due;
ALTER TABLE due_since RENAME TO due;

CREATE TABLE event_key (key TEXT NOT NULL) STRICT;
INSERT INTO event_key (key) VALUES (hex(randomblob(16)));
`;
