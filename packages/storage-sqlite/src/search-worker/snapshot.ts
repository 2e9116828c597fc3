import { DatabaseSync } from "node:sqlite";
import { BOUND_LIMIT } from "../database/bound-limit.ts";
import { endOfPrefix } from "./stored-term.ts";

/** `seq * 16 + level`. */
export type Posting = number;
export type NoteRow = [
  seq: number,
  id: string,
  type: string,
  archived: number,
  deleted: number,
  /** The revision that introduced the current text. */
  textRevision: number,
  length: number,
  updatedAt: string,
];
export type VectorRow = [
  vector: number,
  seq: number,
  revision: number,
  window: number,
  start: number,
  stop: number,
  data: Uint8Array,
];

/** Reads from one snapshot of the database. */
export interface Snapshot {
  user(sub: string): number | null;
  userCounters(user: number): {
    readonly change: number;
    readonly notes: number;
    readonly words: number;
    readonly purgeFloor: number;
  };
  notesSince(user: number, change: number): NoteRow[];
  purgedSince(user: number, change: number): number[];
  /** Postings of each stored term, by seq; the first `limit` of each, all when absent. */
  postings(storedTerms: readonly string[], limit?: number): Posting[][];
  /** Postings of all stored terms with the prefix, in no order; a note can occur several times. */
  postingsOfAll(storedPrefix: string): Posting[];
  /** Returns those of the stored terms that notes have, live or not. */
  knownTerms(storedTerms: readonly string[]): string[];
  /** Yields the seqs of the notes with the stored term, live or not. */
  seqsWith(storedTerm: string): Iterable<number>;
  /** Returns the first stored term, of live notes or not, from `from` on and before `end`. */
  firstTerm(from: string, end: string): string | null;
  seqsTagged(user: number, tag: string): number[];
  /** Title, content and tags of a live note. */
  texts(user: number, seq: number): string[] | null;
  links(user: number): [source: number, target: number][];
  model(name: string): number | null;
  vectorsSince(user: number, model: number, vector: number, limit: number): VectorRow[];
  /** Returns a vector as stored. */
  vector(user: number, vector: number): Uint8Array | null;
  /** Returns a number that changes with every commit of any connection. */
  dataVersion(): number;
}

export interface SnapshotReader {
  /** Runs synchronous work on one snapshot. */
  read<T>(work: (snapshot: Snapshot) => T): T;
  close(): void;
}

const CACHE_KIB = 16_384;
const WAIT_MS = 1_000;
const TERMS_AT_ONCE = 200;
const POSTING = "doc * 16 + unicode(col) - 97";
/** Reads all postings as one text: one row each would take twice as long. */
const POSTINGS_OF = `SELECT json_group_array(${POSTING}) FROM postings WHERE term`;

export function openSnapshots(path: string): SnapshotReader {
  const db = new DatabaseSync(path, { readOnly: true, timeout: WAIT_MS });
  db.exec(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA temp_store = MEMORY;`);
  const snapshot = prepareSnapshot(db);
  const [begin, commit] = [db.prepare("BEGIN"), db.prepare("COMMIT")];
  return {
    read(work) {
      begin.run();
      try {
        return work(snapshot);
      } finally {
        commit.run();
      }
    },
    close: () => db.close(),
  };
}

function prepareSnapshot(db: DatabaseSync): Snapshot {
  // Safe because the columns of each statement are the ones of its type.
  const rows = <Row extends unknown[]>(sql: string) => {
    const statement = db.prepare(sql, { returnArrays: true });
    return (...values: (string | number)[]) => statement.all(...values) as unknown as Row[];
  };
  const user = rows<[number]>("SELECT user FROM users WHERE sub = ?");
  const counters = rows<[number, number, number, number]>(
    "SELECT change, notes, words, purge_floor FROM users WHERE user = ?",
  );
  const purgedSeqs = rows<[number]>("SELECT seq FROM purges WHERE user = ? AND change > ?");
  const ofTerms = rows<[string]>(`SELECT (${POSTINGS_OF} = t.value) FROM json_each(?) t`);
  const firstOfTerms = rows<[string]>(
    `SELECT (SELECT json_group_array(posting) FROM (SELECT ${POSTING} AS posting FROM postings WHERE term = t.value ${BOUND_LIMIT}))
     FROM json_each(?) t`,
  );
  const inRange = rows<[string]>(`${POSTINGS_OF} >= ? AND term < ?`);
  const knownTerms = rows<[string]>(
    "SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM postings WHERE term = value)",
  );
  const docs = db.prepare("SELECT doc FROM postings WHERE term = ?");
  const firstTerm = rows<[string]>("SELECT term FROM postings WHERE term >= ? AND term < ? LIMIT 1");
  const taggedSeqs = rows<[number]>("SELECT seq FROM note_tags WHERE user = ? AND tag = ?");
  const texts = rows<[string, string, string]>(
    "SELECT title, content, tags FROM notes WHERE user = ? AND seq = ? AND deleted_at IS NULL",
  );
  const model = rows<[number]>("SELECT model FROM models WHERE name = ? AND role IN ('serving', 'next')");
  const vector = rows<[Uint8Array]>("SELECT data FROM vectors WHERE user = ? AND vector = ?");
  const dataVersion = rows<[number]>("PRAGMA data_version");
  return {
    user: (sub) => user(sub)[0]?.[0] ?? null,
    userCounters(number) {
      const [change = 0, notes = 0, words = 0, purgeFloor = 0] = counters(number)[0] ?? [];
      return { change, notes, words, purgeFloor };
    },
    notesSince: rows<NoteRow>(
      "SELECT seq, id, note_type, archived, deleted_at IS NOT NULL, revision - same_text, length, updated_at FROM notes INDEXED BY notes_by_change WHERE user = ? AND change > ?",
    ),
    purgedSince: (number, change) => purgedSeqs(number, change).map(([seq]) => seq),
    postings: (terms, limit) =>
      inGroups(terms, (group) => {
        const json = JSON.stringify(group);
        const lists = limit === undefined ? ofTerms(json) : firstOfTerms(limit, json);
        return lists.map(([text]) => parsePostings(text));
      }),
    postingsOfAll: (prefix) => inRange(prefix, endOfPrefix(prefix)).flatMap(([text]) => parsePostings(text)),
    knownTerms: (terms) => knownTerms(JSON.stringify(terms)).map(([term]) => term),
    *seqsWith(term) {
      for (const row of docs.iterate(term)) yield row["doc"] as number;
    },
    firstTerm: (from, end) => firstTerm(from, end)[0]?.[0] ?? null,
    seqsTagged: (number, tag) => taggedSeqs(number, tag).map(([seq]) => seq),
    texts(number, seq) {
      const [row] = texts(number, seq);
      return row === undefined ? null : [row[0], row[1], ...(JSON.parse(row[2]) as string[])];
    },
    links: rows<[number, number]>("SELECT source, target FROM links WHERE user = ?"),
    model: (name) => model(name)[0]?.[0] ?? null,
    vectorsSince: rows<VectorRow>(
      `SELECT vector, seq, revision, window, start, stop, data FROM vectors WHERE user = ? AND model = ? AND vector > ? ORDER BY vector ${BOUND_LIMIT}`,
    ),
    vector: (number, id) => vector(number, id)[0]?.[0] ?? null,
    dataVersion: () => dataVersion()[0]![0],
  };
}

function parsePostings(text: string): Posting[] {
  // Safe because SQLite built the text from integers.
  return JSON.parse(text) as Posting[];
}

function inGroups(terms: readonly string[], read: (group: readonly string[]) => Posting[][]): Posting[][] {
  const lists: Posting[][] = [];
  for (let from = 0; from < terms.length; from += TERMS_AT_ONCE)
    lists.push(...read(terms.slice(from, from + TERMS_AT_ONCE)));
  return lists;
}
