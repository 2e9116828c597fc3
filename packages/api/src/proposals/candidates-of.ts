import type { ServiceContext } from "../context.ts";
import { withoutFinePairs } from "../looks/open-pairs.ts";
import type { JudgedNote } from "../ports/link-judge.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { clip } from "../recall/ranked-hit.ts";
import { toJudgedNote } from "../suggestions/judge-links.ts";
import { idOf, linkCandidates } from "../suggestions/link-candidates.ts";
import { lookKeysOf, pairOf, proposalKey, textsOf } from "./proposal-looks.ts";

/** Candidates of one question to the judge: each costs as much as the note itself. */
const MOST_CANDIDATES = 10;

/** A note that a judge compares with another one, and nothing more of it: a run holds hundreds. */
export interface Candidate extends JudgedNote {
  readonly id: string;
  readonly similarity: number;
  /** The key under which the judge's proposal is kept, and what it is based on. */
  readonly look: string;
  readonly texts: string;
}

/** Returns the best unlinked notes near a note, but for dismissed pairs and those with an open proposal. */
export async function candidatesOf(
  ctx: ServiceContext,
  note: StoredNote,
  vector: Float32Array | null,
): Promise<Candidate[]> {
  const threshold = await ctx.linkThresholds.of(ctx, ctx.actor.userId);
  const all = await linkCandidates(ctx, note, vector, threshold, () => true, 2 * MOST_CANDIDATES);
  const near = (await withoutFinePairs(ctx, note.id, all, idOf)).map(({ note: other, cosine }): Candidate => {
    const look = lookKeysOf(proposalKey({ source_id: note.id, target_id: other.id })).judgement;
    const texts = textsOf(pairOf(note, other));
    return { id: other.id, ...toJudgedNote(other), similarity: clip(cosine), look, texts };
  });
  const keys = near.map(({ look }) => look);
  const looks = keys.length === 0 ? [] : await ctx.storage.looks.get(ctx.actor.userId, keys);
  const judgedTexts = new Map(looks.map(({ key, basis }) => [key, basis]));
  return near.filter(({ look, texts }) => judgedTexts.get(look) !== texts).slice(0, MOST_CANDIDATES);
}
