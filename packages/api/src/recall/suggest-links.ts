import type { AutoLink, Suggestions } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import { requireNote } from "../notes/get-note.ts";
import { getNotes } from "../notes/get-notes.ts";
import type { StoredNote } from "../ports/note-store.ts";
import type { EmbedPriority } from "../ports/text-embedder.ts";
import { questionKeywords } from "../search/keyword-query.ts";
import { noteWindows, windowText } from "../search/windows.ts";
import { fuse } from "./fuse.ts";
import { LINKS_OF_NOTE } from "./links-of-note.ts";
import { namedNotes } from "./named-notes.ts";
import { clip } from "./retrieve.ts";

/** How many candidates each signal brings. */
const DEPTH = 50;
/** A note named by its title weighs this much beside a fused score of 0…1: the largest gain measured (docs/adr). */
const NAMED_WEIGHT = 0.3;

/** The notes most worth linking to, best first, without a threshold. */
export async function suggestLinks(
  ctx: ServiceContext,
  input: { readonly id: string; readonly limit: number },
): Promise<Suggestions> {
  const note = await requireNote(ctx, input.id);
  const ranked = await rankNeighbours(ctx, note, await headVector(ctx, note, "query").catch(withoutVector));
  return { suggestions: ranked.slice(0, input.limit).map(toAutoLink) };
}

/**
 * Suggestions for a note that was just stored, above the user's own threshold or named by title, most
 * similar first. Answers `[]` when the embedder is slow or down: the indexer brings the vectors later.
 */
export async function suggestForNewNote(ctx: ServiceContext, note: StoredNote, limit: number): Promise<AutoLink[]> {
  const { embedder, suggestionDeadlineMs } = ctx;
  if (embedder.status() !== "ready" || embedder.queueDelayMs() > suggestionDeadlineMs) return [];
  try {
    const vector = await headVector(ctx, note, "live", AbortSignal.timeout(suggestionDeadlineMs));
    await storeHead(ctx, note, vector);
    const threshold = await ctx.linkThresholds.of(ctx, ctx.actor.userId);
    const ranked = await rankNeighbours(ctx, note, vector);
    return ranked
      .filter(({ cosine, named }) => named || cosine >= threshold)
      .slice(0, limit)
      .toSorted((one, other) => other.cosine - one.cosine)
      .map(toAutoLink);
  } catch (error) {
    // The note stands; only a refusal or a deadline may be left to the indexer.
    if (DomainError.is(error) || error instanceof DOMException) return [];
    throw error;
  }
}

interface Neighbour {
  readonly note: StoredNote;
  readonly cosine: number;
  readonly named: boolean;
  readonly score: number;
}

async function rankNeighbours(
  ctx: ServiceContext,
  note: StoredNote,
  vector: Float32Array | null,
): Promise<Neighbour[]> {
  const { storage, embedder } = ctx;
  const { userId } = ctx.actor;
  const keywords = questionKeywords(note.title);
  const unarchived = { states: { archived: false, others: "all" } } as const;
  const [near, words, named, left] = await Promise.all([
    vector ? storage.vectors.nearest(userId, embedder.model, vector, { limit: DEPTH, headsOnly: true }) : [],
    keywords ? storage.keywords.search(userId, keywords, unarchived, DEPTH) : [],
    namedNotes(ctx, note),
    leftOut(ctx, note),
  ]);
  const ids = [...new Set([...near, ...words].map((hit) => hit.id).concat(named))].filter((id) => !left.has(id));
  const cosines = new Map(near.map((hit) => [hit.id, hit.similarity]));
  const unmeasured = ids.filter((id) => !cosines.has(id));
  const [notes, measured] = await Promise.all([
    getNotes(ctx, ids),
    vector && unmeasured.length > 0
      ? storage.vectors.similarities(userId, embedder.model, vector, unmeasured, { headsOnly: true })
      : [],
  ]);
  for (const hit of measured) cosines.set(hit.id, hit.similarity);
  const bm25 = new Map(words.map((hit) => [hit.id, hit.score]));
  const isNamed = new Set(named);
  return fuse(ids.map((id) => ({ id, cosine: cosines.get(id) ?? 0, bm25: bm25.get(id) ?? 0 })))
    .flatMap(({ id, cosine, score }) => {
      const other = notes.get(id);
      if (!other || other.archived) return [];
      return [{ note: other, cosine, named: isNamed.has(id), score: score + (isNamed.has(id) ? NAMED_WEIGHT : 0) }];
    })
    .toSorted((one, other) => other.score - one.score);
}

/** The note itself, superseded notes and notes linked already. */
async function leftOut(ctx: ServiceContext, note: StoredNote): Promise<Set<string>> {
  const { links } = ctx.storage;
  const [states, touching] = await Promise.all([
    links.states(ctx.actor.userId),
    links.listTouching(ctx.actor.userId, [note.id], LINKS_OF_NOTE),
  ]);
  return new Set([note.id, ...states.superseded, ...touching.flatMap((link) => [link.source_id, link.target_id])]);
}

async function headVector(
  ctx: ServiceContext,
  note: StoredNote,
  priority: EmbedPriority,
  signal?: AbortSignal,
): Promise<Float32Array> {
  const [head] = noteWindows(note.content);
  const [vector] = await ctx.embedder.embed([windowText(note, head!)], { priority, ...(signal && { signal }) });
  return vector!;
}

/** Stored at once, so that the next note finds this one; what a long note has besides is left to the indexer. */
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

function toAutoLink({ note, cosine }: Neighbour): AutoLink {
  return { target_id: note.id, target_title: note.title, relation: "relates_to", similarity: clip(cosine) };
}
