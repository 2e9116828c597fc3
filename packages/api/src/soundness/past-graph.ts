import { nextTurn } from "../kit/in-turns.ts";
import { deriveStates, stateLinksOf } from "../links/derive-states.ts";
import {
  type DerivedStates,
  isRestRelation,
  isStateRelation,
  type PastLink,
  REST_RELATIONS,
  type RestLink,
  type StateLink,
} from "../ports/link-store.ts";
import type { NotePosition, NoteSelection, StoredNote } from "../ports/note-store.ts";
import type { Storage } from "../ports/storage.ts";
import { deriveReviews } from "../reviews/derive-reviews.ts";
import { buildRestGraph, type RestGraph } from "../reviews/rest-graph.ts";
import { findBearings, measureSoundness, type Soundness } from "./measure-soundness.ts";
import { restrictGraph } from "./restrict-graph.ts";

const NOTES_AT_ONCE = 200;
/** Later than every time. */
const NEVER = "~";

/** Measures how sound a graph was, as if nobody had ever looked. What is deleted by now counts for no time. */
export type MeasureThen = (at: string) => Promise<Soundness>;

/** A link with the time when it was removed; null while it stands. */
type LinkSpan<L> = L & { readonly removed_at: string | null };

/**
 * Reads what a user's graph was made of since a time. Exact but for what is not kept: of a note that was archived
 * several times, or changed since, the last change counts; of several rewordings the last.
 */
export async function readPast(
  storage: Storage,
  userId: string,
  { states, since }: { readonly states: DerivedStates; readonly since: string },
): Promise<MeasureThen> {
  const [restLinks, pastLinks, archivedAt] = await Promise.all([
    storage.links.restLinks(userId),
    storage.links.past(userId, { removedAfter: since }),
    archiveTimes(storage, userId),
  ]);
  const restSpans = [
    ...restLinks.filter((link) => !link.sourceDeleted && !link.targetDeleted).map(standing),
    ...(await pastRests(storage, userId, pastLinks)),
  ];
  const stateSpans = [...stateLinksOf(states).map(standing), ...pastStateLinks(pastLinks)];
  const graph = await buildRestGraph(restSpans);
  const removals = removalTimes(graph, restSpans);
  const isArchived = (id: string, at: string) => (archivedAt.get(id) ?? NEVER) <= at;

  return async (at) => {
    const time = Date.parse(at);
    const stateLinks = stateSpans
      .filter(({ created_at, removed_at }) => created_at <= at && (removed_at ?? NEVER) > at)
      .map((link) => ({
        ...link,
        sourceArchived: isArchived(link.source_id, at),
        targetArchived: isArchived(link.target_id, at),
      }));
    await nextTurn();
    const graphThen = restrictGraph(graph, {
      isStanding: (link) => graph.createdAt[link]! <= time && removals[link]! > time,
      isArchived: Uint8Array.from(graph.ids, (id) => Number(isArchived(id, at))),
      at,
    });
    await nextTurn();
    const reviews = await deriveReviews({ graph: graphThen, states: await deriveStates(stateLinks), looks: new Map() });
    return await measureSoundness(await findBearings(reviews.numbers), {
      needsReview: reviews.needsReview,
      isFine: () => false,
    });
  };
}

function standing<L>(link: L): LinkSpan<L> {
  return { ...link, removed_at: null };
}

/** Returns the links that were removed by which notes rested on others. */
async function pastRests(
  storage: Storage,
  userId: string,
  pastLinks: readonly PastLink[],
): Promise<LinkSpan<RestLink>[]> {
  const links = pastLinks.filter(({ relation }) => isRestRelation(relation));
  const ids = [...new Set(links.map(({ target_id }) => target_id))];
  const targets = new Map<string, StoredNote>();
  for (let start = 0; start < ids.length; start += NOTES_AT_ONCE) {
    if (start > 0) await nextTurn();
    const notes = await storage.notes.getMany(userId, ids.slice(start, start + NOTES_AT_ONCE));
    for (const note of notes) targets.set(note.id, note);
  }
  const flags = { sourceArchived: false, targetArchived: false, sourceDeleted: false, targetDeleted: false };
  return links.flatMap(({ relation, ...link }) => {
    const target = targets.get(link.target_id);
    if (target === undefined || !isRestRelation(relation)) return [];
    const targetClaimedAt = target.claimed_at === target.created_at ? null : target.claimed_at;
    return [{ ...link, ...flags, relation, targetClaimedAt, targetSetAsideAt: null }];
  });
}

function pastStateLinks(pastLinks: readonly PastLink[]): LinkSpan<StateLink>[] {
  const flags = { sourceArchived: false, targetArchived: false };
  return pastLinks.flatMap(({ relation, ...link }) =>
    isStateRelation(relation) ? [{ ...link, ...flags, relation }] : [],
  );
}

/** Returns by link of the graph when it was removed, in milliseconds; infinite while it stands. */
function removalTimes(
  { ids, sources, targets, relations, createdAt }: RestGraph,
  spans: readonly LinkSpan<RestLink>[],
) {
  const keyOf = (source: string, target: string, relation: number, time: number) =>
    `${source} ${target} ${relation} ${time}`;
  const removals = new Map<string, number>();
  for (const { source_id, target_id, relation, created_at, removed_at } of spans) {
    if (removed_at === null) continue;
    const key = keyOf(source_id, target_id, REST_RELATIONS.indexOf(relation), Date.parse(created_at));
    removals.set(key, Date.parse(removed_at));
  }
  return Float64Array.from(sources, (source, link) => {
    const key = keyOf(ids[source]!, ids[targets[link]!]!, relations[link]!, createdAt[link]!);
    return removals.size === 0 ? Infinity : (removals.get(key) ?? Infinity);
  });
}

/** Returns when each archived note was archived, about: when it changed last. */
async function archiveTimes(storage: Storage, userId: string): Promise<Map<string, string>> {
  const times = new Map<string, string>();
  const selection: NoteSelection = { states: { archived: true, others: "none" } };
  for (let after: NotePosition | undefined; ;) {
    const page = { limit: NOTES_AT_ONCE, ...(after && { after }) };
    const notes = await storage.notes.list(userId, selection, page);
    for (const { id, updated_at } of notes) times.set(id, updated_at);
    if (notes.length < NOTES_AT_ONCE) return times;
    after = notes.at(-1);
    await nextTurn();
  }
}
