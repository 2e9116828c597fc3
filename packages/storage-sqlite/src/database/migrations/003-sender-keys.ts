/** The name that the sender of an imported note gave it. A purge frees it with the row. */
export const senderKeys = `
ALTER TABLE notes ADD COLUMN sender_key TEXT;
CREATE UNIQUE INDEX notes_by_key ON notes (user, sender_key) WHERE sender_key IS NOT NULL;
`;
