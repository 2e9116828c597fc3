import type { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { ANALYSIS_VERSION, hasNewTerms, indexTerms, type IndexTerms, nextTurn } from "@knote/api";
import type { Writer } from "../database/writer.ts";
import { tagsOf } from "../stores/note-row.ts";
import type { TermsTable } from "../stores/terms-table.ts";
import type { UserRows } from "../stores/user-rows.ts";

/** Notes that are read together; one transaction writes those of them that have new terms. */
const PAGE = 50;
/** Notes between two messages about the progress. */
const NOTES_A_MESSAGE = 10_000;

/** Writes the terms of earlier notes again after the analysis of texts has changed, while the server serves. */
export interface TermsRenewal {
  /** Goes on where an earlier process stopped. Resolves at the end, or soon after `stop`. */
  run(): Promise<void>;
  stop(): void;
}

interface RenewalDeps {
  readonly db: DatabaseSync;
  readonly users: UserRows;
  readonly writer: Writer;
  readonly terms: TermsTable;
  readonly inform: (message: string) => void;
}

interface NoteRow {
  readonly seq: number;
  readonly user: number;
  readonly revision: number;
  readonly title: string;
  readonly content: string;
  readonly tags: string;
}

interface Progress {
  readonly version: number;
  readonly target: number;
  readonly written_to: number;
  readonly list_until: number;
}

export function createTermsRenewal({ db, users, writer, terms, inform }: RenewalDeps): TermsRenewal {
  const sql = prepareRenewal(db);
  let isStopped = false;

  // Safe because these are the columns of the statement, and the table has one row.
  const progress = () => sql.progress.get() as unknown as Progress;

  async function writePage(rows: readonly NoteRow[], version: number): Promise<void> {
    const newTerms = new Map<NoteRow, IndexTerms>();
    for (const row of rows) {
      // A turn for each note, because a long one takes most of it.
      await nextTurn();
      const noteTerms = indexTerms([row.title, row.content, ...tagsOf({ ...row })]);
      if (hasNewTerms(noteTerms, version)) newTerms.set(row, noteTerms);
    }
    await writer.write((batch) => {
      for (const [{ seq, user, revision }, noteTerms] of newTerms) {
        // A note that was revised meanwhile has new terms, and a purged one has none.
        if (sql.revision.get(seq)?.["revision"] !== revision) continue;
        terms.write(batch, { user, seq, isNew: false }, noteTerms);
        // The search worker follows changes.
        sql.setChange.run(users.advance(user, { changes: 1 }).change, seq);
      }
      sql.setWritten.run(rows.at(-1)!.seq);
    });
  }

  async function writeAll({ version, written_to, list_until }: Progress): Promise<void> {
    let count = 0;
    for (let last = written_to; !isStopped;) {
      const start = performance.now();
      const rows = sql.page.all(last, list_until) as unknown as NoteRow[];
      if (rows.length === 0) {
        await writer.write(() => void sql.finish.run());
        if (count > 0) inform(`The search terms of ${count} notes were checked and written again where they changed.`);
        return;
      }
      await writePage(rows, version);
      last = rows.at(-1)!.seq;
      count += rows.length;
      if (count % NOTES_A_MESSAGE < rows.length) inform(`Search terms: ${last} of ${list_until} notes are up to date.`);
      // Leaves half of the time to requests.
      await setTimeout(performance.now() - start);
    }
  }

  return {
    async run() {
      if (progress().target < ANALYSIS_VERSION) await writer.write(() => void sql.start.run(ANALYSIS_VERSION));
      const current = progress();
      if (current.version < current.target) await writeAll(current);
    },
    stop() {
      isStopped = true;
    },
  };
}

function prepareRenewal(db: DatabaseSync) {
  return {
    progress: db.prepare("SELECT version, target, written_to, list_until FROM analysis"),
    start: db.prepare(
      "UPDATE analysis SET target = ?, written_to = 0, list_until = (SELECT coalesce(max(seq), 0) FROM notes)",
    ),
    setWritten: db.prepare("UPDATE analysis SET written_to = ?"),
    finish: db.prepare("UPDATE analysis SET version = target"),
    page: db.prepare(
      `SELECT seq, user, revision, title, content, tags FROM notes WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ${PAGE}`,
    ),
    revision: db.prepare("SELECT revision FROM notes WHERE seq = ?"),
    setChange: db.prepare("UPDATE notes SET change = ? WHERE seq = ?"),
  };
}
