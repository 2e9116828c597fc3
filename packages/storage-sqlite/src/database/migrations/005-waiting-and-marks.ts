/**
 * `since` is when a note became due, in ms since the epoch. `event_key` keys the marks in event ids: before this
 * the marks were user numbers, which revealed how many users there are.
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
