import type { ServiceContext } from "../context.ts";
import { withoutFinePairs } from "../looks/open-pairs.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { clip } from "../recall/ranked-hit.ts";
import { idOf, linkCandidates } from "../suggestions/link-candidates.ts";
import { relationsByRule } from "../suggestions/relations-by-rule.ts";
import { isWorthSuggesting } from "../suggestions/suggest-links.ts";
import { areDuplicates, PAIRS_OF_NOTE } from "../tend/near-pairs.ts";
import { lookKeysOf, type NotePair, pairOf, proposalKey, textsOf } from "./proposal-looks.ts";
import { proposeByRule } from "./propose-by-rule.ts";
import type { ProposedLink } from "./proposal-looks.ts";

/** Candidates of a note whose texts are compared with it. */
const MOST_COMPARED = 20;

/** A proposal with the notes that it is about. */
export interface OpenProposal {
  readonly proposal: ProposedLink;
  readonly pair: NotePair;
}

/**
 * Returns what rules propose for a note and unlinked notes near it, best first: a relation that its text gives away, or
 * a likeness worth a link. Leaves out near-duplicates, which are to be merged, and pairs that a judge or an agent has
 * proposed or that somebody dismissed.
 */
export async function proposalsNear(
  ctx: ServiceContext,
  note: StoredNote,
  vector: Float32Array | null,
): Promise<OpenProposal[]> {
  const threshold = await ctx.linkThresholds.of(ctx, ctx.actor.userId);
  const all = await linkCandidates(ctx, note, vector, threshold, () => true, MOST_COMPARED);
  const candidates = await withoutFinePairs(ctx, note.id, all, idOf);
  const relations = relationsByRule(
    note,
    candidates.map(({ note: other }) => other),
  );
  const near = new Set(candidates.filter((one) => isWorthSuggesting(one, threshold)).slice(0, PAIRS_OF_NOTE));
  const proposals = candidates
    .filter((one) => near.has(one) || relations.has(one.note.id))
    .flatMap((candidate) => {
      const pair = pairOf(note, candidate.note);
      const proposal = proposeByRule(pair, clip(candidate.cosine));
      return areDuplicates(candidate, proposal.relation) ? [] : [{ proposal, pair }];
    });
  return await withoutJudged(ctx, proposals);
}

async function withoutJudged(ctx: ServiceContext, proposals: readonly OpenProposal[]): Promise<OpenProposal[]> {
  const keyOf = ({ proposal }: OpenProposal) => lookKeysOf(proposalKey(proposal)).judgement;
  const looks = proposals.length === 0 ? [] : await ctx.storage.looks.get(ctx.actor.userId, proposals.map(keyOf));
  const texts = new Map(looks.map(({ key, basis }) => [key, basis]));
  return proposals.filter((one) => texts.get(keyOf(one)) !== textsOf(one.pair));
}
