import type { Link, Relation } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { measureCandidates, type ScoredCandidate, type Question } from "./candidates.ts";
import { extendPath, isFoundOnItsOwn, otherEnd, type RankedHit } from "./ranked-hit.ts";

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

interface Lead {
  readonly from: RankedHit;
  readonly link: Link;
  readonly bonus: number;
}

/**
 * Adds the neighbours of the best hits, or raises their scores: a neighbour gets its own score plus a share of the
 * hit's, divided by the root of the hit's degree, so that a hub passes on little. Of several links the strongest
 * counts. `counterparts.ts` and `supersession.ts` follow contradictions and supersessions.
 */
export async function withNeighbours(
  ctx: ServiceContext,
  hits: readonly RankedHit[],
  question: Question,
  scoreOf: (candidate: ScoredCandidate) => number,
): Promise<{ readonly rankedHits: RankedHit[]; readonly newCandidates: readonly ScoredCandidate[] }> {
  const leads = await leadsFrom(ctx, hits.slice(0, SEEDS));
  if (leads.size === 0) return { rankedHits: [...hits], newCandidates: [] };
  const hitsById = new Map(hits.map((entry) => [entry.id, entry]));
  const unknown = [...leads.keys()].filter((id) => !hitsById.has(id));
  const newCandidates = unknown.length === 0 ? [] : await measureCandidates(ctx, question, unknown);
  const newHits = newCandidates.map((candidate) => ({ id: candidate.id, score: scoreOf(candidate), via: [] }));
  const all = [...hits, ...newHits].map((entry) => {
    const lead = leads.get(entry.id);
    return lead ? applyLead(entry, lead) : entry;
  });
  return { rankedHits: all.toSorted((one, other) => other.score - one.score), newCandidates };
}

/** Adds the bonus, and the path when the note is here mainly because of its link. */
function applyLead(entry: RankedHit, { from, link, bonus }: Lead): RankedHit {
  const ownWay = entry.via.length > 0 || isFoundOnItsOwn(entry, from);
  const via = ownWay ? entry.via : extendPath(from.via, link);
  return { id: entry.id, score: entry.score + bonus, via };
}

/** Returns the strongest lead to each neighbour, by its id. */
async function leadsFrom(ctx: ServiceContext, seeds: readonly RankedHit[]): Promise<Map<string, Lead>> {
  const leads = new Map<string, Lead>();
  if (seeds.length === 0) return leads;
  const links = await ctx.storage.links.listTouching(
    ctx.actor.userId,
    seeds.map((seed) => seed.id),
    LINKS_PER_SEED,
  );
  for (const from of seeds) {
    const own = links.filter(
      (link) => PASSED_ON[link.relation] !== undefined && (link.source_id === from.id || link.target_id === from.id),
    );
    for (const link of own) {
      const id = otherEnd(from.id, link);
      const bonus = (PASSED_ON[link.relation]! * from.score) / Math.sqrt(own.length);
      if (bonus > (leads.get(id)?.bonus ?? 0)) leads.set(id, { from, link, bonus });
    }
  }
  return leads;
}
