import type { NoteState, NoteType, Relation } from "@knote/contract";

/** Name, colour and shape of each type of note. */
export const NOTE_TYPE_LOOKS: Readonly<
  Record<NoteType, { readonly name: string; readonly colour: string; readonly shape: string }>
> = {
  fact: { name: "Fact", colour: "var(--fact)", shape: "M6 1a5 5 0 1 0 0 10A5 5 0 1 0 6 1z" },
  insight: { name: "Insight", colour: "var(--insight)", shape: "M6 .5 11.5 6 6 11.5.5 6z" },
  decision: { name: "Decision", colour: "var(--decision)", shape: "M1.5 1.5h9v9h-9z" },
  experience: { name: "Experience", colour: "var(--experience)", shape: "M6 1l5.5 9.5H.5z" },
  belief: { name: "Belief", colour: "var(--belief)", shape: "M6 .7l5.4 3.9-2 6.4H2.6l-2-6.4z" },
  code_finding: { name: "Code finding", colour: "var(--code-finding)", shape: "M6 .5l4.8 2.7v5.6L6 11.5 1.2 8.8V3.2z" },
  synthesis: {
    name: "Synthesis",
    colour: "var(--synthesis)",
    shape: "M6 0l1.6 4.4L12 6 7.6 7.6 6 12 4.4 7.6 0 6l4.4-1.6z",
  },
};
export const NOTE_TYPES = Object.keys(NOTE_TYPE_LOOKS) as readonly NoteType[];

export interface RelationLook {
  /** Name seen from the source: "extends". */
  readonly outgoing: string;
  /** Name seen from the target: "extended by". */
  readonly incoming: string;
  readonly colour: string;
  /** SVG `stroke-dasharray`. */
  readonly dash: string;
}

/** Names of each relation from both ends, and its line style. */
export const RELATION_LOOKS: Readonly<Record<Relation, RelationLook>> = {
  relates_to: { outgoing: "relates to", incoming: "relates to", colour: "var(--relates-to)", dash: "" },
  extends: { outgoing: "extends", incoming: "extended by", colour: "var(--extends)", dash: "" },
  contradicts: { outgoing: "contradicts", incoming: "contradicted by", colour: "var(--contradicts)", dash: "4 3" },
  depends_on: { outgoing: "depends on", incoming: "needed by", colour: "var(--depends-on)", dash: "" },
  supersedes: { outgoing: "supersedes", incoming: "replaced by", colour: "var(--supersedes)", dash: "" },
  derived_from: { outgoing: "derived from", incoming: "source of", colour: "var(--derived-from)", dash: "1 3" },
};
export const RELATIONS = Object.keys(RELATION_LOOKS) as readonly Relation[];

/** Whether a link of this relation says that its source rests on its target. */
export function isRest(relation: Relation): boolean {
  return relation === "depends_on" || relation === "derived_from";
}

export const STATE_NAMES: Readonly<Record<NoteState, string>> = {
  active: "Active",
  contested: "Contested",
  superseded: "Superseded",
  archived: "Archived",
};
export const NOTE_STATES = Object.keys(STATE_NAMES) as readonly NoteState[];

/** Whether notes of this state are shown less prominently and left out of answers. */
export function isSetAside(state: NoteState): boolean {
  return state === "superseded" || state === "archived";
}
