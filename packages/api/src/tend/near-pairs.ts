import type { NearPair, Relation, TendInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import { ifReachable } from "../kit/if-reachable.ts";
import { pairKey } from "../looks/claim-bases.ts";
import { withoutFinePairs } from "../looks/open-pairs.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { waitWithoutPlace } from "../kit/wait-without-place.ts";
import { idOf, type LinkCandidate, linkCandidates, type Measures } from "../suggestions/link-candidates.ts";
import { clip } from "../recall/ranked-hit.ts";
import { relationsByRule } from "../suggestions/relations-by-rule.ts";
import { isWorthSuggesting } from "../suggestions/suggest-links.ts";
import { noteWindows, windowText } from "../text/windows.ts";
import { tendedNote } from "./tended-note.ts";
import { cursorAt, placeOf, walkNotes } from "./walk-notes.ts";

/** Notes per call: each takes a vector search and a keyword search. */
export const NOTES_A_CALL = 8;
export const PAIRS_OF_NOTE = 3;
/** Least cosine of heads that say nearly the same. */
const NEARLY_THE_SAME = 0.88;

/**
 * Lists pairs of the next few notes with unlinked notes near them: near-duplicates, or notes worth linking, but for
 * those that somebody found fine. A pair can come twice, once from each end, with the same key. `next` goes on even when
 * a call finds nothing.
 */
export async function listNearPairs(
  ctx: ServiceContext,
  { cursor }: Pick<TendInput, "cursor">,
): Promise<{ pairs: NearPair[]; next: string | null }> {
  const states = await ctx.storage.links.states(ctx.actor.userId);
  const notes = await walkNotes(ctx, states, { limit: NOTES_A_CALL, after: placeOf(cursor) });
  const vectors = await headVectors(ctx, notes);
  const pairs = new Map<string, NearPair>();
  for (const note of notes) {
    for (const candidate of await nearTo(ctx, note, vectors.get(note.id) ?? null)) {
      const pair = pairOf(note, candidate, states);
      if (!pairs.has(pair.key)) pairs.set(pair.key, pair);
    }
  }
  const last = notes.length === NOTES_A_CALL ? notes.at(-1) : undefined;
  return { pairs: [...pairs.values()], next: last ? cursorAt(last) : null };
}

/**
 * Returns the vectors of the notes' heads by id, as stored, or else embedded. Without those that the embedder does not
 * answer for: then only words and titles find pairs.
 */
export async function headVectors(
  ctx: ServiceContext,
  notes: readonly StoredNote[],
): Promise<Map<string, Float32Array>> {
  const { storage, embedder, actor } = ctx;
  const ids = notes.map(({ id }) => id);
  const storedHeads = storage.vectors.heads(actor.userId, embedder.model, ids);
  const heads = await ifReachable(storedHeads, new Map<string, Float32Array>());
  const others = notes.filter(({ id }) => !heads.has(id));
  if (others.length === 0) return heads;
  const texts = others.map((note) => windowText(note, noteWindows(note.content)[0]!));
  try {
    const work = embedder.embed(texts, { priority: "query", userId: actor.userId });
    const vectors = await waitWithoutPlace(ctx, embedder, work);
    for (const [place, { id }] of others.entries()) heads.set(id, vectors[place]!);
    return heads;
  } catch (error) {
    if (DomainError.is(error)) return heads;
    throw error;
  }
}

async function nearTo(ctx: ServiceContext, note: StoredNote, vector: Float32Array | null): Promise<LinkCandidate[]> {
  const threshold = await ctx.linkThresholds.of(ctx, ctx.actor.userId);
  const isWorth = (measures: Measures) => isDuplicate(measures) || isWorthSuggesting(measures, threshold);
  const candidates = await linkCandidates(ctx, note, vector, threshold, isWorth);
  return (await withoutFinePairs(ctx, note.id, candidates, idOf)).slice(0, PAIRS_OF_NOTE);
}

function isDuplicate({ cosine }: Measures): boolean {
  return cosine >= NEARLY_THE_SAME;
}

/** Whether two notes say nearly the same: not where a rule says that one speaks against the other, or rests on it. */
export function areDuplicates(measures: Measures, relation: Relation): boolean {
  return isDuplicate(measures) && (relation === "relates_to" || relation === "derived_from");
}

function pairOf(note: StoredNote, candidate: LinkCandidate, states: DerivedStates): NearPair {
  const [older, newer] = [note, candidate.note].sort((one, other) => (one.id < other.id ? -1 : 1)) as [
    StoredNote,
    StoredNote,
  ];
  const relation = relationsByRule(newer, [older]).get(older.id)?.relation ?? "relates_to";
  return {
    key: pairKey("near", newer.id, older.id),
    kind: areDuplicates(candidate, relation) ? "duplicate" : "suggestion",
    source: tendedNote(newer, states),
    target: tendedNote(older, states),
    relation,
    similarity: clip(candidate.cosine),
  };
}
