/**
 * What is due is found by user, in the order in which it came to be due: one user's old dates or many notes hold up
 * nobody. What could not be embedded stays out of the way `until` a time, in ms since the epoch.
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
