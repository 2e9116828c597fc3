import type { ServiceContext } from "../context.ts";
import { readAsOf, tellPast } from "../links/open-past.ts";
import { restColumns } from "../links/rest-columns.ts";
import { buildRestGraph } from "../reviews/rest-graph.ts";
import { deriveReviews } from "../reviews/derive-reviews.ts";
import type { ReviewCache } from "../reviews/review-cache.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import { timestamp } from "../time.ts";
import type { GraphThen } from "./graph-then.ts";
import { pastKeywords } from "./past-keywords.ts";
import { pastLinkStore } from "./past-link-store.ts";
import { pastNoteStore } from "./past-note-store.ts";
import { pastStanceStore } from "./past-stance-store.ts";
import { pastVectors } from "./past-vectors.ts";
import { readsOnly } from "./reads-only.ts";

/** The time that a caller names; `isPast` is false for the present. */
export interface NamedTime {
  readonly at: string;
  readonly isPast: boolean;
}

/** The graph that a question is asked of. */
export interface OpenGraph {
  /** The time of the graph; null for the present. */
  readonly at: string | null;
  /** The context for all reads that answer: of a past graph, its stores know the past alone and write nothing. */
  readonly ctx: ServiceContext;
  /** Tells the caller in a header how exact the answer is, given the notes of the answer; once. */
  tell(resultIds: readonly string[]): void;
}

/** Reads `as_of`, null without one. Throws INVALID for the future. */
export function readTime(ctx: ServiceContext, as_of: string | undefined): NamedTime | null {
  if (as_of === undefined) return null;
  // Read first, as the clock goes on.
  const now = timestamp(ctx);
  const at = readAsOf(ctx, as_of);
  return { at, isPast: at < now };
}

/** Opens the graph of a time; without one, that of the present. */
export async function openGraph(ctx: ServiceContext, time: NamedTime | null): Promise<OpenGraph> {
  if (time === null) return { at: null, ctx, tell: () => undefined };
  const { at, isPast } = time;
  const historySince = await ctx.storage.historySince();
  if (!isPast) return { at: null, ctx, tell: () => tellPast(ctx, at, { changedTexts: 0 }, historySince) };
  const [{ states, changedNotes }, versions] = await Promise.all([ctx.past.of(ctx, at), ctx.past.versions(ctx, at)]);
  const then: GraphThen = { ctx, at, states, changedNotes, versions, measuredByPresent: new Set() };
  return {
    at,
    ctx: {
      ...ctx,
      storage: {
        ...ctx.storage,
        notes: readsOnly(ctx.storage.notes, pastNoteStore(then)),
        links: readsOnly(ctx.storage.links, pastLinkStore(then)),
        stances: readsOnly(ctx.storage.stances, pastStanceStore(then)),
        keywords: pastKeywords(then),
        vectors: readsOnly(ctx.storage.vectors, pastVectors(then)),
        looks: readsOnly(ctx.storage.looks, {}),
        operations: readsOnly(ctx.storage.operations, {}),
        activity: readsOnly(ctx.storage.activity, {}),
      },
      clock: { now: () => Date.parse(at) },
      reviews: noReviews(states),
    },
    tell(resultIds) {
      const byPresentText = resultIds.filter((id) => then.measuredByPresent.has(id)).length;
      const searchedNotes = versions.unreadIds.size === 0 ? undefined : versions.byId.size;
      tellPast(ctx, at, { changedTexts: versions.otherTextIds.size, byPresentText, searchedNotes }, historySince);
    },
  };
}

/** Reviews have no past, as of looks only the last verdict is kept. */
function noReviews(states: DerivedStates): ReviewCache {
  return {
    async of() {
      const graph = await buildRestGraph(await restColumns([]));
      return { reviews: await deriveReviews({ graph, states, looks: new Map() }), states, looks: new Map() };
    },
    forget: () => undefined,
  };
}
