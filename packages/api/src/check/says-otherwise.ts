import { claimDifference } from "../claims/claim-difference.ts";
import { readClaim } from "../claims/read-claim.ts";
import { MOST_OF_A_RULE, quote, type Rule, stands } from "./draft.ts";

/** A near note says the same but for one thing: a negation, a value, or a few words after the verb. */
export const saysOtherwise: Rule = (draft, near) => {
  const claim = readClaim(draft.title);
  return near
    .filter((note) => stands(note) && !note.relations.has("contradicts") && !note.relations.has("supersedes"))
    .filter(({ title }) => claimDifference(claim, readClaim(title)) !== null)
    .toSorted((one, other) => other.similarity - one.similarity)
    .slice(0, MOST_OF_A_RULE)
    .map((note) => ({
      rule: "says_otherwise",
      message: `Does this replace or contradict ${quote(note.title)}?`,
      notes: [note],
    }));
};
