import type { NoteSelection } from "@knote/api";
import type { mongo } from "mongoose";
import { inBatches } from "../batches.ts";
import type { Collections } from "../collections/collections.ts";
import type { NoteDocument } from "../collections/notes.ts";
import { selected } from "../stores/note-selection.ts";
import { askedTerms, holdsClause } from "./term-filter.ts";
import type { Weighed, WeighedClause, WeighedUnit } from "./weigh-query.ts";

/** About the most notes that one search reads, those of the rarest words first. */
const MOST_CANDIDATES = 10_000;
/** Most words that the database requires together; the others are checked here. */
const MOST_DEMANDED = 4;

/** A note with those of its terms that the query asks for. */
export type Candidate = Pick<NoteDocument, "_id" | "archived" | "length" | "terms">;

export interface Candidates {
  /** Reads notes of the selection that may match. */
  matching(userId: string, query: Weighed, selection: NoteSelection): Promise<Candidate[]>;
  /** Reads the live notes among the ids. */
  among(userId: string, query: Weighed, ids: Iterable<string>): Promise<Candidate[]>;
}

export function createCandidates({ notes }: Pick<Collections, "notes">, most = MOST_CANDIDATES): Candidates {
  async function read(filter: mongo.Filter<NoteDocument>, query: Weighed, limit = most): Promise<Candidate[]> {
    const clauses = query.units.flatMap((unit) => unit.clauses);
    const terms = clauses.length === 0 ? { $literal: [] } : askedTerms(clauses);
    const stages = [{ $match: filter }, { $limit: limit }, { $project: { archived: 1, length: 1, terms } }];
    return await notes.aggregate<Candidate>(stages).toArray();
  }

  async function ofIds(ids: Iterable<string>, filter: mongo.Filter<NoteDocument>, query: Weighed) {
    return await inBatches(ids, (batch) => read({ ...filter, _id: { $in: batch } }, query));
  }

  /** `spare`: how many of the read notes may be left out afterwards. */
  async function byWords(filter: mongo.Filter<NoteDocument>, query: Weighed, leads: WeighedClause[], spare: number) {
    const ids = query.units.flatMap(({ found }) => [...(found?.ids ?? [])]);
    if (query.match === "all") {
      const demanded = demandedOf(leads);
      return demanded === null
        ? await ofIds(ids, filter, query)
        : await read({ ...filter, ...demanded }, query, most + spare);
    }
    const rarest = rarestFirst(leads, most);
    const words = { ...filter, ...holdsClause(...rarest) };
    const held = rarest.length === 0 ? [] : await read(words, query, most + spare);
    const isHeld = new Set(held.map(({ _id }) => _id));
    return [...held, ...(await ofIds(new Set(ids).difference(isHeld), filter, query))];
  }

  return {
    async matching(userId, query, selection) {
      const filter = selected(userId, selection);
      const leads = leadsOf(query);
      if (leads === null) return [];
      const { archived, others = "all" } = selection.states ?? {};
      if (typeof others === "string") return await byWords(filter, query, leads, 0);
      if ("except" in others) return await byWords(filter, query, leads, others.except.size);
      // Read by id: few notes are named, and among all holders of a word the limit could cut them off.
      const named = await ofIds(others.only, { ...filter, ...demandedOf(leads, query.match) }, query);
      const rest = archived ? await byWords({ ...filter, archived: true }, query, leads, 0) : [];
      return [...new Map([...named, ...rest].map((found) => [found._id, found])).values()];
    },
    among: (userId, query, ids) => ofIds(ids, { userId, live: true }, query),
  };
}

/** Returns what the database requires of every note; null when that is nothing. */
function demandedOf(leads: readonly WeighedClause[], match: Weighed["match"] = "all") {
  if (match === "any" || leads.length === 0) return null;
  return { $and: leads.slice(0, MOST_DEMANDED).map((lead) => holdsClause(lead)) };
}

/** Returns the rarest clause of each unit that can match, rarest first; null when the query cannot match. */
function leadsOf({ match, units }: Weighed): WeighedClause[] | null {
  const possible = units.filter(canMatch);
  if (possible.length === 0 || (match === "all" && possible.length < units.length)) return null;
  const leads = possible.flatMap(({ clauses }) => clauses.toSorted(byNotes).slice(0, 1));
  return leads.sort(byNotes);
}

function canMatch({ clauses, found }: WeighedUnit): boolean {
  return found ? found.ids.size > 0 : clauses.every((clause) => clause.notes > 0);
}

/** Keeps the rarest clauses whose notes add up to at most `most`, at least one. */
function rarestFirst(leads: readonly WeighedClause[], most: number): WeighedClause[] {
  let left = most;
  return leads.filter((lead, index) => (left -= lead.notes) >= 0 || index === 0);
}

function byNotes(one: WeighedClause, other: WeighedClause): number {
  return one.notes - other.notes;
}
