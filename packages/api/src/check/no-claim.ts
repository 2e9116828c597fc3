import { claimWords } from "../claims/claim-words.ts";
import { beginsWithBaseForm, firstVerb } from "../claims/finite-verbs.ts";
import { isForeign } from "../claims/is-foreign.ts";
import type { Rule, RuleFinding } from "./draft.ts";

const FEWEST_WORDS = 3;
/** Before another word, a word in -s is more likely a verb than a plural. */
const LIKE_A_VERB = /[^s]s$/;
const QUESTION = /[?？]\s*$/u;

/** The title asks, or only names a topic. An experience may have a name for a title. */
export const noClaim: Rule = ({ title, content, noteType }) => {
  if (noteType === "experience") return [];
  if (QUESTION.test(title)) {
    return content === null ? [finding("A question is a good title until you know what you think.")] : [];
  }
  if (isForeign(`${title}\n${content ?? ""}`)) return [];
  const read = claimWords(title);
  if (read.length === 0) return [];
  if (read.length < FEWEST_WORDS)
    return firstVerb(read) < 0 ? [finding("This names a topic. What do you claim about it?")] : [];
  const mayHaveVerb = read.slice(1, -1).some(({ text }) => LIKE_A_VERB.test(text));
  if (firstVerb(read) >= 0 || beginsWithBaseForm(read) || mayHaveVerb) return [];
  return [finding("This has no verb. What do you claim?")];
};

function finding(message: string): RuleFinding {
  return { rule: "no_claim", message };
}
