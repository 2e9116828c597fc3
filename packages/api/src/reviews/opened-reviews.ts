import { beginTurn } from "../kit/in-turns.ts";
import { fallTime, rootNumber, rootOfLink } from "./bases.ts";
import type { Derivation } from "./list-reviews.ts";
import { openRoots, walkSeparately } from "./open-kinds.ts";
import type { RestGraph } from "./rest-graph.ts";

/** A note that needs review since a time. */
export interface OpenedReview {
  readonly id: string;
  /** The id of the newest of its open causes in the period. */
  readonly cause: string;
  readonly since: string;
}

/**
 * Finds the notes with an open cause that began after one time and up to another. Notes that rested on nothing by the
 * later time are left out.
 */
export async function findOpened(
  { links, looksByRoot }: Derivation,
  { after, upTo }: { readonly after: string; readonly upTo: string },
): Promise<OpenedReview[]> {
  const [earliest, latest] = [Date.parse(after), Date.parse(upTo)];
  const newest = new Map<number, number>();
  const fallenLinks: number[] = [];
  const turn = beginTurn();
  for (const [link, verdict] of links.verdicts.entries()) {
    if (link % 256 === 0 && turn.isOver()) await turn.next();
    if (verdict === 0) continue;
    const root = rootOfLink(links, link);
    const time = fallTime(links, link, root);
    if (time <= earliest || time > latest) continue;
    fallenLinks.push(link);
    newest.set(rootNumber(root), Math.max(time, newest.get(rootNumber(root)) ?? 0));
  }
  const roots = [...(await openRoots(links, looksByRoot, fallenLinks))];
  const walks = roots.sort(([one], [other]) => newest.get(other)! - newest.get(one)!).map(([, walk]) => walk);
  const reviews = new Map<number, OpenedReview>();
  for await (const { walks: some, reach } of walkSeparately(links, looksByRoot, walks)) {
    for (const note of reach.notes) {
      if (reviews.has(note) || !restedBy(links.graph, note, latest)) continue;
      // The lowest bit is the first walk, and so the newest.
      const bits = reach.bits[note]!;
      const { root } = some[31 - Math.clz32(bits & -bits)]!;
      const since = new Date(newest.get(rootNumber(root))!).toISOString();
      reviews.set(note, { id: links.graph.ids[note]!, cause: links.graph.ids[root.note]!, since });
    }
  }
  return [...reviews.values()];
}

/** Returns whether a rest link of the note, of those that stand now, was made by the time, in milliseconds. */
function restedBy({ outStarts, createdAt }: RestGraph, note: number, time: number): boolean {
  return createdAt.subarray(outStarts[note], outStarts[note + 1]).some((madeAt) => madeAt <= time);
}
