/**
 * `knote doctor` detects lost rows by these: how many links a user has, and up to which number the user's events
 * have expired. The rows that exist when the columns are added count as complete.
 */
export const countedRows = `
ALTER TABLE users ADD COLUMN links INTEGER NOT NULL DEFAULT 0;
UPDATE users SET links = (SELECT count(*) FROM links l WHERE l.user = users.user);

ALTER TABLE users ADD COLUMN event_floor INTEGER NOT NULL DEFAULT 0;
UPDATE users SET event_floor = coalesce((SELECT min(seq) - 1 FROM events e WHERE e.user = users.user), event_seq);
`;
