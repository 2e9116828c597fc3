import type { ServiceContext } from "../context.ts";
import type { NoteSelection } from "../ports/note-store.ts";
import type { KeywordQuery } from "../text/keyword-query.ts";
import { parseSearch } from "../text/search-alternatives.ts";
import { readSearchText, type SearchText } from "../text/search-text.ts";
import { correctSearch } from "./correct-search.ts";
import { dropExcluded } from "./drop-excluded.ts";
import { titledNotes } from "./titled-notes.ts";

export interface MatchSearch {
  readonly q: string;
  /** `q`, taken apart. */
  readonly text: SearchText;
  /** The selection with the filters of `q`. */
  readonly selection: NoteSelection;
  /** The selection without them. */
  readonly plainSelection: NoteSelection;
}

export interface Matches {
  readonly ids: readonly string[];
  /** The search as corrected, when nothing matched it as typed. */
  readonly correction: string | null;
}

/** Ranks the best this many times deeper when exclusions leave too few. */
const DEEPER = 4;

/**
 * Returns ids of the notes whose title is the query or begins with it, then of up to `depth` notes that match all
 * words or, when both find none, any word. When nothing matches at all, words that no note has are corrected.
 */
export async function findMatches(ctx: ServiceContext, search: MatchSearch, depth = Infinity): Promise<Matches> {
  const [literalTitles, ids] = await Promise.all([
    titlesAsTyped(ctx, search),
    matchingIds(ctx, search.text, { ...search, depth }),
  ]);
  if (literalTitles.length + ids.length > 0) return { ids: [...new Set([...literalTitles, ...ids])], correction: null };
  const correction = await correctSearch(ctx, search.q);
  const correctedIds =
    correction === null ? [] : await matchingIds(ctx, readSearchText(correction), { ...search, depth });
  return { ids: correctedIds, correction: correctedIds.length === 0 ? null : correction };
}

/** Returns ids of notes whose title contains the search with its operators, which then are words of the title. */
async function titlesAsTyped(ctx: ServiceContext, { q, text, plainSelection }: MatchSearch): Promise<string[]> {
  if (!text.hasOperators) return [];
  const ids = await titledNotes(ctx, q, plainSelection);
  const typedText = q.trim().toLowerCase();
  const notes = await ctx.storage.notes.getMany(ctx.actor.userId, ids);
  const literalIds = new Set(notes.filter(({ title }) => title.toLowerCase().includes(typedText)).map(({ id }) => id));
  return ids.filter((id) => literalIds.has(id));
}

interface Reach {
  readonly selection: NoteSelection;
  readonly depth: number;
}

async function matchingIds(
  ctx: ServiceContext,
  { words, exclusions }: SearchText,
  { selection, depth }: Reach,
): Promise<string[]> {
  const queries = parseSearch(words);
  const keep = (ids: readonly string[]) => dropExcluded(ctx, exclusions, ids);
  const best = (searches: readonly KeywordQuery[]) => bestMatches(ctx, searches, { selection, depth }, keep);
  const [titleIds, all] = await Promise.all([titledNotes(ctx, words, selection).then(keep), best(queries)]);
  const whole = queries[0];
  const isRelaxed = whole !== undefined && whole.units.length > 1 && titleIds.length === 0 && all.length === 0;
  return [...new Set([...titleIds, ...(isRelaxed ? await best([{ ...whole, match: "any" }]) : all)])];
}

/** Returns ids of at least the best `depth` matches that are kept, if there are so many. */
async function bestMatches(
  ctx: ServiceContext,
  queries: readonly KeywordQuery[],
  { selection, depth }: Reach,
  keep: (ids: readonly string[]) => Promise<string[]>,
): Promise<string[]> {
  const { keywords } = ctx.storage;
  for (let reach = depth; ; reach *= DEEPER) {
    const limit = reach === Infinity ? undefined : reach;
    const lists = await Promise.all(queries.map((query) => keywords.search(ctx.actor.userId, query, selection, limit)));
    // What matches all words comes first, whichever alternatives there are.
    const [whole = [], ...alternatives] = lists;
    const rest = alternatives.flat().toSorted((one, other) => other.score - one.score);
    const ids = await keep([...new Set([...whole, ...rest].map(({ id }) => id))]);
    if (ids.length >= depth || lists.every((hits) => hits.length < reach)) return ids;
  }
}
