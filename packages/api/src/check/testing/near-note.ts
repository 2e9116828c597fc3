import type { Relation } from "@knote/contract";
import type { Draft, NearNote } from "../draft.ts";

let count = 0;

/** A live note near a draft; later ones have greater ids. */
export function nearNote(title: string, fields: Partial<NearNote> = {}): NearNote {
  const id = `0195cf6a-7c00-7000-8000-${String(++count).padStart(12, "0")}`;
  const relations = new Set<Relation>();
  return {
    id,
    title,
    content: "-",
    state: "active",
    needsReview: false,
    similarity: 0,
    heads: [],
    relations,
    ...fields,
  };
}

export function aDraft(title: string, fields: Partial<Draft> = {}): Draft {
  return { id: null, title, content: null, noteType: null, support: null, ...fields };
}
