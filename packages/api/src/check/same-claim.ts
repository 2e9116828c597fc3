import { areNearlySame } from "../claims/claim-difference.ts";
import { readClaim } from "../claims/read-claim.ts";
import { titleKey } from "../text/analyze.ts";
import {
  type Draft,
  isOlder,
  MOST_OF_A_RULE,
  type NearNote,
  quote,
  type Rule,
  type RuleFinding,
  stands,
} from "./draft.ts";

/** Least cosine of heads that say nearly the same, as when tending; alone it is wrong more often than right. */
const NEARLY_THE_SAME = 0.88;

/** The same claim is there: the same title but for case, punctuation and endings, or nearly the same words and meaning. */
export const sameClaim: Rule = (draft, near) => {
  const key = titleKey(draft.title);
  const claim = readClaim(draft.title);
  const isSame = ({ title, similarity }: NearNote) => {
    if (key !== "" && titleKey(title) === key) return true;
    return similarity >= NEARLY_THE_SAME && areNearlySame(claim, readClaim(title));
  };
  return near
    .filter((note) => !isSettled(note) && note.state !== "archived" && isSame(note))
    .toSorted((one, other) => other.similarity - one.similarity)
    .slice(0, MOST_OF_A_RULE)
    .map((note) => findingOf(note, draft));
};

function findingOf(note: NearNote, draft: Draft): RuleFinding {
  const head = note.heads[0];
  const finding = { rule: "same_claim", notes: [note] } as const;
  if (stands(note)) {
    const message = `${quote(note.title)} says the same.`;
    return {
      ...finding,
      message,
      ...(isOlder(note, draft) && { offer: { relation: "supersedes", target_id: note.id } }),
    };
  }
  const replacement = head === undefined ? "" : ` by ${quote(head.title)}`;
  return { ...finding, message: `${quote(note.title)} said the same and was replaced${replacement}.` };
}

/** Whether the owner has already said how the two stand to each other. */
function isSettled({ relations }: NearNote): boolean {
  return relations.has("supersedes") || relations.has("contradicts");
}
