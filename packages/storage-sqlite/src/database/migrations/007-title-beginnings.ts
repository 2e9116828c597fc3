/** Titles of stop words alone, which have an empty key, are looked for as well. */
export const titleBeginnings = `
DROP INDEX notes_by_title;
CREATE INDEX notes_by_title ON notes (user, title_key) WHERE deleted_at IS NULL;
`;
