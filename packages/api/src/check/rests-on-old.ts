import { type Draft, MOST_OF_A_RULE, type NearNote, quote, type Rule, stands } from "./draft.ts";
import { namedIn } from "./named-titles.ts";

/** The draft names a note that was replaced or set aside, or that rests on one. */
export const restsOnOld: Rule = (draft, near) =>
  namedIn(draft, near)
    .filter(({ note }) => (!stands(note) || note.needsReview) && !isOwnVersion(note, draft))
    .slice(0, MOST_OF_A_RULE)
    .map(({ note, span }) => {
      const head = note.heads[0];
      return {
        rule: "rests_on_old",
        message: fateOf(note),
        notes: [note],
        span,
        ...(head !== undefined && { offer: { relation: "relates_to", target_id: head.id } }),
      };
    });

function fateOf({ title, state, needsReview, heads: [head] }: NearNote): string {
  if (needsReview) return `${quote(title)} needs review: it rests on what changed.`;
  if (state === "archived") return `${quote(title)} is archived.`;
  return `${quote(title)} was replaced${head === undefined ? "" : ` by ${quote(head.title)}`}.`;
}

/** Whether the draft replaced the note: what it says about its own earlier version is history. */
function isOwnVersion({ heads, relations }: NearNote, { id }: Draft): boolean {
  return relations.has("supersedes") || heads.some((head) => head.id === id);
}
