import type { KeywordQuery, QueryUnit } from "@knote/api";
import { beginTurn } from "@knote/api/kit/in-turns";
import type { NoteTable } from "./note-table.ts";
import type { MatchesPhrase } from "./phrase-matcher.ts";
import type { SnapshotReader } from "./snapshot.ts";
import type { InTurn, UserLanes } from "./user-lanes.ts";

/** Seqs of the notes that contain phrases of only stop words, as of one change of the user's notes. */
export interface StopPhrases {
  readonly change: number;
  readonly seqs: ReadonlyMap<QueryUnit, readonly number[]>;
}

interface StopPhraseDeps {
  readonly reader: SnapshotReader;
  readonly table: NoteTable;
  readonly lanes: UserLanes;
}

/** Finds phrases without indexed terms, by reading every live note in turns unless the result is cached. */
export async function findStopPhrases(
  { reader, table, lanes }: StopPhraseDeps,
  query: KeywordQuery,
  matchesPhrase: MatchesPhrase,
): Promise<StopPhrases> {
  const units = query.units.filter((unit) => unit.clauses.length === 0);
  if (units.length === 0) return { change: 0, seqs: new Map() };
  return await lanes(table.user, async (inTurn) => {
    reader.read((snapshot) => table.sync(snapshot));
    const { change } = table;
    const seqs = new Map<QueryUnit, readonly number[]>();
    for (const unit of units) {
      const cacheEntry = table.matchCache.get(stopPhraseKey(unit));
      const unitSeqs = cacheEntry
        ? Array.from(cacheEntry.slots, (slot) => table.seqs[slot]!)
        : await lookThrough({ reader, table, inTurn }, (texts) => matchesPhrase(unit.phrase ?? [], texts));
      seqs.set(unit, unitSeqs);
    }
    return { change, seqs };
  });
}

export function stopPhraseKey({ phrase = [] }: QueryUnit): string {
  return `"${phrase.join(" ")}"`;
}

async function lookThrough(
  { reader, table, inTurn }: Pick<StopPhraseDeps, "reader" | "table"> & { readonly inTurn: InTurn },
  isWanted: (texts: readonly string[]) => boolean,
): Promise<number[]> {
  // Seqs stay valid when slots are reassigned meanwhile.
  const seqs = table.seqs.slice(0, table.size);
  const matchingSeqs: number[] = [];
  let index = 0;
  const step = () => {
    const turn = beginTurn();
    reader.read((snapshot) => {
      for (; index < seqs.length && !turn.isOver(); index++) {
        const texts = snapshot.texts(table.user, seqs[index]!);
        if (texts !== null && isWanted(texts)) matchingSeqs.push(seqs[index]!);
      }
    });
  };
  while (index < seqs.length) await inTurn(step);
  return matchingSeqs;
}
