import type { NoteState } from "@knote/contract";
import { stateOf } from "../kit/state-of.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import { type Change, type ChangedStates, changeStates } from "./change-states.ts";
import { type Cause, describeCause, findTrails } from "./find-causes.ts";
import { holdingLooks } from "./holding-looks.ts";
import { flagShaken, type JudgedLinks, judgeLinks, type NumberedStates } from "./judge-links.ts";
import type { Derivation } from "./list-reviews.ts";
import { nearestFirst } from "./nearest-first.ts";
import { openKinds, openRoots } from "./open-kinds.ts";
import { linksAt, noteNumber, type RestGraph } from "./rest-graph.ts";
import type { Looks } from "./rest-link.ts";

/** Later than every link. */
const LATER = "9999-12-31T23:59:59.999Z";

export interface Impact {
  /** Notes that would newly need review, nearest first, and newest first among equally near ones. */
  readonly falls: string[];
  /** Returns the open causes that a note would have, nearest first. */
  causesOf(id: string): Promise<Cause[]>;
  /** Superseded notes that would stand again, sorted, with their states then. */
  readonly standsAgain: { readonly id: string; readonly state: NoteState }[];
}

/**
 * Works out what a change would do. Only what the change touches is judged again: links of notes whose state it alters,
 * and the walks from their roots.
 */
export async function findImpact(before: Derivation & { readonly looks: Looks }, change: Change): Promise<Impact> {
  const { graph, states } = before.links;
  const isArchived = Boolean(graph.isArchived[noteNumber(graph, change.id)]);
  const changedStates = await changeStates(states, change, isArchived);
  const numbers = await renumber(before.links, changeGraph(graph, change), changedStates);
  const notes = touchedNotes(before.links, numbers, changedStates);
  const touchedLinks = new Set([...notes].flatMap((note) => linksAt(graph, note)));
  const links = await judgeLinks(numbers, before.links.verdicts.slice(), touchedLinks);
  const { looksByRoot } = await holdingLooks(links, before.looks);
  for (const note of [...notes]) {
    if (!links.stands[note] || before.links.stands[note]) continue;
    // Whatever shakes a note that stands again now also shakes what rests on it.
    for (const { root } of await findTrails(links, looksByRoot, note)) notes.add(root.note);
  }
  const reachedLinks = new Set([...notes].flatMap((note) => linksAt(graph, note)));
  const { kinds } = await openKinds(links, looksByRoot, reachedLinks);
  const falls: number[] = [];
  for (let note = 0; note < kinds.length; note++) if (kinds[note] && !before.kinds[note]) falls.push(note);
  return {
    falls: await nearestFirst(graph, falls, await openRoots(links, looksByRoot, reachedLinks), looksByRoot),
    async causesOf(id) {
      const trails = await findTrails(links, looksByRoot, noteNumber(graph, id));
      return Promise.all(trails.filter(({ look }) => look === null).map((trail) => describeCause(links, trail)));
    },
    standsAgain: standAgain(states, changedStates, change),
  };
}

function changeGraph(graph: RestGraph, { id, becomes }: Change): RestGraph {
  const note = noteNumber(graph, id);
  if (note < 0) return graph;
  if (becomes === "reworded") return { ...graph, claimedAt: new Map(graph.claimedAt).set(note, LATER) };
  if (becomes === "archived") return { ...graph, isArchived: graph.isArchived.with(note, 1) };
  return becomes === "deleted" ? { ...graph, isDeleted: graph.isDeleted.with(note, 1) } : graph;
}

async function renumber(
  before: JudgedLinks,
  graph: RestGraph,
  { states, chain, contestsChange }: ChangedStates,
): Promise<NumberedStates> {
  const [isSuperseded, stands, isNewer] = [before.isSuperseded.slice(), before.stands.slice(), before.isNewer];
  for (const id of chain) {
    const note = noteNumber(graph, id);
    if (note < 0) continue;
    isSuperseded[note] = Number(states.superseded.has(id));
    stands[note] = Number(!isSuperseded[note] && !graph.isArchived[note] && !graph.isDeleted[note]);
  }
  return {
    graph,
    states,
    isSuperseded,
    stands,
    isNewer,
    supersessions: null,
    isShaken: contestsChange ? await flagShaken(graph, states) : before.isShaken,
  };
}

/** Returns the notes whose links may be judged otherwise, or whose looks may see another basis. */
function touchedNotes(
  before: JudgedLinks,
  { graph, states, isShaken }: NumberedStates,
  { chain, contestsChange }: ChangedStates,
): Set<number> {
  const notes = new Set([...chain].map((id) => noteNumber(graph, id)));
  const contestedIds = contestsChange
    ? [...before.states.contradictionsOf.keys(), ...states.contradictionsOf.keys()]
    : [];
  for (const id of contestedIds) {
    const note = noteNumber(graph, id);
    const isSame = before.isShaken[note] === isShaken[note] && opponents(before.states, id) === opponents(states, id);
    if (!isSame) notes.add(note);
  }
  notes.delete(-1);
  return notes;
}

function opponents({ contradictionsOf }: DerivedStates, id: string): string {
  const links = contradictionsOf.get(id) ?? [];
  return links.map(({ source_id }) => source_id).join();
}

function standAgain(before: DerivedStates, { states, chain }: ChangedStates, { id }: Change): Impact["standsAgain"] {
  return [...chain]
    .filter((one) => one !== id && before.superseded.has(one) && !states.superseded.has(one))
    .map((one) => ({ id: one, archived: before.newerOf.get(one)!.some(({ targetArchived }) => targetArchived) }))
    .filter(({ archived }) => !archived)
    .map((note) => ({ id: note.id, state: stateOf(note, states) }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}
