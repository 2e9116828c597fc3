import { beginTurn } from "../kit/in-turns.ts";
import type { StateLink } from "../ports/link-store.ts";
import { upheldNotes } from "../reviews/grounded.ts";
import type { NumberedStates } from "../reviews/judge-links.ts";
import { noteNumber } from "../reviews/rest-graph.ts";
import { restCycles } from "./rest-cycles.ts";

/** How much of what a graph rests on is in order. */
export interface Soundness {
  /** How many notes stand and rest on others, carry others that stand, or take part in a contradiction. */
  readonly loadBearing: number;
  /** How many of them are not sound. */
  readonly open: number;
  /** Returns the ids of those. */
  openIds(): Set<string>;
  /** How many groups of notes rest on each other. */
  readonly cycles: number;
}

/** What counts as settled. */
export interface Verdicts {
  /** Whether the note of a number needs review. */
  readonly needsReview: (note: number) => boolean;
  /** Whether somebody found a contradiction fine as it is. */
  readonly isFine: (contradiction: StateLink) => boolean;
}

/** What does not depend on looks. */
export interface Bearings {
  readonly numbers: NumberedStates;
  /** By note: 1 if it stands and rests on others, whatever became of those, or carries others that stand. */
  readonly isBearing: Uint8Array;
  readonly isInCycle: Uint8Array;
  readonly cycles: number;
  readonly upheldIds: ReadonlySet<string>;
}

/** Finds what bears. A note that lost all it rested on still does, or losing it would go unseen. */
export async function findBearings(numbers: NumberedStates): Promise<Bearings> {
  const { isInCycle, count: cycles } = await restCycles(numbers);
  return { numbers, isBearing: flagBearing(numbers), isInCycle, cycles, upheldIds: await upheldNotes(numbers.states) };
}

/**
 * Measures which load-bearing notes are sound: they need no review, are contested only where they are upheld, and do not
 * rest on themselves through others.
 */
export async function measureSoundness(
  { numbers: { graph, states }, isBearing, isInCycle, cycles, upheldIds }: Bearings,
  { needsReview, isFine }: Verdicts,
): Promise<Soundness> {
  const isOpen = new Uint8Array(graph.ids.length);
  /** Contested notes that rest on nothing, and on which nothing rests. */
  const otherOpenIds: string[] = [];
  let loadBearing = 0;
  const turn = beginTurn();
  for (let note = 0; note < isBearing.length; note++) {
    if (note % 256 === 0 && turn.isOver()) await turn.next();
    if (!isBearing[note]) continue;
    loadBearing++;
    isOpen[note] = Number(isInCycle[note] || needsReview(note));
  }
  for (const [id, links] of states.contradictionsOf) {
    if (turn.isOver()) await turn.next();
    const note = noteNumber(graph, id);
    if (!isBearing[note]) loadBearing++;
    if (upheldIds.has(id) || !links.some((link) => link.target_id === id && !isFine(link))) continue;
    if (note < 0) otherOpenIds.push(id);
    else isOpen[note] = 1;
  }
  return {
    loadBearing,
    open: isOpen.reduce((sum, one) => sum + one, otherOpenIds.length),
    openIds: () => new Set([...graph.ids.filter((_, note) => isOpen[note]), ...otherOpenIds]),
    cycles,
  };
}

/** Flags the notes that stand and rest on others, whatever became of those, or carry others that stand. */
function flagBearing({ graph, stands }: NumberedStates): Uint8Array {
  const isBearing = new Uint8Array(graph.ids.length);
  for (let link = 0; link < graph.sources.length; link++) {
    const [source, target] = [graph.sources[link]!, graph.targets[link]!];
    if (!stands[source]) continue;
    isBearing[source] = 1;
    if (stands[target]) isBearing[target] = 1;
  }
  return isBearing;
}
