import { digest } from "../kit/digest.ts";
import { createHeadFinder, type HeadFinder } from "../links/find-heads.ts";
import { type JudgedLinks, kindOf, VERDICT } from "./judge-links.ts";

/**
 * What shakes notes: a note and what became of it. For `deleted` the note is the one that lost foundations, since
 * nothing of a deleted note may be told.
 */
export interface Root {
  readonly note: number;
  readonly verdict: number;
}

/** Roots have numbers, too, so that they are easily compared and remembered. */
export function rootNumber({ note, verdict }: Root): number {
  return note * 8 + verdict;
}

/** Returns the number of a root whose note may have another number now; null where all have the same. */
export function renumberRoot(root: number, numbers: Uint32Array | null): number {
  return numbers === null ? root : numbers[root >>> 3]! * 8 + (root & 7);
}

/** Returns the root of a fallen link. */
export function rootOfLink({ graph, verdicts }: JudgedLinks, link: number): Root {
  const verdict = verdicts[link]!;
  return { note: verdict === VERDICT.deleted ? graph.sources[link]! : graph.targets[link]!, verdict };
}

/** Returns every root that a note could be at present, if anything rests on it. */
export function rootsAt({ graph, isShaken, isSuperseded }: JudgedLinks, note: number): Root[] {
  if (note < 0 || graph.isDeleted[note]) return [];
  const verdicts = [
    ...(isSuperseded[note] ? [VERDICT.superseded] : []),
    ...(graph.isArchived[note] ? [VERDICT.archived] : []),
    ...(graph.claimedAt.has(note) ? [VERDICT.reworded] : []),
    ...(isShaken[note] ? [VERDICT.contested] : []),
  ];
  return verdicts.map((verdict) => ({ note, verdict }));
}

/** Returns what the note is a root of: that something that stands rests on it by a link that has fallen. */
export function fallenRootsAt(links: JudgedLinks, note: number): Root[] {
  if (note < 0) return [];
  const { graph, verdicts } = links;
  const kinds = new Set<number>();
  for (let place = graph.inStarts[note]!; place < graph.inStarts[note + 1]!; place++)
    kinds.add(verdicts[graph.inLinks[place]!]!);
  return rootsAt(links, note).filter(({ verdict }) => kinds.has(verdict));
}

/** Returns the notes to look at instead: what replaced the note, what contests it, or the note as it reads now. */
export async function presentIds(
  links: JudgedLinks,
  { note, verdict }: Root,
  headsOf: HeadFinder = createHeadFinder(links.states),
): Promise<readonly string[]> {
  const id = links.graph.ids[note]!;
  if (verdict === VERDICT.superseded) return headsOf(id);
  if (verdict === VERDICT.reworded) return [id];
  if (verdict !== VERDICT.contested) return [];
  const opposing = (links.states.contradictionsOf.get(id) ?? []).filter(({ target_id }) => target_id === id);
  return opposing.map(({ source_id }) => source_id).sort();
}

/** Returns what a look at the root has to have seen to hold. It begins with the kind, so no kind covers another. */
export async function basisOf(links: JudgedLinks, root: Root, headsOf?: HeadFinder): Promise<string> {
  const kind = kindOf(root.verdict);
  if (root.verdict === VERDICT.archived) return kind;
  if (root.verdict === VERDICT.reworded) return `${kind} ${links.graph.claimedAt.get(root.note)}`;
  if (root.verdict === VERDICT.deleted) return `${kind} ${digest(deletedFoundations(links, root.note).join(" "))}`;
  return `${kind} ${(await presentIds(links, root, headsOf)).join(",")}`;
}

/** Returns when the root fell, in milliseconds, as far as it is known; no earlier than `from`, when the link was made. */
export function fallTime({ graph, states }: JudgedLinks, link: number, { note, verdict }: Root): number {
  const id = graph.ids[note]!;
  const times: (string | undefined)[] = [];
  if (verdict === VERDICT.reworded) times.push(graph.claimedAt.get(note));
  if (verdict === VERDICT.archived || verdict === VERDICT.deleted)
    times.push(graph.setAsideAt.get(graph.targets[link]!));
  if (verdict === VERDICT.superseded) times.push(earliest(states.newerOf.get(id)));
  if (verdict === VERDICT.contested)
    times.push(earliest(states.contradictionsOf.get(id)?.filter(({ target_id }) => target_id === id)));
  return Math.max(graph.createdAt[link]!, ...times.flatMap((time) => (time === undefined ? [] : [Date.parse(time)])));
}

function earliest(links: readonly { readonly created_at?: string }[] = []): string | undefined {
  return links.flatMap(({ created_at }) => created_at ?? []).sort()[0];
}

/** Sorted, because links are. */
function deletedFoundations({ graph }: JudgedLinks, note: number): string[] {
  const targets = graph.targets.subarray(graph.outStarts[note], graph.outStarts[note + 1]);
  return [...new Set(targets)].filter((target) => graph.isDeleted[target]).map((target) => graph.ids[target]!);
}
