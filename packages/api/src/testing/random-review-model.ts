import type { Relation } from "@knote/contract";
import { day, type ModelLink, type ModelNote, type ReviewModel } from "./review-model.ts";

export type Chance = (below: number) => number;

/** Creates a mulberry32 generator of whole numbers: the same seed gives the same numbers everywhere. */
export function createChance(seed: number): Chance {
  let state = seed;
  return (below) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const RELATIONS: readonly Relation[] = [
  ...(["depends_on", "depends_on", "derived_from", "depends_on", "derived_from"] as const),
  ...(["supersedes", "supersedes", "contradicts", "contradicts", "extends", "relates_to"] as const),
];

/** Draws up to 12 notes with links of all relations, circles included, but no looks. */
export function drawModel(chance: Chance): ReviewModel {
  const notes = Array.from({ length: 2 + chance(11) }, (_, index) => drawNote(chance, `n${index + 10}`));
  const links = new Map<string, ModelLink>();
  for (let count = chance(2 * notes.length); count > 0; count--) {
    const link = drawLink(chance, notes);
    if (link.source !== link.target) links.set(`${link.source} ${link.target} ${link.relation}`, link);
  }
  return { notes, links: [...links.values()], looks: [] };
}

/** Changes one thing: a flag or the wording of a note, or a link. */
export function changeModel(chance: Chance, model: ReviewModel): ReviewModel {
  const link = drawLink(chance, model.notes);
  const isSame = (one: ModelLink) =>
    one.source === link.source && one.target === link.target && one.relation === link.relation;
  if (chance(2) === 0 && link.source !== link.target)
    return {
      ...model,
      links: model.links.some(isSame) ? model.links.filter((one) => !isSame(one)) : [...model.links, link],
    };
  const place = chance(model.notes.length);
  const change = [
    (note: ModelNote) => ({ ...note, archived: !note.archived }),
    (note: ModelNote) => ({ ...note, deleted: !note.deleted }),
    (note: ModelNote) => ({ ...note, claimedAt: day(1 + chance(30)) }),
  ][chance(3)]!;
  return { ...model, notes: model.notes.map((note, index) => (index === place ? change(note) : note)) };
}

export function shuffle<T>(chance: Chance, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: chance(1_000_000) }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

function drawNote(chance: Chance, id: string): ModelNote {
  return {
    id,
    archived: chance(8) === 0,
    deleted: chance(8) === 0,
    claimedAt: chance(5) === 0 ? day(1 + chance(30)) : null,
  };
}

function drawLink(chance: Chance, notes: readonly ModelNote[]): ModelLink {
  return {
    source: notes[chance(notes.length)]!.id,
    target: notes[chance(notes.length)]!.id,
    relation: RELATIONS[chance(RELATIONS.length)]!,
    createdAt: day(1 + chance(30)),
  };
}
