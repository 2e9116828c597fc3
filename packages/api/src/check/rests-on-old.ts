import { type Draft, MOST_OF_A_RULE, type NearNote, quote, type Rule, stands } from "./draft.ts";
import { namedIn } from "./named-titles.ts";

/** The draft names a note that was replaced or set aside. */
export const restsOnOld: Rule = (draft, near) =>
  namedIn(draft, near)
    .filter(({ note }) => !stands(note) && !isOwnVersion(note, draft))
    .slice(0, MOST_OF_A_RULE)
    .map(({ note, span }) => {
      const head = note.heads[0];
      const replacement = head === undefined ? "" : ` by ${quote(head.title)}`;
      const message =
        note.state === "archived"
          ? `${quote(note.title)} is archived.`
          : `${quote(note.title)} was replaced${replacement}.`;
      return {
        rule: "rests_on_old",
        message,
        notes: [note],
        span,
        ...(head !== undefined && { offer: { relation: "relates_to", target_id: head.id } }),
      };
    });

/** Whether the draft replaced the note: what it says about its own earlier version is history. */
function isOwnVersion({ heads, relations }: NearNote, { id }: Draft): boolean {
  return relations.has("supersedes") || heads.some((head) => head.id === id);
}
