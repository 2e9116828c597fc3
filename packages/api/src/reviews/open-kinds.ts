import { beginTurn } from "../kit/in-turns.ts";
import { type Root, rootNumber, rootOfLink } from "./bases.ts";
import type { LooksByRoot } from "./holding-looks.ts";
import type { JudgedLinks } from "./judge-links.ts";
import { CAUSE_KINDS } from "@knote/contract";
import { walkUp, WALKS_AT_ONCE } from "./walk-up.ts";

/** A root with the notes that rest on it directly, where its walk begins. */
export interface RootedWalk {
  readonly root: Root;
  readonly starts: number[];
}

/** Returns the roots of the links `order`, by their numbers, except those that are quiet for all. */
export async function openRoots(
  links: JudgedLinks,
  looksByRoot: LooksByRoot,
  order: Iterable<number> = links.verdicts.keys(),
): Promise<Map<number, RootedWalk>> {
  const walks = new Map<number, RootedWalk>();
  const turn = beginTurn();
  let count = 0;
  for (const link of order) {
    if (count++ % 256 === 0 && turn.isOver()) await turn.next();
    if (links.verdicts[link] === 0) continue;
    const root = rootOfLink(links, link);
    const number = rootNumber(root);
    const source = links.graph.sources[link]!;
    const walk = walks.get(number);
    if (walk) walk.starts.push(source);
    else if (!looksByRoot.get(number)?.general) walks.set(number, { root, starts: [source] });
  }
  return walks;
}

/**
 * Returns by note the kinds of its open causes, as bits. All roots without looks share one walk. Those with looks are
 * walked 32 at a time, and only where no root without looks has brought the same kind.
 */
export async function openKinds(
  links: JudgedLinks,
  looksByRoot: LooksByRoot,
  roots: ReadonlyMap<number, RootedWalk>,
): Promise<Uint8Array> {
  const starts = new Map<number, number>();
  const others: RootedWalk[] = [];
  const turn = beginTurn();
  for (const [number, walk] of roots) {
    if (turn.isOver()) await turn.next();
    if (looksByRoot.has(number)) others.push(walk);
    else for (const note of walk.starts) starts.set(note, (starts.get(note) ?? 0) | kindBit(walk.root));
  }
  const sharedKinds = await walkUp(links, starts);
  const kinds = Uint8Array.from(sharedKinds);
  for await (const { walks, reach } of walkSeparately(links, looksByRoot, others, sharedKinds))
    addKinds(kinds, walks, reach);
  return kinds;
}

function addKinds(kinds: Uint8Array, walks: readonly RootedWalk[], reach: Uint32Array): void {
  const walksOfKind = CAUSE_KINDS.map((_, kind) => walksAmong(walks, 1 << kind));
  for (let note = 0; note < kinds.length; note++) {
    const bits = reach[note]!;
    if (bits === 0) continue;
    for (const [kind, walksBits] of walksOfKind.entries()) if (bits & walksBits) kinds[note]! |= 1 << kind;
  }
}

/** Returns the bits of the walks whose kinds are among `kinds`. */
function walksAmong(walks: readonly RootedWalk[], kinds: number): number {
  return walks.reduce((bits, { root }, index) => (kinds & kindBit(root) ? bits | (1 << index) : bits), 0);
}

/** Walks from each root by itself, 32 at a time; bit `i` of `reach` is the walk from `walks[i]`. */
export async function* walkSeparately(
  links: JudgedLinks,
  looksByRoot: LooksByRoot,
  roots: readonly RootedWalk[],
  sharedKinds?: Uint32Array,
): AsyncGenerator<{ walks: readonly RootedWalk[]; reach: Uint32Array }> {
  const turn = beginTurn();
  for (let first = 0; first < roots.length; first += WALKS_AT_ONCE) {
    const walks = roots.slice(first, first + WALKS_AT_ONCE);
    const starts = new Map<number, number>();
    const closedTo = new Uint32Array(links.stands.length);
    for (const [index, { root, starts: notes }] of walks.entries()) {
      for (const note of notes) starts.set(note, (starts.get(note) ?? 0) | (1 << index));
      for (const note of looksByRoot.get(rootNumber(root))?.byNote.keys() ?? []) closedTo[note]! |= 1 << index;
    }
    if (sharedKinds) closeWhereShared(closedTo, walks, sharedKinds);
    if (turn.isOver()) await turn.next();
    yield { walks, reach: await walkUp(links, starts, closedTo) };
  }
}

/** Where a root without looks has brought a kind, all that rests on that note has it as well. */
function closeWhereShared(closedTo: Uint32Array, walks: readonly RootedWalk[], sharedKinds: Uint32Array): void {
  const bitsOfKinds = new Uint32Array(1 << CAUSE_KINDS.length).map((_, kinds) => walksAmong(walks, kinds));
  for (let note = 0; note < closedTo.length; note++) closedTo[note]! |= bitsOfKinds[sharedKinds[note]!]!;
}

function kindBit({ verdict }: Pick<Root, "verdict">): number {
  return 1 << (verdict - 1);
}
