import { beginTurn } from "../kit/in-turns.ts";
import { basisOf, fallTime, presentIds, type Root, rootNumber, rootOfLink } from "./bases.ts";
import type { LooksByRoot } from "./holding-looks.ts";
import { type JudgedLinks, kindOf, VERDICT } from "./judge-links.ts";
import { REST_RELATIONS, type RestRelation } from "../ports/link-store.ts";
import { type CauseKind } from "@knote/contract";
import { type ReviewLook } from "./rest-link.ts";

/** One link of a path. */
export interface PathStep {
  readonly source_id: string;
  readonly target_id: string;
  readonly relation: RestRelation;
}

/** Why a note needs review. */
export interface Cause {
  /** The fallen note; for `deleted` the note that lost a foundation. */
  readonly id: string;
  readonly kind: CauseKind;
  readonly since: string;
  /** What stands now: the heads, the notes that contest, or the reworded note itself. */
  readonly now: readonly string[];
  readonly basis: string;
  /** A shortest path from the note to `id`; empty for a note that lost a foundation itself. */
  readonly path: readonly PathStep[];
  /** The look that quiets the cause for this note; null while it is open. */
  readonly look: ReviewLook | null;
}

/** A root on the way down from a note, by a shortest path. The last link has fallen. */
export interface Trail {
  readonly root: Root;
  readonly path: readonly number[];
  readonly look: ReviewLook | null;
}

/** Returns the trails from a note to every root, nearest first; an open one goes by a path without looks. */
export async function findTrails(links: JudgedLinks, looksByRoot: LooksByRoot, note: number): Promise<Trail[]> {
  if (!links.stands[note]) return [];
  const descent = await walkDown(links, note);
  const trails: Trail[] = [];
  const turn = beginTurn();
  for (const [number, link] of descent.fallenLinks) {
    if (turn.isOver()) await turn.next();
    const root = rootOfLink(links, link);
    const path = pathTo(links, descent, link);
    const looks = looksByRoot.get(number);
    const lookAt = (one: number) => looks?.byNote.get(links.graph.sources[one]!);
    const look = path.map(lookAt).find((one) => one !== undefined) ?? null;
    const quiet = looks?.byNote.get(note) ?? looks?.general ?? null;
    if (quiet || !looks || !look) trails.push({ root, path, look: quiet });
    else trails.push((await detour(links, note, root, looks.byNote)) ?? { root, path, look });
  }
  return trails.sort((one, other) => one.path.length - other.path.length);
}

/** Tells a cause as its readers see it. */
export async function describeCause(links: JudgedLinks, { root, path, look }: Trail): Promise<Cause> {
  const { ids, sources, targets, relations } = links.graph;
  const shownPath = root.verdict === VERDICT.deleted ? path.slice(0, -1) : path;
  return {
    id: ids[root.note]!,
    kind: kindOf(root.verdict),
    since: new Date(fallTime(links, path.at(-1)!, root)).toISOString(),
    now: await presentIds(links, root),
    basis: await basisOf(links, root),
    path: shownPath.map((link) => ({
      source_id: ids[sources[link]!]!,
      target_id: ids[targets[link]!]!,
      relation: REST_RELATIONS[relations[link]!]!,
    })),
    look,
  };
}

interface Descent {
  /** By note, the link by which the walk came to it. */
  readonly arrivals: ReadonlyMap<number, number>;
  /** By the number of a root, the fallen link that is nearest; in the order of the walk. */
  readonly fallenLinks: ReadonlyMap<number, number>;
}

/** Walks breadth first from a note along what it rests on, over notes that stand and are not in `closed`. */
async function walkDown(
  links: JudgedLinks,
  note: number,
  isClosed: (note: number) => boolean = () => false,
): Promise<Descent> {
  const { stands, verdicts, graph } = links;
  const arrivals = new Map([[note, -1]]);
  const fallenLinks = new Map<number, number>();
  const turn = beginTurn();
  // Iterating a map includes entries added meanwhile.
  for (const [at] of arrivals) {
    if (turn.isOver()) await turn.next();
    for (let link = graph.outStarts[at]!; link < graph.outStarts[at + 1]!; link++) {
      const target = graph.targets[link]!;
      if (verdicts[link]) {
        const number = rootNumber(rootOfLink(links, link));
        if (!fallenLinks.has(number)) fallenLinks.set(number, link);
      }
      if (stands[target] && !arrivals.has(target) && !isClosed(target)) arrivals.set(target, link);
    }
  }
  return { arrivals, fallenLinks };
}

/** Returns the shortest trail around the notes that have looked at the root; null when there is none. */
async function detour(
  links: JudgedLinks,
  note: number,
  root: Root,
  lookers: ReadonlyMap<number, ReviewLook>,
): Promise<Trail | null> {
  const descent = await walkDown(links, note, (one) => lookers.has(one));
  const link = descent.fallenLinks.get(rootNumber(root));
  return link === undefined ? null : { root, path: pathTo(links, descent, link), look: null };
}

function pathTo({ graph }: JudgedLinks, { arrivals }: Descent, fallenLink: number): number[] {
  const path: number[] = [];
  for (let link = fallenLink; link >= 0; link = arrivals.get(graph.sources[link]!)!) path.push(link);
  return path.toReversed();
}
