import type { DatabaseSync } from "node:sqlite";

/** As set by the schema; without them FTS5 merges whenever it likes. */
const SETTINGS = { automerge: 0, crisismerge: 1_000 };
const AVERAGES = 1;
/** Layout of a page id: the segment, the kind of page (0 for a leaf) and the page's number. */
const SEGMENT_BITS = 37n;
const PAGE_BITS = 31n;
const KIND_MASK = 63n;
/** Segment numbers from here on belong to pages that list removed notes. */
const REMOVALS = 65_536n;

/** Returns whether FTS5's shadow tables have all that a search needs, which FTS5's own check does not cover. */
export function isFullTextWhole(db: DatabaseSync): boolean {
  return hasSettings(db) && hasAverages(db) && leadsToAllPages(db);
}

function hasSettings(db: DatabaseSync): boolean {
  const storedSettings = new Map(
    db
      .prepare("SELECT k, v FROM terms_config")
      .all()
      .map(({ k, v }) => [k, v]),
  );
  return Object.entries(SETTINGS).every(([name, value]) => storedSettings.get(name) === value);
}

function hasAverages(db: DatabaseSync): boolean {
  return db.prepare("SELECT 1 FROM terms_data WHERE id = ?").get(AVERAGES) !== undefined;
}

/** Returns whether the index leads to every page: a search finds only terms on pages with an entry. */
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

/** A leaf's header says where its list of terms begins; a leaf that only continues a term has no list. */
function beginsTerms(leaf: Uint8Array): boolean {
  return new DataView(leaf.buffer, leaf.byteOffset, leaf.byteLength).getUint16(2) < leaf.byteLength;
}
