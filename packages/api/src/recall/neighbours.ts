import type { Link, Relation } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { measureCandidates, type ScoredCandidate, type Question } from "./candidates.ts";
import { mentionsOf } from "./mentions.ts";
import { extendPath, isFoundOnItsOwn, otherEnd, type RankedHit } from "./ranked-hit.ts";
import type { ReadTexts } from "./rerank.ts";

/** Best hits whose neighbours are considered: links of later hits harm more often than they help (docs/adr/0005). */
const SEEDS = 3;
/** Newest links followed per seed; a hub with more links passes on next to nothing. */
const LINKS_PER_SEED = 64;
/** Share of a hit's score that its neighbour gets: higher for links of dependence than for a general relation. */
const PASSED_ON: Partial<Record<Relation, number>> = {
  depends_on: 0.7,
  derived_from: 0.7,
  extends: 0.7,
  relates_to: 0.6,
};
/** Share that a note gets whose title stands in the hit's text: written down like a link, but without a relation. */
const PASSED_ON_BY_NAME = 0.5;

/** What leads from a hit to another note. */
interface Lead {
  readonly from: RankedHit;
  /** Absent where only a title leads there. */
  readonly link?: Link;
  readonly bonus: number;
}

/** The strongest lead of each kind to one note. */
interface Leads {
  readonly byLink?: Lead;
  readonly byName?: Lead;
}

interface Scoring {
  readonly question: Question;
  readonly scoreOf: (candidate: ScoredCandidate) => number;
}

/**
 * Adds the neighbours of the best hits, and the notes that those name, or raises their scores: a neighbour gets its own
 * score plus a share of the hit's, divided by the root of the hit's degree, so that a hub passes on little. The
 * strongest link and the strongest name count, but never lift a neighbour above the hit that led to it.
 * `counterparts.ts` and `supersession.ts` follow contradictions and supersessions.
 */
export async function withNeighbours(
  ctx: ServiceContext,
  hits: readonly RankedHit[],
  texts: ReadTexts,
  { question, scoreOf }: Scoring,
): Promise<{ readonly rankedHits: RankedHit[]; readonly newCandidates: readonly ScoredCandidate[] }> {
  const leads = await leadsFrom(ctx, hits.slice(0, SEEDS), texts);
  if (leads.size === 0) return { rankedHits: [...hits], newCandidates: [] };
  const hitsById = new Map(hits.map((entry) => [entry.id, entry]));
  const unknown = [...leads.keys()].filter((id) => !hitsById.has(id));
  const newCandidates = unknown.length === 0 ? [] : await measureCandidates(ctx, question, unknown);
  const newHits = newCandidates.map((candidate) => ({ id: candidate.id, score: scoreOf(candidate), via: [] }));
  const all = [...hits, ...newHits].map((entry) => {
    const own = leads.get(entry.id);
    return own ? applyLeads(entry, own) : entry;
  });
  return { rankedHits: all.toSorted((one, other) => other.score - one.score), newCandidates };
}

/** Adds the bonuses, and the path when the note is here mainly because of its link. */
function applyLeads(entry: RankedHit, { byLink, byName }: Leads): RankedHit {
  const most = Math.max(byLink?.from.score ?? 0, byName?.from.score ?? 0);
  const liftedScore = entry.score + (byLink?.bonus ?? 0) + (byName?.bonus ?? 0);
  const isReached = byLink?.link && entry.via.length === 0 && !isFoundOnItsOwn(entry, byLink.from);
  const via = isReached ? extendPath(byLink.from.via, byLink.link) : entry.via;
  return { ...entry, score: Math.max(entry.score, Math.min(liftedScore, most)), via };
}

/** Returns the leads to each neighbour, by its id. */
async function leadsFrom(
  ctx: ServiceContext,
  seeds: readonly RankedHit[],
  { notes, passages }: ReadTexts,
): Promise<Map<string, Leads>> {
  const leads = new Map<string, Leads>();
  if (seeds.length === 0) return leads;
  const add = (id: string, kind: keyof Leads, lead: Lead) => {
    const own = leads.get(id);
    if (lead.bonus > (own?.[kind]?.bonus ?? 0)) leads.set(id, { ...own, [kind]: lead });
  };
  const ids = seeds.map((seed) => seed.id);
  const texts = ids.flatMap((id) => {
    const note = notes.get(id);
    return note ? [{ note, passage: passages.get(id) ?? "" }] : [];
  });
  const [links, mentions] = await Promise.all([
    ctx.storage.links.listTouching(ctx.actor.userId, ids, LINKS_PER_SEED),
    mentionsOf(ctx, texts),
  ]);
  for (const from of seeds) {
    const own = links.filter(
      (link) => PASSED_ON[link.relation] !== undefined && (link.source_id === from.id || link.target_id === from.id),
    );
    for (const link of own) {
      const bonus = (PASSED_ON[link.relation]! * from.score) / Math.sqrt(own.length);
      add(otherEnd(from.id, link), "byLink", { from, link, bonus });
    }
    const namedIds = mentions.get(from.id) ?? [];
    for (const id of namedIds)
      add(id, "byName", { from, bonus: (PASSED_ON_BY_NAME * from.score) / Math.sqrt(namedIds.length) });
  }
  return leads;
}
