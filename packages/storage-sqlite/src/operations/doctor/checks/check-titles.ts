import type { DatabaseSync } from "node:sqlite";
import { titleKey } from "@knote/api";
import { problemOf, type Check } from "../check.ts";
import { inBatches } from "../in-batches.ts";
import { storedNotes } from "../stored-notes.ts";
import type { Row } from "../../../stores/note-row.ts";

export const checkTitles: Check = {
  name: "titles",
  sound: "every note is found by its title",
  find({ db }) {
    const wrong: Row[] = [];
    for (const note of storedNotes(db)) {
      const key = titleKey(note.title);
      if (key !== note.titleKey) wrong.push({ example: note.id, seq: note.seq, key });
    }
    return problemOf("notes whose title key does not match their title", wrong, setKeys);
  },
};

function setKeys(db: DatabaseSync, rows: readonly Row[]): void {
  const update = db.prepare("UPDATE notes SET title_key = ? WHERE seq = ?");
  inBatches(db, rows, (row) => void update.run(row["key"] as string, row["seq"] as number));
}
