import type { DatabaseSync } from "node:sqlite";
import { COUNT_LEVELS, type IndexTerms } from "@knote/api";
import type { Batch } from "../database/batch.ts";
import { isKept, keptTerm, ownerPrefix } from "../search-worker/stored-term.ts";
import type { TermsMerging } from "./terms-merging.ts";

/** A column for each of `COUNT_LEVELS`. */
export const TERM_COLUMNS: readonly string[] = [..."abcdefghijklmnop"];

/** The full-text table: the terms of each note, by its seq. */
export interface TermsTable {
  /** Sets a note's terms in this batch; `isNew` when it never had any. */
  write(
    batch: Batch,
    note: { readonly user: number; readonly seq: number; readonly isNew: boolean },
    terms: IndexTerms,
  ): void;
  remove(batch: Batch, seq: number): void;
}

/**
 * Defers its writes to the end of the batch: a savepoint makes FTS5 flush its memory to a segment of its own,
 * which costs more than the rest of the write.
 */
export function createTermsTable(db: DatabaseSync, merging: Pick<TermsMerging, "afterTerms">): TermsTable {
  const values = `(rowid, ${TERM_COLUMNS}) VALUES (?, ${TERM_COLUMNS.map(() => "?")})`;
  const insert = db.prepare(`INSERT INTO terms ${values}`);
  const replace = db.prepare(`INSERT OR REPLACE INTO terms ${values}`);
  const remove = db.prepare("DELETE FROM terms WHERE rowid = ?");
  return {
    write(batch, { user, seq, isNew }, terms) {
      const columns = columnsOf(user, terms);
      batch.defer(() => void (isNew ? insert : replace).run(seq, ...columns), terms.counts.length);
      merging.afterTerms(batch);
    },
    remove(batch, seq) {
      batch.defer(() => void remove.run(seq), 0);
      merging.afterTerms(batch);
    },
  };
}

/** Returns one text per count level, of the terms that occur that often. */
function columnsOf(user: number, { counts }: IndexTerms): string[] {
  const levels = TERM_COLUMNS.map((): string[] => []);
  for (const [term, count] of counts) levels[levelOf(count)]!.push(term);
  const lead = ` ${ownerPrefix(user)}`;
  return levels.map((terms) => (terms.length === 0 ? "" : lead + keptTerms(terms).join(lead)));
}

/** Checks all terms in one go first, since hardly any needs to be changed. */
function keptTerms(terms: readonly string[]): readonly string[] {
  return isKept(terms.join("")) ? terms : terms.map(keptTerm);
}

function levelOf(count: number): number {
  let level = 0;
  while (level + 1 < COUNT_LEVELS.length && COUNT_LEVELS[level + 1]! <= count) level++;
  return level;
}
