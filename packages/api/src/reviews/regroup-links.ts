import type { RestGraph } from "./rest-graph.ts";

/** Links that follow one another. */
export interface LinkRun {
  readonly start: number;
  readonly end: number;
  readonly place: number;
}

/** How links were merged into others. */
export interface LinkMerge {
  readonly keptRuns: readonly LinkRun[];
  /** By their numbers before. */
  readonly removedLinks: ReadonlySet<number>;
  /** The numbers of new links. */
  readonly newPlaces: readonly number[];
}

/** Finds the links of each note from those before: only the notes at changed links have others. */
export function regroupLinks(
  before: RestGraph,
  { sources, targets }: Pick<RestGraph, "sources" | "targets">,
  { keptRuns, removedLinks, newPlaces }: LinkMerge,
): Pick<RestGraph, "outStarts" | "inStarts" | "inLinks"> {
  const presentLinks = new Uint32Array(before.sources.length);
  for (const { start, end, place } of keptRuns)
    for (let link = start; link < end; link++) presentLinks[link] = link - start + place;
  const newInLinks = Map.groupBy(newPlaces, (link) => targets[link]!);
  const changedTargets = new Set([...newInLinks.keys(), ...[...removedLinks].map((link) => before.targets[link]!)]);
  const inLinks = new Uint32Array(sources.length);
  let [next, place] = [0, 0];
  for (const target of [...changedTargets].sort((one, other) => one - other)) {
    const start = before.inStarts[target]!;
    for (; next < start; next++) inLinks[place++] = presentLinks[before.inLinks[next]!]!;
    const earlierLinks = before.inLinks.subarray(start, before.inStarts[target + 1]);
    const keptLinks = [...earlierLinks].filter((link) => !removedLinks.has(link)).map((link) => presentLinks[link]!);
    const linksNow = [...keptLinks, ...(newInLinks.get(target) ?? [])].sort((one, other) => one - other);
    inLinks.set(linksNow, place);
    place += linksNow.length;
    next += earlierLinks.length;
  }
  for (; next < before.inLinks.length; next++) inLinks[place++] = presentLinks[before.inLinks[next]!]!;
  const moveStarts = (starts: Uint32Array, earlierEnds: Uint32Array, ends: Uint32Array) =>
    moveBy(starts, [
      ...[...removedLinks].map((link) => ({ note: earlierEnds[link]!, more: -1 })),
      ...newPlaces.map((link) => ({ note: ends[link]!, more: 1 })),
    ]);
  return {
    inLinks,
    outStarts: moveStarts(before.outStarts, before.sources, sources),
    inStarts: moveStarts(before.inStarts, before.targets, targets),
  };
}

/** Returns where the links of each note begin once some notes have more or fewer. */
function moveBy(starts: Uint32Array, changes: { readonly note: number; readonly more: number }[]): Uint32Array {
  const movedStarts = starts.slice();
  let shift = 0;
  changes.sort((one, other) => one.note - other.note);
  for (const [index, { note, more }] of changes.entries()) {
    shift += more;
    if (shift === 0) continue;
    const last = changes[index + 1]?.note ?? starts.length - 1;
    for (let next = note + 1; next <= last; next++) movedStarts[next]! += shift;
  }
  return movedStarts;
}
