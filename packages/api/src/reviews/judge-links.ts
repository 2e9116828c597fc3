import { beginTurn } from "../kit/in-turns.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import { createHeadFinder, type HeadFinder } from "../links/find-heads.ts";
import { upheldNotes } from "./grounded.ts";
import { isMovedOn, numberSupersessions, type Supersessions } from "./number-supersessions.ts";
import { noteNumber, type RestGraph } from "./rest-graph.ts";
import { CAUSE_KINDS, type CauseKind } from "@knote/contract";

/** By link, what became of it: nothing, or one more than the index of its kind in `CAUSE_KINDS`. */
const CARRIES = 0;
export const VERDICT = { superseded: 1, deleted: 2, archived: 3, reworded: 4, contested: 5 } as const;

/** What a rest link is judged by: the states of notes, by their numbers. */
export interface NumberedStates {
  readonly graph: RestGraph;
  readonly states: DerivedStates;
  /** By note: 1 while it is neither archived, nor deleted, nor superseded. */
  readonly stands: Uint8Array;
  readonly isSuperseded: Uint8Array;
  /** By note: 1 if it supersedes another. */
  readonly isNewer: Uint8Array;
  /** Null where only some notes are judged again: then heads are found by ids. */
  readonly supersessions: Supersessions | null;
  /** By note: 1 if it is contested and not upheld. */
  readonly isShaken: Uint8Array;
}

/** The rest links of a user, and which of them have fallen. */
export interface JudgedLinks extends NumberedStates {
  /** By link; `CARRIES` for each link whose source does not stand. */
  readonly verdicts: Uint8Array;
}

/** Finds the numbers of states. */
export async function numberStates(graph: RestGraph, states: DerivedStates): Promise<NumberedStates> {
  const supersessions = await numberSupersessions(graph, states);
  const { isSuperseded, isNewer } = supersessions;
  const isShaken = await flagShaken(graph, states);
  return { graph, states, supersessions, isSuperseded, isNewer, stands: flagStanding(graph, isSuperseded), isShaken };
}

/** Flags the notes that stand. */
export function flagStanding({ isArchived, isDeleted }: RestGraph, isSuperseded: Uint8Array): Uint8Array {
  const stands = new Uint8Array(isSuperseded.length);
  for (let note = 0; note < stands.length; note++)
    stands[note] = Number(!isSuperseded[note] && !isArchived[note] && !isDeleted[note]);
  return stands;
}

/** Judges the rest links `order`, all by default, by the states of their ends. Those left out keep their verdicts. */
export async function judgeLinks(
  numbers: NumberedStates,
  verdicts = new Uint8Array(numbers.graph.sources.length),
  order: Iterable<number> = verdicts.keys(),
): Promise<JudgedLinks> {
  const headsOf = createHeadFinder(numbers.states);
  const turn = beginTurn();
  let count = 0;
  for (const link of order) {
    if (count++ % 256 === 0 && turn.isOver()) await turn.next();
    const verdict = judge(numbers, link);
    // Finding heads takes a walk, so it comes last.
    let hasMovedOn = verdict === VERDICT.superseded && mayMoveOn(numbers, link) && movesOnNearby(numbers, link);
    hasMovedOn ??= await movesOn(numbers, link, headsOf);
    verdicts[link] = hasMovedOn ? judgeTarget(numbers, link) : verdict;
  }
  return { ...numbers, verdicts };
}

/** Returns the name of a verdict. */
export function kindOf(verdict: number): CauseKind {
  return CAUSE_KINDS[verdict - 1]!;
}

/** Flags the notes that are contested and not upheld. */
export async function flagShaken(graph: RestGraph, states: DerivedStates): Promise<Uint8Array> {
  const upheldIds = await upheldNotes(states);
  return flagNotes(
    graph,
    [...states.contradictionsOf.keys()].filter((id) => !upheldIds.has(id)),
  );
}

async function flagNotes(graph: RestGraph, ids: Iterable<string>): Promise<Uint8Array> {
  const flags = new Uint8Array(graph.ids.length);
  const turn = beginTurn();
  let count = 0;
  for (const id of ids) {
    if (count++ % 64 === 0 && turn.isOver()) await turn.next();
    const note = noteNumber(graph, id);
    if (note >= 0) flags[note] = 1;
  }
  return flags;
}

/** The first reason that holds. A deleted note has no state, and must not be named, so `deleted` is asked first. */
function judge(numbers: NumberedStates, link: number): number {
  const { graph, stands, isSuperseded } = numbers;
  if (!stands[graph.sources[link]!]) return CARRIES;
  const target = graph.targets[link]!;
  if (graph.isDeleted[target]) return VERDICT.deleted;
  return isSuperseded[target] ? VERDICT.superseded : judgeTarget(numbers, link);
}

/** The reasons that can hold beside a supersession. */
function judgeTarget({ graph, isShaken }: NumberedStates, link: number): number {
  const target = graph.targets[link]!;
  if (graph.isArchived[target]) return VERDICT.archived;
  const claimedAt = graph.claimedAt.get(target);
  if (claimedAt !== undefined && Date.parse(claimedAt) > graph.createdAt[link]!) return VERDICT.reworded;
  return isShaken[target] ? VERDICT.contested : CARRIES;
}

/** Whether the source, which stands, or a note that it rests on could be a head: it stands and supersedes another. */
function mayMoveOn({ graph, isNewer, stands }: NumberedStates, link: number): boolean {
  const source = graph.sources[link]!;
  if (isNewer[source]) return true;
  for (let other = graph.outStarts[source]!; other < graph.outStarts[source + 1]!; other++) {
    const foundation = graph.targets[other]!;
    if (isNewer[foundation] && stands[foundation]) return true;
  }
  return false;
}

/** As `movesOn`, without walking far; null when that does not tell. */
function movesOnNearby({ graph, supersessions }: NumberedStates, link: number): boolean | null {
  if (supersessions === null) return null;
  const [source, target] = [graph.sources[link]!, graph.targets[link]!];
  return isMovedOn(supersessions, { source, target, foundations: foundationNumbers(graph, source) });
}

/** Whether the source is a head of the target, or rests directly on all of its heads. */
async function movesOn({ graph }: NumberedStates, link: number, headsOf: HeadFinder): Promise<boolean> {
  const source = graph.sources[link]!;
  const heads = await headsOf(graph.ids[graph.targets[link]!]!);
  if (heads.includes(graph.ids[source]!)) return true;
  const foundations = foundationNumbers(graph, source);
  return heads.length > 0 && heads.every((head) => foundations.includes(noteNumber(graph, head)));
}

function foundationNumbers({ targets, outStarts }: RestGraph, source: number): Uint32Array {
  return targets.subarray(outStarts[source], outStarts[source + 1]);
}
