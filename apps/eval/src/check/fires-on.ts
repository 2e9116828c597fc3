import { applyRules, type Draft, type NearNote } from "@knote/api";
import type { CheckRule } from "@knote/contract";

/** Applies the rules to a draft and given notes, without a store. */
export async function firesOn(
  draft: Partial<Draft> & { readonly title: string },
  near: readonly (Partial<NearNote> & { readonly title: string })[],
): Promise<ReadonlySet<CheckRule>> {
  return new Set((await findingsOn(draft, near)).map(({ rule }) => rule));
}

/** Does the same and returns what was found. */
export async function findingsOn(
  draft: Partial<Draft> & { readonly title: string },
  near: readonly (Partial<NearNote> & { readonly title: string })[],
): ReturnType<typeof applyRules> {
  const notes = near.map((note, index): NearNote => ({
    id: String(index).padStart(8, "0"),
    content: note.title,
    state: "active",
    similarity: 0,
    heads: [],
    needsReview: false,
    relations: new Set(),
    ...note,
  }));
  return await applyRules({ id: null, content: null, noteType: "fact", support: null, ...draft }, notes);
}
