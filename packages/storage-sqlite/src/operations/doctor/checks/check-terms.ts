import type { DatabaseSync } from "node:sqlite";
import { ANALYSIS_VERSION, COUNT_LEVELS } from "@knote/api";
import type { Batch } from "../../../database/batch.ts";
import { inTransaction } from "../../../database/in-transaction.ts";
import { isDamaged } from "../../../database/sqlite-errors.ts";
import { storedTerm } from "../../../search-worker/stored-term.ts";
import type { Row } from "../../../stores/note-row.ts";
import { createTermsTable, TERM_COLUMNS } from "../../../stores/terms-table.ts";
import { problemOf, type Check, type Problem } from "../check.ts";
import { createFingerprints, type Fingerprints } from "../fingerprints.ts";
import { isFullTextWhole } from "../full-text.ts";
import { inBatches } from "../in-batches.ts";
import { storedNoteOf, storedNotes, type StoredRow } from "../stored-notes.ts";

/** Deleted notes keep their terms, so that a restore need not write them; purged notes have none. */
export const checkTerms: Check = {
  name: "terms",
  sound: "every note is indexed by exactly the words of its text",
  find({ db }) {
    const { terms, lengths } = readNotes(db);
    return [
      ...problemOf("lost record of the analysis of texts", lostAnalysis(db), renewAll),
      ...wrongTerms(db, terms),
      ...problemOf("notes whose length does not match their text", lengths, setLengths),
    ];
  },
};

function readNotes(db: DatabaseSync) {
  const terms = createFingerprints();
  const lengths: { example: string; seq: number; length: number }[] = [];
  for (const note of storedNotes(db)) {
    const { counts, length } = note.terms();
    if (length !== note.length) lengths.push({ example: note.id, seq: note.seq, length });
    for (const [term, count] of counts)
      terms.add(note.seq, TERM_COLUMNS[COUNT_LEVELS.indexOf(count)]! + storedTerm(note.user, term));
  }
  return { terms, lengths };
}

function wrongTerms(db: DatabaseSync, due: Fingerprints): Problem[] {
  const storedFingerprints = storedTerms(db);
  const isPending = pendingRenewal(db);
  const wrong = storedFingerprints?.differing(due).filter((seq) => !isPending(seq)) ?? [];
  if (storedFingerprints === null || (wrong.length === 0 && !isWellFormed(db)))
    return [{ what: "damaged search index", count: 1, example: null, mend: rebuildIndex }];
  const noteOf = storedNoteOf(db);
  const rows = wrong.map((seq) => ({ seq, example: noteOf(seq)?.id ?? `number ${seq}` }));
  return problemOf("notes whose search terms do not match their text", rows, (handle) => {
    const isMended = mendTerms(handle, wrong) && storedTerms(handle)?.differing(due).every(isPending);
    if (!isMended || !isWellFormed(handle)) rebuildIndex(handle);
  });
}

/** Returns whether a note can still have the terms of an earlier analysis: the server writes those again. */
function pendingRenewal(db: DatabaseSync): (seq: number) => boolean {
  const row = db.prepare("SELECT version, target, written_to, list_until FROM analysis").get();
  if (row === undefined) return () => false;
  // Safe because the table is strict.
  const { version, target, written_to, list_until } = row as Record<string, number>;
  if (target! < ANALYSIS_VERSION) return () => true;
  return (seq) => version! < target! && seq > written_to! && seq <= list_until!;
}

function lostAnalysis(db: DatabaseSync): Row[] {
  return db.prepare("SELECT NULL AS example WHERE NOT EXISTS (SELECT 1 FROM analysis)").all();
}

/** Makes the next start look at all notes. */
function renewAll(db: DatabaseSync): void {
  db.exec("INSERT INTO analysis (version, target, written_to, list_until) VALUES (1, 1, 0, 0)");
}

/** Returns null when the full-text table is too damaged to be read. */
function storedTerms(db: DatabaseSync): Fingerprints | null {
  const fingerprints = createFingerprints();
  try {
    // Millions of rows: as arrays they take half the time.
    const postings = db.prepare("SELECT doc, col || term FROM postings", { returnArrays: true });
    // Safe because these are the columns.
    for (const row of postings.iterate()) fingerprints.add(...(row as unknown as [number, string]));
    return fingerprints;
  } catch (error) {
    if (isDamaged(error)) return null;
    throw error;
  }
}

/** Runs FTS5's own check, and checks that FTS5 knows each note: it could not remove the terms of others. */
function isWellFormed(db: DatabaseSync): boolean {
  const mismatches = db.prepare(
    `SELECT 1 FROM notes WHERE seq NOT IN (SELECT id FROM terms_docsize) UNION ALL
     SELECT 1 FROM terms_docsize WHERE id NOT IN (SELECT seq FROM notes) LIMIT 1`,
  );
  const isSound = db.prepare("PRAGMA integrity_check(terms)").get()?.["integrity_check"] === "ok";
  return isSound && mismatches.get() === undefined && isFullTextWhole(db);
}

/** Returns false when the full-text table is too damaged to be written. */
function mendTerms(db: DatabaseSync, seqs: readonly number[]): boolean {
  const noteOf = storedNoteOf(db);
  const write = termsWriter(db);
  const remove = db.prepare("DELETE FROM terms WHERE rowid = ?");
  try {
    inBatches(db, seqs, (seq) => {
      const note = noteOf(seq);
      if (note === null) remove.run(seq);
      else write(note, false);
    });
    return true;
  } catch (error) {
    if (isDamaged(error)) return false;
    throw error;
  }
}

/** Writes all terms again in one transaction, so that searches see the old index until it is complete. */
function rebuildIndex(db: DatabaseSync): void {
  const write = termsWriter(db);
  inTransaction(db, () => {
    db.exec(
      "INSERT INTO terms (terms) VALUES ('delete-all'); INSERT INTO terms (terms, rank) VALUES ('automerge', 0), ('crisismerge', 1000)",
    );
    for (const note of storedNotes(db)) write(note, true);
  });
}

function termsWriter(db: DatabaseSync) {
  const table = createTermsTable(db, { afterTerms: () => {} });
  const atOnce: Batch = { defer: (work) => work(), conclude: (work) => work(), afterCommit: () => {} };
  return (note: StoredRow, isNew: boolean) =>
    table.write(atOnce, { user: note.user, seq: note.seq, isNew }, note.terms());
}

function setLengths(db: DatabaseSync, rows: readonly Record<string, unknown>[]): void {
  const update = db.prepare("UPDATE notes SET length = ? WHERE seq = ?");
  inBatches(db, rows, (row) => void update.run(row["length"] as number, row["seq"] as number));
}
