import type { NoteSelection } from "@knote/api";
import type { mongo } from "mongoose";
import { inBatches } from "../batches.ts";
import type { Collections } from "../collections/collections.ts";
import type { NoteDocument } from "../collections/notes.ts";
import { selectionFilter } from "../stores/note-selection.ts";
import { askedTerms, holdsClause } from "./term-filter.ts";
import type { WeighedQuery, WeighedClause, WeighedUnit } from "./weigh-query.ts";

/** About the most notes that one search reads, those of the rarest words first. */
const MOST_CANDIDATES = 10_000;
/** Most words that the database requires together; the others are checked here. */
const MOST_DEMANDED = 4;

/** A note with those of its terms that the query asks for. */
export type Candidate = Pick<NoteDocument, "_id" | "archived" | "length" | "terms">;

export interface Candidates {
  /** Reads notes of the selection that may match. */
  matching(userId: string, query: WeighedQuery, selection: NoteSelection): Promise<Candidate[]>;
  /** Reads the live notes among the ids. */
  among(userId: string, query: WeighedQuery, ids: Iterable<string>): Promise<Candidate[]>;
}

export function createCandidates({ notes }: Pick<Collections, "notes">, most = MOST_CANDIDATES): Candidates {
  async function read(filter: mongo.Filter<NoteDocument>, query: WeighedQuery, limit = most): Promise<Candidate[]> {
    const clauses = query.units.flatMap((unit) => unit.clauses);
    const terms = clauses.length === 0 ? { $literal: [] } : askedTerms(clauses);
    const stages = [{ $match: filter }, { $limit: limit }, { $project: { archived: 1, length: 1, terms } }];
    return await notes.aggregate<Candidate>(stages).toArray();
  }

  async function ofIds(ids: Iterable<string>, filter: mongo.Filter<NoteDocument>, query: WeighedQuery) {
    return await inBatches(ids, (batch) => read({ ...filter, _id: { $in: batch } }, query));
  }

  /** `spare`: how many of the read notes may be left out afterwards. */
  async function byWords(
    filter: mongo.Filter<NoteDocument>,
    query: WeighedQuery,
    leads: WeighedClause[],
    spare: number,
  ) {
    const ids = query.units.flatMap(({ stopPhrase }) => [...(stopPhrase?.ids ?? [])]);
    if (query.match === "all") {
      const demandedFilter = demandedOf(leads);
      return demandedFilter === null
        ? await ofIds(ids, filter, query)
        : await read({ ...filter, ...demandedFilter }, query, most + spare);
    }
    const rarest = rarestFirst(leads, most);
    const words = { ...filter, ...holdsClause(...rarest) };
    const holders = rarest.length === 0 ? [] : await read(words, query, most + spare);
    const holderIds = new Set(holders.map(({ _id }) => _id));
    return [...holders, ...(await ofIds(new Set(ids).difference(holderIds), filter, query))];
  }

  return {
    async matching(userId, query, selection) {
      const filter = selectionFilter(userId, selection);
      const leads = leadsOf(query);
      if (leads === null) return [];
      const { archived, others = "all" } = selection.states ?? {};
      if (typeof others === "string") return await byWords(filter, query, leads, 0);
      if ("except" in others) return await byWords(filter, query, leads, others.except.size);
      // Read by id: few notes are named, and among all holders of a word the limit could cut them off.
      const namedCandidates = await ofIds(others.only, { ...filter, ...demandedOf(leads, query.match) }, query);
      const rest = archived ? await byWords({ ...filter, archived: true }, query, leads, 0) : [];
      return [...new Map([...namedCandidates, ...rest].map((candidate) => [candidate._id, candidate])).values()];
    },
    among: (userId, query, ids) => ofIds(ids, { userId, live: true }, query),
  };
}

/** Returns what the database requires of every note; null when that is nothing. */
function demandedOf(leads: readonly WeighedClause[], match: WeighedQuery["match"] = "all") {
  if (match === "any" || leads.length === 0) return null;
  return { $and: leads.slice(0, MOST_DEMANDED).map((lead) => holdsClause(lead)) };
}

/** Returns the rarest clause of each unit that can match, rarest first; null when the query cannot match. */
function leadsOf({ match, units }: WeighedQuery): WeighedClause[] | null {
  const possible = units.filter(canMatch);
  if (possible.length === 0 || (match === "all" && possible.length < units.length)) return null;
  const leads = possible.flatMap(({ clauses }) => clauses.toSorted(byNotes).slice(0, 1));
  return leads.sort(byNotes);
}

function canMatch({ clauses, stopPhrase }: WeighedUnit): boolean {
  return stopPhrase ? stopPhrase.ids.size > 0 : clauses.every((clause) => clause.notes > 0);
}

/** Keeps the rarest clauses whose notes add up to at most `most`, at least one. */
function rarestFirst(leads: readonly WeighedClause[], most: number): WeighedClause[] {
  let remaining = most;
  return leads.filter((lead, index) => (remaining -= lead.notes) >= 0 || index === 0);
}

function byNotes(one: WeighedClause, other: WeighedClause): number {
  return one.notes - other.notes;
}
