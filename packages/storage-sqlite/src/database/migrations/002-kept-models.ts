/**
 * `same_text` counts the revisions since title or content last changed: vectors of those are still right.
 * A model is `serving`, `next`, `leaving` (its rows are being removed) or `left`; its number is never reused.
 * Before this there was one model. Its notes become due because their windows are cut again; its vectors serve
 * until they are replaced.
 */
export const keptModels = `
ALTER TABLE notes ADD COLUMN same_text INTEGER NOT NULL DEFAULT 0;
DROP INDEX notes_by_change;
CREATE INDEX notes_by_change
  ON notes (user, change, seq, id, note_type, archived, deleted_at, revision, same_text, length);

ALTER TABLE models ADD COLUMN role TEXT NOT NULL DEFAULT 'leaving';
UPDATE models SET role = 'serving', listed_to = 0, list_until = (SELECT coalesce(max(seq), 0) FROM notes)
  WHERE model = (SELECT min(model) FROM models);
`;
