import type { TermClause } from "@knote/api";
import { beginTurn } from "@knote/api/kit/in-turns";
import type { NoteTable } from "./note-table.ts";
import type { Snapshot, SnapshotReader } from "./snapshot.ts";
import { unchangedFilter } from "./selection-filter.ts";
import { endOfPrefix, storedTerm, termOf } from "./stored-term.ts";
import type { UserLanes } from "./user-lanes.ts";

/** More notes than this make a word no more likely. */
const MOST_COUNTED = 20;
/** Terms looked up before the turn is checked. */
const TERMS_AT_ONCE = 100;
/** Sorts before every sign of a stored term. */
const LEAST_SIGN = "\u0001";

interface TermDeps {
  readonly reader: SnapshotReader;
  readonly lanes: UserLanes;
  readonly table: NoteTable;
}

/** Returns the clause's terms that live notes have, with counts of notes; at most `limit` of each prefix. */
export async function readTerms(
  { reader, lanes, table }: TermDeps,
  { exact, prefixes }: TermClause,
  { limit, unchangedSince }: { readonly limit: number; readonly unchangedSince?: string | undefined },
): Promise<[term: string, notes: number][]> {
  const counts = new Map<string, number>();
  const { user } = table;
  const count = (snapshot: Snapshot, term: string) => {
    const isUnchanged = unchangedSince === undefined ? () => true : unchangedFilter(table, unchangedSince);
    const notes = countLive(table, snapshot.seqsWith(term), isUnchanged);
    if (notes > 0) counts.set(termOf(user, term), notes);
  };
  await lanes(user, async (inTurn) => {
    const inTurns = async (step: (snapshot: Snapshot) => boolean) => {
      const turn = () => {
        const { isOver } = beginTurn();
        return reader.read((snapshot) => {
          table.sync(snapshot);
          while (!isOver()) if (step(snapshot)) return true;
          return false;
        });
      };
      while (!(await inTurn(turn)));
    };
    const storedTerms = exact.map((term) => storedTerm(user, term));
    await inTurns((snapshot) => {
      for (const term of snapshot.knownTerms(storedTerms.splice(0, TERMS_AT_ONCE))) count(snapshot, term);
      return storedTerms.length === 0;
    });
    for (const prefix of prefixes) await inTurns(walk(storedTerm(user, prefix), limit, count));
  });
  return [...counts];
}

/** Returns a step that counts the next term with the prefix, and returns whether it was the last. */
function walk(prefix: string, limit: number, count: (snapshot: Snapshot, term: string) => void) {
  const end = endOfPrefix(prefix);
  let from = prefix;
  let remaining = limit;
  return (snapshot: Snapshot): boolean => {
    // Jumps over the postings of each term.
    const term = remaining-- > 0 ? snapshot.firstTerm(from, end) : null;
    if (term === null) return true;
    count(snapshot, term);
    from = term + LEAST_SIGN;
    return false;
  };
}

function countLive(table: NoteTable, seqs: Iterable<number>, isWanted: (slot: number) => boolean): number {
  let notes = 0;
  for (const seq of seqs) {
    const slot = table.slotOf(seq);
    if (slot >= 0 && table.isLive(slot) && isWanted(slot) && ++notes === MOST_COUNTED) break;
  }
  return notes;
}
