/** Indexes titles of only stop words as well; their key is empty. */
export const titleBeginnings = `
DROP INDEX notes_by_title;
CREATE INDEX notes_by_title ON notes (user, title_key) WHERE deleted_at IS NULL;
`;
