import type { DatabaseSync } from "node:sqlite";

/** As the schema sets them; without them FTS5 would merge when it likes. */
const SETTINGS = { automerge: 0, crisismerge: 1_000 };
const AVERAGES = 1;
/** Numbers of pages: of which segment, whether it is a leaf, and which of them. */
const SEGMENT_BITS = 37n;
const PAGE_BITS = 31n;
const KIND_MASK = 63n;
/** From here on pages say which notes were removed. */
const REMOVALS = 65_536n;

/** Whether the tables behind the full-text table have all that a search needs: FTS5's own check passes over these. */
export function isFullTextWhole(db: DatabaseSync): boolean {
  return hasSettings(db) && hasAverages(db) && leadsToAllPages(db);
}

function hasSettings(db: DatabaseSync): boolean {
  const stored = new Map(
    db
      .prepare("SELECT k, v FROM terms_config")
      .all()
      .map(({ k, v }) => [k, v]),
  );
  return Object.entries(SETTINGS).every(([name, value]) => stored.get(name) === value);
}

function hasAverages(db: DatabaseSync): boolean {
  return db.prepare("SELECT 1 FROM terms_data WHERE id = ?").get(AVERAGES) !== undefined;
}

/** A term is looked for by the page that may hold it: what no entry leads to is not found. */
function leadsToAllPages(db: DatabaseSync): boolean {
  const pages = db.prepare("SELECT id, block FROM terms_data WHERE id >= ? AND id < ?");
  pages.setReadBigInts(true);
  const entry = db.prepare("SELECT 1 FROM terms_idx WHERE segid = ? AND pgno >> 1 = ?");
  for (const { id, block } of pages.iterate(1n << SEGMENT_BITS, REMOVALS << SEGMENT_BITS)) {
    // Safe because these are the columns of FTS5's table.
    const [number, bytes] = [id as bigint, block as Uint8Array];
    if (((number >> PAGE_BITS) & KIND_MASK) !== 0n || !beginsTerms(bytes)) continue;
    const page = number & ((1n << PAGE_BITS) - 1n);
    if (entry.get(number >> SEGMENT_BITS, page) === undefined) return false;
  }
  return true;
}

/** A leaf says in its head where its list of terms stands; one that only goes on with a term has none. */
function beginsTerms(leaf: Uint8Array): boolean {
  return new DataView(leaf.buffer, leaf.byteOffset, leaf.byteLength).getUint16(2) < leaf.byteLength;
}
