import { beginTurn } from "../kit/in-turns.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import { noteNumber, type RestGraph } from "./rest-graph.ts";

/** Most notes above one that are walked here. Longer chains are for the head finder, which remembers its walks. */
const MOST_STEPS = 16;
/** A note that rests on nothing, and on which nothing rests. */
const OUTSIDE = -1;

/** What supersedes what, by the numbers of notes. */
export interface Supersessions {
  /** By note: 1 if it is superseded. */
  readonly isSuperseded: Uint8Array;
  /** By note: 1 if it supersedes another. */
  readonly isNewer: Uint8Array;
  /** The `supersedes` links to note `n` are those from `starts[n]` to `ends[n]`. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** By link, the superseding note, or `OUTSIDE`. */
  readonly newer: Int32Array;
  /** By link: 1 if the superseding note is a head. */
  readonly isHead: Uint8Array;
}

export async function numberSupersessions(
  graph: RestGraph,
  { newerOf, superseded }: DerivedStates,
): Promise<Supersessions> {
  const count = graph.ids.length;
  const [isSuperseded, isNewer] = [new Uint8Array(count), new Uint8Array(count)];
  const [starts, ends] = [new Uint32Array(count), new Uint32Array(count)];
  const [newer, isHead]: [number[], number[]] = [[], []];
  const turn = beginTurn();
  let round = 0;
  for (const [id, links] of newerOf) {
    if (round++ % 64 === 0 && turn.isOver()) await turn.next();
    const note = noteNumber(graph, id);
    if (note !== OUTSIDE) {
      isSuperseded[note] = Number(superseded.has(id));
      starts[note] = newer.length;
      ends[note] = newer.length + links.length;
    }
    for (const { source_id, sourceArchived } of links) {
      const source = noteNumber(graph, source_id);
      if (source !== OUTSIDE) isNewer[source] = 1;
      if (note === OUTSIDE) continue;
      newer.push(source);
      isHead.push(Number(!sourceArchived && !superseded.has(source_id)));
    }
  }
  return { isSuperseded, isNewer, starts, ends, newer: Int32Array.from(newer), isHead: Uint8Array.from(isHead) };
}

/**
 * Returns the supersessions once those of the notes `ids` have changed, where notes may have other `numbers` now. A
 * note's links are written anew behind all others, as those of `n` need not be before those of `n + 1`.
 */
export function renumberSupersessions(
  { isSuperseded, isNewer, starts, ends, newer, isHead }: Supersessions,
  { graph, states, numbers }: { graph: RestGraph; states: DerivedStates; numbers: Uint32Array | null },
  ids: Iterable<string>,
): Supersessions {
  const { newerOf, olderOf, superseded } = states;
  const count = graph.ids.length;
  const columns = {
    isSuperseded: spread(isSuperseded, numbers, new Uint8Array(count)),
    isNewer: spread(isNewer, numbers, new Uint8Array(count)),
    starts: spread(starts, numbers, new Uint32Array(count)),
    ends: spread(ends, numbers, new Uint32Array(count)),
  };
  const [addedNewer, addedIsHead]: [number[], number[]] = [[], []];
  const rewritten = new Set<string>();
  for (const id of ids) {
    const note = noteNumber(graph, id);
    const older = olderOf.get(id) ?? [];
    if (note !== OUTSIDE) {
      columns.isSuperseded[note] = Number(superseded.has(id));
      columns.isNewer[note] = Number(older.length > 0);
    }
    rewritten.add(id);
    for (const { target_id } of older) rewritten.add(target_id);
  }
  for (const id of rewritten) {
    const note = noteNumber(graph, id);
    if (note === OUTSIDE) continue;
    columns.starts[note] = newer.length + addedNewer.length;
    for (const { source_id, sourceArchived } of newerOf.get(id) ?? []) {
      addedNewer.push(noteNumber(graph, source_id));
      addedIsHead.push(Number(!sourceArchived && !superseded.has(source_id)));
    }
    columns.ends[note] = newer.length + addedNewer.length;
  }
  const presentNewer = numbers === null ? newer : newer.map((note) => (note === OUTSIDE ? note : numbers[note]!));
  return { ...columns, newer: join(presentNewer, addedNewer), isHead: join(isHead, addedIsHead) };
}

/** How many links were written in vain since all were numbered. */
export function wastedLinks({ starts, ends, newer }: Supersessions): number {
  let waste = newer.length;
  for (let note = 0; note < starts.length; note++) waste -= ends[note]! - starts[note]!;
  return waste;
}

function spread<Values extends Uint8Array | Uint32Array>(
  values: Values,
  numbers: Uint32Array | null,
  into: Values,
): Values {
  if (numbers === null) into.set(values);
  else for (let note = 0; note < values.length; note++) into[numbers[note]!] = values[note]!;
  return into;
}

function join<Values extends Uint8Array | Int32Array>(values: Values, more: readonly number[]): Values {
  // Safe because a typed array makes others of its own kind.
  const whole = new (values.constructor as new (length: number) => Values)(values.length + more.length);
  whole.set(values);
  whole.set(more, values.length);
  return whole;
}

/**
 * Whether `source` is a head of the superseded note `target`, or rests directly on all of its heads, the
 * `foundations`. Null when that takes a longer walk, or one over notes without a number.
 */
export function isMovedOn(
  { starts, ends, newer, isHead }: Supersessions,
  { source, target, foundations }: { source: number; target: number; foundations: Uint32Array },
): boolean | null {
  const path = [target];
  let [hasHeads, restsOnAll] = [false, true];
  // The list grows meanwhile.
  for (let place = 0; place < path.length; place++) {
    const note = path[place]!;
    if (path.length > MOST_STEPS) return null;
    for (let link = starts[note]!; link < ends[note]!; link++) {
      const above = newer[link]!;
      if (isHead[link]) {
        if (above === source) return true;
        hasHeads = true;
        restsOnAll &&= foundations.includes(above);
      } else if (above === OUTSIDE) return null;
      else if (!path.includes(above)) path.push(above);
    }
  }
  return hasHeads && restsOnAll;
}
