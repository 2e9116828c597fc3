/**
 * Due notes are read by user, in the order in which they became due: one user's old dates or many notes delay
 * nobody else. A note that could not be embedded is left out `until` a time, in ms since the epoch.
 */
export const dueByUser = `
CREATE TABLE due_by_user (
  model INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  user INTEGER NOT NULL,
  since INTEGER NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER)),
  until INTEGER,
  PRIMARY KEY (model, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO due_by_user (model, seq, user, since) SELECT d.model, d.seq, n.user, d.since FROM due d JOIN notes n USING (seq);
DROP TABLE due;
ALTER TABLE due_by_user RENAME TO due;
CREATE INDEX due_in_turn ON due (model, user, since, seq) WHERE until IS NULL;
CREATE INDEX due_later ON due (model, until) WHERE until IS NOT NULL;
`;
