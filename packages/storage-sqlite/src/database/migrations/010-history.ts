/**
 * What as-of reads rest on: links that were removed, whether a revision was archived (null in older ones), and when
 * the present claim of a note was worded (null: with the note). `history.since` is when keeping them began, and
 * `users.past_links` counts them, so that `knote doctor` detects lost rows.
 */
export const history = `
CREATE TABLE past_links (
  past INTEGER PRIMARY KEY,
  user INTEGER NOT NULL,
  relation TEXT NOT NULL,
  source INTEGER NOT NULL REFERENCES notes ON DELETE CASCADE,
  target INTEGER NOT NULL REFERENCES notes ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  removed_at TEXT NOT NULL
) STRICT;
ALTER TABLE users ADD COLUMN past_links INTEGER NOT NULL DEFAULT 0;
CREATE INDEX past_links_by_removal ON past_links (user, removed_at, past);
CREATE INDEX past_links_by_source ON past_links (source, target);
CREATE INDEX past_links_by_target ON past_links (target);

ALTER TABLE revisions ADD COLUMN archived INTEGER;
ALTER TABLE notes ADD COLUMN claimed_at TEXT;

CREATE INDEX notes_by_update ON notes (user, updated_at, id) WHERE deleted_at IS NULL AND revision > 1;
CREATE INDEX notes_by_claim ON notes (user, claimed_at, id) WHERE claimed_at IS NOT NULL;
CREATE INDEX links_of_rests ON links (user) WHERE relation IN ('depends_on', 'derived_from');

CREATE TABLE history (since TEXT NOT NULL) STRICT;
INSERT INTO history (since) VALUES (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
`;
