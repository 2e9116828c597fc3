import type { ServiceContext } from "../context.ts";
import { nextTurn } from "../kit/in-turns.ts";
import { type ArchiveHistory, deriveStatesAt, readEnds, readStateSpans, timesOfEnds } from "../links/past-states.ts";
import { changedNotes } from "../past/changed-notes.ts";
import { archiveTimelines, claimTimelines, type Timeline, valueAt } from "../past/timelines.ts";
import { isRestRelation, type PastLink, REST_RELATIONS, type RestLink } from "../ports/link-store.ts";
import { judgeLinks, numberStates } from "../reviews/judge-links.ts";
import { openKinds } from "../reviews/open-kinds.ts";
import { patchGraph } from "../reviews/patch-graph.ts";
import { noteNumber, type RestGraph } from "../reviews/rest-graph.ts";
import { findBearings, measureSoundness, type Soundness } from "./measure-soundness.ts";
import { restrictGraph } from "./restrict-graph.ts";

type Reader = Pick<ServiceContext, "storage" | "actor" | "reviews">;

/** Measures how sound a graph was at one of the moments, as if nobody had ever looked. */
export type MeasureThen = (at: string) => Promise<Soundness>;

/**
 * Reads what the caller's graph was made of at some moments, which are sorted. What is deleted by now counts for no
 * time, and a claim that went back to its earlier words by an undo counts as worded then.
 */
export async function readPast(ctx: Reader, moments: readonly string[]): Promise<MeasureThen> {
  const since = moments[0]!;
  const { links } = ctx.storage;
  const { userId } = ctx.actor;
  const pastLinks = await links.past(userId, { removedAfter: since });
  const stateSpans = await readStateSpans(ctx, {}, pastLinks);
  const removedLinks = pastLinks.filter(({ relation }) => isRestRelation(relation));
  const { reviews } = await ctx.reviews.of(ctx.storage, userId);
  const { graph } = await patchGraph(reviews.numbers.graph, [], await removedRests(ctx, removedLinks));
  const changedAt = await changeTimes(ctx, since);
  const stateTimes = await timesOfEnds(stateSpans, changedAt);
  const restTimes = [...changedAt].filter(([id]) => noteNumber(graph, id) >= 0);
  const archives = await archiveTimelines(ctx, new Map([...stateTimes, ...restTimes]), moments);
  const rewordedIds = [...graph.claimedAt].filter(([, at]) => at > since).map(([note]) => graph.ids[note]!);
  const claims = await claimTimelines(ctx, rewordedIds, since);
  const removals = removalTimes(graph, removedLinks);
  const { sources, targets } = graph;
  const isDeleted = (note: number) => graph.isDeleted[note] === 1;

  return async (at) => {
    const states = await deriveStatesAt(at, stateSpans, archives);
    const time = Date.parse(at);
    const graphThen = await restrictGraph(graph, {
      isStanding: (link) =>
        graph.createdAt[link]! <= time &&
        removals[link]! > time &&
        !isDeleted(sources[link]!) &&
        !isDeleted(targets[link]!),
      isArchived: archivedAt(graph, archives, at),
      claimedAt: claimedAt(graph, claims, at),
    });
    const judgedLinks = await judgeLinks(await numberStates(graphThen, states));
    const { kinds } = await openKinds(judgedLinks, new Map());
    await nextTurn();
    return await measureSoundness(await findBearings(judgedLinks), {
      needsReview: (note) => kinds[note] !== 0,
      isFine: () => false,
    });
  };
}

/** Adds to links that were removed what their ends are now. */
async function removedRests(ctx: Reader, pastLinks: readonly PastLink[]): Promise<RestLink[]> {
  const notes = await readEnds(ctx, pastLinks);
  return pastLinks.flatMap(({ relation, ...link }) => {
    const [source, target] = [notes.get(link.source_id), notes.get(link.target_id)];
    if (!source || !target || !isRestRelation(relation)) return [];
    return {
      ...link,
      relation,
      sourceArchived: source.archived,
      targetArchived: target.archived,
      sourceDeleted: false,
      targetDeleted: false,
      targetClaimedAt: target.claimed_at === target.created_at ? null : target.claimed_at,
      targetSetAsideAt: null,
    };
  });
}

async function changeTimes(ctx: Reader, since: string): Promise<Map<string, string>> {
  const times = new Map<string, string>();
  for await (const notes of changedNotes(ctx, since)) for (const { id, updated_at } of notes) times.set(id, updated_at);
  return times;
}

/** Returns by link of the graph when it was removed, in milliseconds; infinite while it stands. */
function removalTimes(graph: RestGraph, removedLinks: readonly PastLink[]): Float64Array {
  const { outStarts, targets, relations, createdAt } = graph;
  const removals = new Float64Array(targets.length).fill(Infinity);
  for (const { source_id, target_id, relation, created_at, removed_at } of removedLinks) {
    const [source, target] = [noteNumber(graph, source_id), noteNumber(graph, target_id)];
    if (source < 0 || target < 0 || !isRestRelation(relation)) continue;
    const [kind, time] = [REST_RELATIONS.indexOf(relation), Date.parse(created_at)];
    for (let link = outStarts[source]!; link < outStarts[source + 1]!; link++) {
      if (targets[link] !== target || relations[link] !== kind || createdAt[link] !== time) continue;
      removals[link] = Date.parse(removed_at);
    }
  }
  return removals;
}

function archivedAt(graph: RestGraph, archives: ArchiveHistory, at: string): Uint8Array {
  const isArchived = graph.isArchived.slice();
  for (const [id, timeline] of archives) {
    const note = noteNumber(graph, id);
    const flag = valueAt(timeline, at) ?? null;
    if (note >= 0 && flag !== null) isArchived[note] = Number(flag);
  }
  return isArchived;
}

function claimedAt(
  graph: RestGraph,
  claims: ReadonlyMap<string, Timeline<string | null>>,
  at: string,
): Map<number, string> {
  const times = new Map(graph.claimedAt);
  for (const [id, timeline] of claims) {
    const time = valueAt(timeline, at) ?? null;
    if (time === null) times.delete(noteNumber(graph, id));
    else times.set(noteNumber(graph, id), time);
  }
  return times;
}
