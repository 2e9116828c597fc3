import { beginTurn } from "../kit/in-turns.ts";
import { chainsBelow, regroupedIds } from "../links/update-states.ts";
import type { DerivedStates, StateLink } from "../ports/link-store.ts";
import { renumberRoot } from "./bases.ts";
import { holdingLooks, type LooksByRoot } from "./holding-looks.ts";
import { flagShaken, flagStanding, type JudgedLinks, judgeLinks, VERDICT } from "./judge-links.ts";
import type { Derivation, ReviewGround } from "./list-reviews.ts";
import { numberSupersessions, renumberSupersessions, wastedLinks } from "./number-supersessions.ts";
import { withSeparateKinds } from "./open-kinds.ts";
import { type GraphPatch, spreadFlags } from "./patch-graph.ts";
import { linksAt, noteNumber } from "./rest-graph.ts";
import { updateSharedKinds } from "./update-shared-kinds.ts";

/** Most notes whose states can differ for an update to be worth it. */
const MOST_CHANGED = 1_000;
/** Links of supersessions that are written in vain before all are numbered anew. */
const MOST_WASTED = 10_000;

/**
 * Works out again only what can differ from an earlier derivation: the links of notes whose links, flags or states
 * changed and of all that these supersede, and the kinds of what rests on them. Null when nearly all can differ.
 */
export async function updateDerivation(
  before: Derivation,
  { graph, states, looks }: ReviewGround,
  patch: GraphPatch | null,
): Promise<Derivation | null> {
  const changedStates = await compareStates(before.links.states, states);
  if (changedStates === null) return null;
  const numbers = patch?.numbers ?? null;
  const newIds = (patch?.touchedNotes ?? [])
    .map((note) => graph.ids[note]!)
    .filter((id) => noteNumber(before.links.graph, id) < 0);
  const changedIds = new Set([...changedStates.superseding, ...newIds]);
  const earlierSupersessions = before.links.supersessions;
  if (earlierSupersessions === null) return null;
  const supersessions =
    wastedLinks(earlierSupersessions) > MOST_WASTED
      ? await numberSupersessions(graph, states)
      : renumberSupersessions(earlierSupersessions, { graph, states, numbers }, changedIds);
  const contestsChange = changedStates.contestedIds.size > 0 || newIds.some((id) => states.contradictionsOf.has(id));
  const earlierShaken = spreadFlags(before.links.isShaken, numbers, graph.ids.length);
  const isShaken = contestsChange ? await flagShaken(graph, states) : earlierShaken;
  const { isSuperseded, isNewer } = supersessions;
  const stands = flagStanding(graph, isSuperseded);
  const touchedNotes = new Set([
    ...(patch?.touchedNotes ?? []),
    ...numbersOf(graph, chainsBelow(changedIds, [before.links.states, states])),
    ...numbersOf(graph, changedStates.contestedIds),
    ...differences(earlierShaken, isShaken),
    ...differences(spreadFlags(before.links.stands, numbers, graph.ids.length), stands),
  ]);
  const touchedLinks = new Set([...touchedNotes].flatMap((note) => linksAt(graph, note)));
  const numberedStates = { graph, states, supersessions, isSuperseded, isNewer, stands, isShaken };
  const links = await judgeLinks(numberedStates, keptVerdicts(before.links, graph.sources.length, patch), touchedLinks);
  const starts = new Set(touchedNotes);
  for (const link of touchedLinks) starts.add(graph.sources[link]!);
  const earlierReadings = { readings: before.readings, numbers, changedNotes: new Set(starts) };
  const { looksByRoot, readings } = await holdingLooks(links, looks, earlierReadings);
  for (const root of rootsLookedAtOnce(before.looksByRoot, looksByRoot, numbers)) {
    starts.add(root);
    for (const link of linksAt(graph, root)) starts.add(graph.sources[link]!);
  }
  const sharedKinds = spreadFlags(before.sharedKinds, numbers, graph.ids.length);
  await updateSharedKinds(links, looksByRoot, { sharedKinds, starts });
  const linksWithLooks = fallenLinksOf(links, looksByRoot);
  return {
    links,
    looksByRoot,
    readings,
    sharedKinds,
    kinds: await withSeparateKinds(links, looksByRoot, { sharedKinds, linksWithLooks }),
  };
}

interface ChangedStates {
  /** Notes whose supersession changed, or that of a note which they supersede. */
  readonly superseding: ReadonlySet<string>;
  /** Notes whose effective contradictions changed. */
  readonly contestedIds: ReadonlySet<string>;
}

/** Finds the notes whose states or state links differ; null when there are too many. */
async function compareStates(before: DerivedStates, now: DerivedStates): Promise<ChangedStates | null> {
  const superseding = new Set<string>();
  const contestedIds = new Set<string>();
  if (before === now) return { superseding, contestedIds };
  for await (const id of differentLinks(before.newerOf, now.newerOf, regroupedIds(before, now))) {
    superseding.add(id);
    for (const links of [before.newerOf.get(id), now.newerOf.get(id)])
      for (const { source_id } of links ?? []) superseding.add(source_id);
    if (superseding.size > MOST_CHANGED) return null;
  }
  // Only what these notes supersede, directly or through a chain, can have another state.
  for (const id of chainsBelow(superseding, [before, now]))
    if (before.superseded.has(id) !== now.superseded.has(id)) superseding.add(id);
  for await (const id of differentLinks(before.contradictionsOf, now.contradictionsOf)) {
    contestedIds.add(id);
    if (contestedIds.size > MOST_CHANGED) return null;
  }
  return superseding.size > MOST_CHANGED ? null : { superseding, contestedIds };
}

type LinksByNote = DerivedStates["newerOf"];

/** Yields the notes whose links differ; all of them are among the `candidates`, if those are given. */
async function* differentLinks(
  before: LinksByNote,
  now: LinksByNote,
  candidates: ReadonlySet<string> | null = null,
): AsyncGenerator<string, void> {
  if (before === now) return;
  if (candidates !== null) {
    yield* [...candidates].filter((id) => !areSame(before.get(id) ?? [], now.get(id) ?? []));
    return;
  }
  const turn = beginTurn();
  let count = 0;
  for (const [id, links] of now) {
    if (count++ % 64 === 0 && turn.isOver()) await turn.next();
    const earlier = before.get(id);
    if (links !== earlier && !areSame(links, earlier ?? [])) yield id;
  }
  for (const [id, links] of before) {
    if (count++ % 64 === 0 && turn.isOver()) await turn.next();
    if (links.length > 0 && !now.has(id)) yield id;
  }
}

function areSame(links: readonly StateLink[], others: readonly StateLink[]): boolean {
  return (
    links.length === others.length &&
    links.every((link, place) => {
      const other = others[place]!;
      return (
        link === other ||
        (link.source_id === other.source_id &&
          link.target_id === other.target_id &&
          link.created_at === other.created_at &&
          link.sourceArchived === other.sourceArchived &&
          link.targetArchived === other.targetArchived)
      );
    })
  );
}

function numbersOf(graph: JudgedLinks["graph"], ids: Iterable<string>): number[] {
  return [...ids].map((id) => noteNumber(graph, id)).filter((note) => note >= 0);
}

function differences(before: Uint8Array, now: Uint8Array): number[] {
  const notes: number[] = [];
  if (before === now) return notes;
  for (let note = 0; note < now.length; note++) if (before[note] !== now[note]) notes.push(note);
  return notes;
}

function keptVerdicts({ verdicts }: JudgedLinks, count: number, patch: GraphPatch | null): Uint8Array<ArrayBuffer> {
  if (patch === null) return verdicts.slice();
  const verdictsNow = new Uint8Array(count);
  for (const { start, end, place } of patch.keptRuns) verdictsNow.set(verdicts.subarray(start, end), place);
  return verdictsNow;
}

/** Returns the notes of the roots that have looks only before or only now; they are in the shared walk once. */
function rootsLookedAtOnce(before: LooksByRoot, now: LooksByRoot, numbers: Uint32Array | null): number[] {
  const earlierRoots = new Set([...before.keys()].map((root) => renumberRoot(root, numbers)));
  return [...earlierRoots.symmetricDifference(new Set(now.keys()))].map((root) => root >>> 3);
}

/** Returns the fallen links of the roots with looks. */
function fallenLinksOf(links: JudgedLinks, looksByRoot: LooksByRoot): number[] {
  const { graph, verdicts } = links;
  return [...looksByRoot.keys()].flatMap((root) => {
    const [note, verdict] = [root >>> 3, root & 7];
    const end = verdict === VERDICT.deleted ? graph.sources : graph.targets;
    return linksAt(graph, note).filter((link) => verdicts[link] === verdict && end[link] === note);
  });
}
