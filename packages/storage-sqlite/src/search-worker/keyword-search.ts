import type { KeywordQuery, NoteSelection, QueryStatistics, QueryUnit } from "@knote/api";
import { rareUnits } from "@knote/api/text/rare-units";
import { bestFirst } from "./best-first.ts";
import { hitColumns } from "./hit-columns.ts";
import { greatest } from "./greatest.ts";
import { filterMatches, intersect, unite, type Matches } from "./matches.ts";
import type { NoteTable } from "./note-table.ts";
import { phraseMatcher } from "./phrase-matcher.ts";
import { bestWithPhrases } from "./phrase-search.ts";
import type { HitColumns } from "./protocol.ts";
import { selectionFilter } from "./selection-filter.ts";
import type { SnapshotReader } from "./snapshot.ts";
import { findStopPhrases } from "./stop-phrases.ts";
import { clauseMatches, countNotesUpTo } from "./clause-matches.ts";
import type { UserLanes } from "./user-lanes.ts";
import { unitMatches } from "./unit-matches.ts";
import { sum, unitScore } from "./unit-score.ts";

export interface KeywordSearchDeps {
  readonly reader: SnapshotReader;
  readonly table: NoteTable;
  readonly lanes: UserLanes;
}

export interface KeywordSearch {
  readonly query: KeywordQuery;
  readonly selection: NoteSelection;
  readonly limit: number;
}

/** Returns the matching notes of the selection, best first. */
export async function searchKeywords(
  parts: KeywordSearchDeps,
  { query, selection, limit }: KeywordSearch,
): Promise<HitColumns> {
  const { reader, table } = parts;
  const matchesPhrase = await phraseMatcher(query);
  const stopPhrases = await findStopPhrases(parts, query, matchesPhrase);
  const { units, candidates } = reader.read((snapshot) => {
    table.sync(snapshot);
    const notesOf = (unit: QueryUnit, most: number) =>
      stopPhrases.seqs.get(unit)?.length ??
      Math.min(...unit.clauses.map((clause) => countNotesUpTo(snapshot, table, clause, most)));
    const countingUnits = rareUnits(query.units, query.mostNotes, notesOf);
    const matchesByUnit = unitMatches({ snapshot, table }, { ...query, units: countingUnits }, stopPhrases);
    const all = query.match === "all" ? intersect(matchesByUnit) : unite(matchesByUnit, table.size);
    const isWanted = selectionFilter(snapshot, table, selection);
    return { units: matchesByUnit, candidates: isWanted ? filterMatches(all, isWanted) : all };
  });
  if (units.every((unit) => unit.phrase === null)) return best(table, candidates, limit);
  return await bestWithPhrases(reader, table, { match: query.match, units, candidates, limit, matchesPhrase });
}

/** Returns the scores that a search for any of the units gives these notes, best first. */
export async function scoreKeywords(
  parts: KeywordSearchDeps,
  query: KeywordQuery,
  ids: readonly string[],
): Promise<HitColumns> {
  const { reader, table } = parts;
  const matchesPhrase = await phraseMatcher(query);
  const stopPhrases = await findStopPhrases(parts, query, matchesPhrase);
  return reader.read((snapshot) => {
    table.sync(snapshot);
    const slots = table.slotsOf(ids);
    const units = unitMatches({ snapshot, table }, query, stopPhrases, slots);
    const unitScores = (slot: number) => {
      const texts = units.some((unit) => unit.phrase !== null)
        ? (snapshot.texts(table.user, table.seqs[slot]!) ?? [])
        : [];
      return units.map((unit) => unitScore(unit, slot, { texts, matchesPhrase }));
    };
    const scores = Float64Array.from(slots, (slot) => sum(unitScores(slot)));
    const matches = { slots, values: scores };
    return best(
      table,
      filterMatches(matches, (_, score) => score > 0),
      Infinity,
    );
  });
}

/** Counts the notes with each word of the query. */
export async function countMatches(parts: KeywordSearchDeps, query: KeywordQuery): Promise<QueryStatistics> {
  const { reader, table } = parts;
  const stopPhrases = await findStopPhrases(parts, query, await phraseMatcher(query));
  return reader.read((snapshot) => {
    table.sync(snapshot);
    const counts = clauseMatches(
      snapshot,
      table,
      query.units.flatMap(({ clauses }) => clauses),
      null,
    ).map(({ slots }) => slots.length);
    let offset = 0;
    const units = query.units.map((unit) => {
      const seqs = stopPhrases.seqs.get(unit);
      return seqs === undefined ? counts.slice(offset, (offset += unit.clauses.length)) : [seqs.length];
    });
    return { corpus: table.corpus, units };
  });
}

function best(table: NoteTable, candidates: Matches, limit: number): HitColumns {
  const inReach = candidates.slots.length > limit ? greatest(candidates, limit) : candidates;
  const queue = bestFirst(inReach, table.ids);
  const count = Math.min(limit, inReach.slots.length);
  const ids: string[] = [];
  const scores: number[] = [];
  while (ids.length < count) {
    const place = queue.take();
    scores.push(inReach.values[place]!);
    ids.push(table.ids[inReach.slots[place]!]!);
  }
  return hitColumns(ids, scores);
}
