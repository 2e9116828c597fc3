import { beginTurn } from "@knote/api/kit/in-turns";
import { bestFirst } from "./best-first.ts";
import { hitColumns } from "./hit-columns.ts";
import type { Matches } from "./matches.ts";
import type { NoteTable } from "./note-table.ts";
import type { MatchesPhrase } from "./phrase-matcher.ts";
import type { HitColumns } from "./protocol.ts";
import type { Snapshot, SnapshotReader } from "./snapshot.ts";
import type { UnitMatches } from "./unit-matches.ts";
import { sum, unitScore } from "./unit-score.ts";

export interface PhraseSearch {
  readonly match: "all" | "any";
  readonly units: readonly UnitMatches[];
  readonly candidates: Matches;
  readonly limit: number;
  readonly matchesPhrase: MatchesPhrase;
}

/**
 * Finds the best notes with phrases. A score with unverified phrases is the highest that a note can get. So this
 * takes the best note, verifies its phrases in its text, and accepts it once no unverified note can be better.
 */
export async function bestWithPhrases(
  reader: SnapshotReader,
  table: NoteTable,
  search: PhraseSearch,
): Promise<HitColumns> {
  const { match, units, limit, matchesPhrase } = search;
  // A copy, since these values change and the given ones can belong to a unit.
  const candidates = { slots: search.candidates.slots, values: search.candidates.values.slice() };
  // The table can change between turns; these arrays keep matching the current slots.
  const { ids, seqs } = table;
  const queue = bestFirst(candidates, ids);
  const isVerified = new Uint8Array(candidates.slots.length);
  const hits: { ids: string[]; scores: number[] } = { ids: [], scores: [] };
  const turn = beginTurn();

  function step(snapshot: Snapshot): boolean {
    const place = queue.take();
    if (place < 0) return false;
    const slot = candidates.slots[place]!;
    if (isVerified[place] === 1) {
      hits.ids.push(ids[slot]!);
      hits.scores.push(candidates.values[place]!);
      return hits.ids.length < limit;
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
      while (!turn.isOver()) if (!step(snapshot)) return false;
      return true;
    });
    if (goesOn) await turn.next();
  }
  return hitColumns(hits.ids, hits.scores);
}
