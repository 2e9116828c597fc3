import type { KeywordQuery, NoteSelection } from "@knote/api";
import { bestFirst } from "./best-first.ts";
import { filtered, intersect, unite, valueAt, type Matches } from "./matches.ts";
import type { NoteTable } from "./note-table.ts";
import { phraseMatcher, type MatchesPhrase } from "./phrase-matcher.ts";
import type { HitColumns } from "./protocol.ts";
import { selectionFilter } from "./selection-filter.ts";
import type { Snapshot, SnapshotReader } from "./snapshot.ts";
import { findStopPhrases } from "./stop-phrases.ts";
import { takeTurns, type Lane } from "./turns.ts";
import { unitMatches, type UnitMatches } from "./unit-matches.ts";

const MANY_HITS = 1_000;

export interface SearchParts {
  readonly reader: SnapshotReader;
  readonly table: NoteTable;
  readonly lane: Lane;
}

export interface KeywordSearch {
  readonly query: KeywordQuery;
  readonly selection: NoteSelection;
  readonly limit: number;
}

/** Notes of the selection that match, best first. */
export async function searchKeywords(
  parts: SearchParts,
  { query, selection, limit }: KeywordSearch,
): Promise<HitColumns> {
  const { reader, table } = parts;
  const matchesPhrase = await phraseMatcher(query);
  const stopPhrases = await findStopPhrases(parts, query, matchesPhrase);
  const { units, candidates } = reader.read((snapshot) => {
    table.sync(snapshot);
    const matched = unitMatches(snapshot, table, query, stopPhrases);
    const all = query.match === "all" ? intersect(matched) : unite(matched, table.size);
    const isWanted = selectionFilter(snapshot, table, selection);
    return { units: matched, candidates: isWanted ? filtered(all, isWanted) : all };
  });
  if (units.every((unit) => unit.phrase === null)) return best(table, candidates, limit);
  return await bestWithPhrases(reader, table, { match: query.match, units, candidates, limit, matchesPhrase });
}

/** Scores of these notes as a search for any of the units gives them, best first. */
export async function scoreKeywords(
  parts: SearchParts,
  query: KeywordQuery,
  ids: readonly string[],
): Promise<HitColumns> {
  const { reader, table } = parts;
  const matchesPhrase = await phraseMatcher(query);
  const stopPhrases = await findStopPhrases(parts, query, matchesPhrase);
  return reader.read((snapshot) => {
    table.sync(snapshot);
    const units = unitMatches(snapshot, table, query, stopPhrases);
    const slots = [...new Set(ids)]
      .map((id) => table.slotOf(snapshot.seqOf(table.user, id) ?? -1))
      .filter((slot) => slot >= 0);
    const unitScores = (slot: number) => {
      const texts = units.some((unit) => unit.phrase !== null)
        ? (snapshot.texts(table.user, table.seqs[slot]!) ?? [])
        : [];
      return units.map((unit) => unitScore(unit, slot, { texts, matchesPhrase }));
    };
    const scored = slots
      .map((slot) => ({ slot, score: sum(unitScores(slot)) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => one.slot - other.slot);
    const matches = {
      slots: Int32Array.from(scored, ({ slot }) => slot),
      values: Float64Array.from(scored, ({ score }) => score),
    };
    return best(table, matches, Infinity);
  });
}

function best(table: NoteTable, candidates: Matches, limit: number): HitColumns {
  const queue = bestFirst(candidates, table.ids);
  const count = Math.min(limit, candidates.slots.length);
  const ids: string[] = [];
  const scores: number[] = [];
  while (ids.length < count) {
    const place = queue.take();
    scores.push(candidates.values[place]!);
    ids.push(table.ids[candidates.slots[place]!]!);
  }
  return hitColumns(ids, scores);
}

function hitColumns(ids: readonly string[], scores: readonly number[]): HitColumns {
  // A short list is quicker as it is than with memory of its own.
  return {
    ids: ids.map((id) => `${id}\0`).join(""),
    scores: scores.length > MANY_HITS ? Float64Array.from(scores) : scores,
  };
}

interface PhraseSearch {
  readonly match: "all" | "any";
  readonly units: readonly UnitMatches[];
  readonly candidates: Matches;
  readonly limit: number;
  readonly matchesPhrase: MatchesPhrase;
}

/**
 * A score with unverified phrases is the most that a note can have. So the best is taken, its phrases
 * are looked for in its text, and it is a hit as soon as nothing unverified can be better.
 */
async function bestWithPhrases(reader: SnapshotReader, table: NoteTable, search: PhraseSearch): Promise<HitColumns> {
  const { match, units, limit, matchesPhrase } = search;
  // A copy, as these values are worked on and the given ones may be remembered.
  const candidates = { slots: search.candidates.slots, values: search.candidates.values.slice() };
  // The table may move on between turns; these stay as they are for the slots of now.
  const { ids, seqs } = table;
  const queue = bestFirst(candidates, ids);
  const isVerified = new Uint8Array(candidates.slots.length);
  const found: { ids: string[]; scores: number[] } = { ids: [], scores: [] };
  const turns = takeTurns();

  function step(snapshot: Snapshot): boolean {
    const place = queue.take();
    if (place < 0) return false;
    const slot = candidates.slots[place]!;
    if (isVerified[place] === 1) {
      found.ids.push(ids[slot]!);
      found.scores.push(candidates.values[place]!);
      return found.ids.length < limit;
    }
    isVerified[place] = 1;
    const texts = snapshot.texts(table.user, seqs[slot]!);
    const scores = texts === null ? [0] : units.map((unit) => unitScore(unit, slot, { texts, matchesPhrase }));
    candidates.values[place] = sum(scores);
    if (match === "all" ? scores.every((score) => score > 0) : scores.some((score) => score > 0)) queue.putBack(place);
    return true;
  }

  for (let goesOn = limit > 0; goesOn;) {
    goesOn = reader.read((snapshot) => {
      while (!turns.isOver()) if (!step(snapshot)) return false;
      return true;
    });
    if (goesOn) await turns.next();
  }
  return hitColumns(found.ids, found.scores);
}

/** What the unit gives the note; nothing where its phrase does not stand. */
function unitScore(
  unit: UnitMatches,
  slot: number,
  { texts, matchesPhrase }: { texts: readonly string[]; matchesPhrase: MatchesPhrase },
): number {
  const score = valueAt(unit, slot);
  return score > 0 && (unit.phrase === null || matchesPhrase(unit.phrase, texts)) ? score : 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
