import { type AutoLink, LIMITS, type Suggestions } from "@knote/contract";
import type { LinkThreshold, ServiceContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireNote } from "../kit/stored-notes.ts";
import { withoutFinePairs } from "../looks/open-pairs.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { noteWindows, windowText } from "../text/windows.ts";
import { waitWithoutPlace } from "../kit/wait-without-place.ts";
import { embedSoon } from "./embed-soon.ts";
import { judgeLinks } from "./judge-links.ts";
import { idOf, type LinkCandidate, linkCandidates, type Measures } from "./link-candidates.ts";
import { relationsByRule } from "./relations-by-rule.ts";

import { clip } from "../recall/ranked-hit.ts";

/** Least score beside the threshold, as a single note can be close to all others. */
const AMONG_BEST = 0.8;
/** A score that only a note reaches that is named by title and also similar. */
const NAMED_SCORE = 1.1;

export interface SuggestionsRequest {
  readonly id: string;
  readonly limit: number;
  /** Adds the reason where a judge or a rule proposed the relation. */
  readonly reasons: boolean;
  /** Lets rules propose relations where no judge does. */
  readonly rules: boolean;
}

/** Returns the notes most worth linking to, best first, without a threshold or those that somebody found fine unlinked. */
export async function suggestLinks(
  ctx: ServiceContext,
  { id, limit, reasons, rules }: SuggestionsRequest,
): Promise<Suggestions> {
  const note = await requireNote(ctx, id);
  const embedding = headVector(ctx, note).catch(withoutVector);
  const vector = await waitWithoutPlace(ctx, ctx.embedder, embedding);
  const threshold = await ctx.linkThresholds.of(ctx, ctx.actor.userId);
  const all = await linkCandidates(ctx, note, vector, threshold);
  const candidates = (await withoutFinePairs(ctx, id, all, idOf)).slice(0, limit);
  const notes = candidates.map((candidate) => candidate.note);
  const proposals = await judgeLinks(ctx, note, notes);
  const ruledRelations = rules ? relationsByRule(note, notes) : null;
  const suggestions = candidates.map((candidate, index) => {
    const proposal = proposals.get(index) ?? ruledRelations?.get(candidate.note.id);
    return {
      ...toAutoLink(candidate),
      ...(proposal && { relation: proposal.relation }),
      ...(reasons && proposal && { reason: proposal.reason }),
    };
  });
  return { suggestions };
}

/**
 * Embeds a new note's head; null when the embedder is down, or busy for longer than a create waits: the indexer embeds
 * it later. Start it before storing the note: one needs the processor, the other the disk.
 */
export async function embedNewHead(ctx: ServiceContext, note: StoredNote): Promise<Float32Array | null> {
  const vectors = await embedSoon(ctx, [headText(note)], "live");
  return vectors?.[0] ?? null;
}

/**
 * Returns suggestions for a note that was just stored, above the user's own threshold or named by title, most
 * similar first, and stores the vector. Asks no judge: a create does not wait for a remote model.
 */
export async function suggestForNewNote(
  ctx: ServiceContext,
  note: StoredNote,
  vector: Float32Array,
): Promise<AutoLink[]> {
  try {
    const threshold = await ctx.linkThresholds.of(ctx, ctx.actor.userId);
    const isWorth = (candidate: Measures) => isWorthSuggesting(candidate, threshold);
    const [candidates] = await Promise.all([
      linkCandidates(ctx, note, vector, threshold, isWorth),
      storeHead(ctx, note, vector),
    ]);
    return candidates
      .slice(0, LIMITS.autoLinks)
      .toSorted((one, other) => other.cosine - one.cosine)
      .map(toAutoLink);
  } catch (error) {
    // The note is stored; after a refusal the indexer embeds it later.
    if (DomainError.is(error)) return [];
    throw error;
  }
}

/** Whether to suggest a note unasked: only above the user's threshold and among the best, or when named by title. */
export function isWorthSuggesting({ closeness, score }: Measures, { threshold }: LinkThreshold): boolean {
  return score >= NAMED_SCORE || (closeness >= threshold && score >= AMONG_BEST);
}

async function headVector(ctx: ServiceContext, note: StoredNote): Promise<Float32Array> {
  const { userId } = ctx.actor;
  const [vector] = await ctx.embedder.embed([headText(note)], { priority: "query", userId });
  return vector!;
}

function headText(note: StoredNote): string {
  return windowText(note, noteWindows(note.content)[0]!);
}

/** Stores the head at once, so that the next note finds this one; the indexer adds the rest of a long note. */
async function storeHead(ctx: ServiceContext, note: StoredNote, vector: Float32Array): Promise<void> {
  const [head, ...others] = noteWindows(note.content);
  const windows = [{ ...head!, vector }];
  const { model } = ctx.embedder;
  await ctx.storage.vectors.put(ctx.actor.userId, note.id, {
    model,
    revision: note.revision,
    windows,
    complete: others.length === 0,
  });
}

function withoutVector(error: unknown): null {
  if (DomainError.is(error)) return null;
  throw error;
}

function toAutoLink({ note, cosine }: LinkCandidate): AutoLink {
  return { target_id: note.id, target_title: note.title, relation: "relates_to", similarity: clip(cosine) };
}
