import { beginTurn } from "../kit/in-turns.ts";
import { type Root, rootNumber, rootOfLink } from "./bases.ts";
import type { LooksByRoot } from "./holding-looks.ts";
import type { JudgedLinks } from "./judge-links.ts";
import { CAUSE_KINDS } from "@knote/contract";
import { createWalker, type Reach, WALKS_AT_ONCE, type WalkUp } from "./walk-up.ts";

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

/** The kinds of open causes by note, as bits. */
export interface Kinds {
  /** Of all roots. */
  readonly kinds: Uint8Array;
  /** Of the roots without looks alone. */
  readonly sharedKinds: Uint8Array;
}

/**
 * Returns by note the kinds of its open causes, as bits, as far as the links `order` cause them; all by default. All
 * roots without looks share one walk. Those with looks are walked 32 at a time, and only where no root without looks
 * has brought the same kind.
 */
export async function openKinds(
  links: JudgedLinks,
  looksByRoot: LooksByRoot,
  order: Iterable<number> = links.verdicts.keys(),
): Promise<Kinds> {
  const { verdicts, graph } = links;
  const sharedKinds = new Uint8Array(links.stands.length);
  const startNotes: number[] = [];
  const linksWithLooks: number[] = [];
  const turn = beginTurn();
  let count = 0;
  for (const link of order) {
    if (count++ % 1_024 === 0 && turn.isOver()) await turn.next();
    const verdict = verdicts[link]!;
    if (verdict === 0) continue;
    const source = graph.sources[link]!;
    if (hasLooks(links, looksByRoot, link)) linksWithLooks.push(link);
    else {
      startNotes.push(source);
      sharedKinds[source]! |= kindBit(verdict);
    }
  }
  const walkUp = createWalker(links);
  const sharedWalk = await walkUp({ notes: startNotes, bitsOf: (note) => sharedKinds[note]! });
  for (const note of sharedWalk.notes) sharedKinds[note] = sharedWalk.bits[note]!;
  return { kinds: await withSeparateKinds(links, looksByRoot, { sharedKinds, linksWithLooks, walkUp }), sharedKinds };
}

/** Whether somebody has looked at the root of a fallen link, so that it is walked by itself. */
export function hasLooks(links: JudgedLinks, looksByRoot: LooksByRoot, link: number): boolean {
  return looksByRoot.size > 0 && looksByRoot.has(rootNumber(rootOfLink(links, link)));
}

/** Adds the kinds of the roots with looks, whose fallen links are given. */
export async function withSeparateKinds(
  links: JudgedLinks,
  looksByRoot: LooksByRoot,
  { sharedKinds, linksWithLooks, walkUp = createWalker(links) }: SeparateLinks,
): Promise<Uint8Array> {
  if (linksWithLooks.length === 0) return sharedKinds;
  const kinds = sharedKinds.slice();
  const walks = [...(await openRoots(links, looksByRoot, linksWithLooks)).values()];
  for await (const reach of walkSeparately(links, looksByRoot, walks, { walkUp, sharedKinds })) addKinds(kinds, reach);
  return kinds;
}

interface SeparateLinks {
  readonly sharedKinds: Uint8Array;
  readonly linksWithLooks: readonly number[];
  readonly walkUp?: WalkUp;
}

function addKinds(kinds: Uint8Array, { walks, reach: { notes, bits } }: SeparateWalks): void {
  const walksOfKind = CAUSE_KINDS.map((_, kind) => walksAmong(walks, 1 << kind));
  for (const note of notes)
    for (const [kind, walksBits] of walksOfKind.entries()) if (bits[note]! & walksBits) kinds[note]! |= 1 << kind;
}

/** Returns the bits of the walks whose kinds are among `kinds`. */
function walksAmong(walks: readonly RootedWalk[], kinds: number): number {
  return walks.reduce((bits, { root }, index) => (kinds & kindBit(root.verdict) ? bits | (1 << index) : bits), 0);
}

/** Up to 32 walks; bit `i` of `reach` is the walk from `walks[i]`. */
export interface SeparateWalks {
  readonly walks: readonly RootedWalk[];
  /** Holds until the next walks. */
  readonly reach: Reach;
}

/** Walks from each root by itself, 32 at a time. */
export async function* walkSeparately(
  links: JudgedLinks,
  looksByRoot: LooksByRoot,
  roots: readonly RootedWalk[],
  shared?: { readonly walkUp: WalkUp; readonly sharedKinds: Uint8Array },
): AsyncGenerator<SeparateWalks> {
  const walkUp = shared?.walkUp ?? createWalker(links);
  const turn = beginTurn();
  for (let first = 0; first < roots.length; first += WALKS_AT_ONCE) {
    if (turn.isOver()) await turn.next();
    const walks = roots.slice(first, first + WALKS_AT_ONCE);
    const [starts, lookers] = [new Map<number, number>(), new Map<number, number>()];
    for (const [index, { root, starts: notes }] of walks.entries()) {
      for (const note of notes) addBit(starts, note, index);
      for (const note of looksByRoot.get(rootNumber(root))?.byNote.keys() ?? []) addBit(lookers, note, index);
    }
    const closedTo = shared
      ? closedWhereShared(lookers, walks, shared.sharedKinds)
      : (note: number) => lookers.get(note) ?? 0;
    const reach = await walkUp({ notes: starts.keys(), bitsOf: (note) => starts.get(note)! }, closedTo);
    yield { walks, reach };
  }
}

/** Where a root without looks has brought a kind, all that rests on that note has it as well. */
function closedWhereShared(
  lookers: ReadonlyMap<number, number>,
  walks: readonly RootedWalk[],
  sharedKinds: Uint8Array,
): (note: number) => number {
  const bitsOfKinds = new Uint32Array(1 << CAUSE_KINDS.length).map((_, kinds) => walksAmong(walks, kinds));
  return (note) => bitsOfKinds[sharedKinds[note]!]! | (lookers.get(note) ?? 0);
}

function addBit(bits: Map<number, number>, note: number, index: number): void {
  bits.set(note, (bits.get(note) ?? 0) | (1 << index));
}

/** Returns the bit of a verdict's kind. */
export function kindBit(verdict: number): number {
  return 1 << (verdict - 1);
}
