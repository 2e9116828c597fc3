import type { Relation } from "@knote/contract";
import type { StateLink } from "../ports/link-store.ts";
import { type RestLink } from "../ports/link-store.ts";
import { type CauseKind } from "@knote/contract";
import { causeKey, type ReviewLook, lostKey, reviewKey } from "../reviews/rest-link.ts";

/** A small graph of one user, as plain data. */
export interface ReviewModel {
  readonly notes: readonly ModelNote[];
  readonly links: readonly ModelLink[];
  readonly looks: readonly ModelLook[];
}

export interface ModelNote {
  readonly id: string;
  readonly archived: boolean;
  readonly deleted: boolean;
  readonly claimedAt: string | null;
}

export interface ModelLink {
  readonly source: string;
  readonly target: string;
  readonly relation: Relation;
  readonly createdAt: string;
}

/** A look with the basis that the product names and the one that the definition names. */
export interface ModelLook {
  /** Null: for all notes. */
  readonly note: string | null;
  readonly root: ModelRoot;
  readonly basis: string;
  readonly definedBasis: string;
}

export interface ModelRoot {
  readonly id: string;
  readonly kind: CauseKind;
}

/** Returns the moment of a day of one month. */
export function day(number: number): string {
  return new Date(Date.UTC(2026, 0, number)).toISOString();
}

export function restLinksOf({ notes, links }: ReviewModel): RestLink[] {
  return links.flatMap(({ source, target, relation, createdAt }) => {
    if (relation !== "depends_on" && relation !== "derived_from") return [];
    const [from, to] = [source, target].map((id) => notes.find((note) => note.id === id)!) as [ModelNote, ModelNote];
    return {
      source_id: source,
      target_id: target,
      relation,
      created_at: createdAt,
      sourceArchived: from.archived,
      targetArchived: to.archived,
      sourceDeleted: from.deleted,
      targetDeleted: to.deleted,
      targetClaimedAt: to.claimedAt,
      targetSetAsideAt: null,
    };
  });
}

export function stateLinksOf({ notes, links }: ReviewModel): StateLink[] {
  const live = new Map(notes.filter(({ deleted }) => !deleted).map((note) => [note.id, note]));
  return links.flatMap(({ source, target, relation, createdAt }) => {
    const [from, to] = [live.get(source), live.get(target)];
    if ((relation !== "supersedes" && relation !== "contradicts") || !from || !to) return [];
    return {
      source_id: source,
      target_id: target,
      relation,
      created_at: createdAt,
      sourceArchived: from.archived,
      targetArchived: to.archived,
    };
  });
}

export function looksOf({ looks }: ReviewModel): Map<string, ReviewLook> {
  return new Map(looks.map((look) => [keyOf(look), { basis: look.basis, at: day(1), reason: null }]));
}

/** Two looks with one key are one: the later. */
export function keyOf({ note, root }: Pick<ModelLook, "note" | "root">): string {
  if (note === null) return causeKey(root.id);
  return root.kind === "deleted" ? lostKey(note, root.id) : reviewKey(note, root.id);
}
