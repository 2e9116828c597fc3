import type { DatabaseSync } from "node:sqlite";
import { problemOf, type Check } from "../check.ts";
import { createFingerprints } from "../fingerprints.ts";
import { inTransaction } from "../../../database/in-transaction.ts";
import { foldedTags, storedNoteOf, storedNotes } from "../stored-notes.ts";

export const checkTags: Check = {
  name: "tags",
  sound: "every live note is listed under its tags, and under no others",
  find({ db }) {
    const [listedTags, expectedTags] = [createFingerprints(), createFingerprints()];
    for (const row of db.prepare("SELECT user, tag, created_at, id, seq FROM note_tags").iterate())
      listedTags.add(row["seq"] as number, JSON.stringify([row["user"], row["tag"], row["created_at"], row["id"]]));
    for (const note of storedNotes(db)) {
      if (!note.isLive) continue;
      for (const tag of foldedTags(note))
        expectedTags.add(note.seq, JSON.stringify([note.user, tag, note.created_at, note.id]));
    }
    const wrong = listedTags.differing(expectedTags);
    const noteOf = storedNoteOf(db);
    const rows = wrong.map((seq) => ({ example: noteOf(seq)?.id ?? `number ${seq}` }));
    return problemOf("notes listed under other tags than theirs", rows, (handle) => rewriteTags(handle, wrong));
  },
};

/** Rewrites all of them in one transaction: a wrong row of one note can occupy the key of another's. */
function rewriteTags(db: DatabaseSync, seqs: readonly number[]): void {
  const noteOf = storedNoteOf(db);
  const remove = db.prepare("DELETE FROM note_tags WHERE seq IN (SELECT value FROM json_each(?))");
  const add = db.prepare("INSERT OR REPLACE INTO note_tags (user, tag, created_at, id, seq) VALUES (?, ?, ?, ?, ?)");
  inTransaction(db, () => {
    remove.run(JSON.stringify(seqs));
    for (const seq of seqs) {
      const note = noteOf(seq);
      if (note === null || !note.isLive) continue;
      for (const tag of foldedTags(note)) add.run(note.user, tag, note.created_at, note.id, seq);
    }
  });
}
