/** English words that are mostly written short, and what they are short for. */
const WHOLE_WORDS = new Map([
  ["admin", "administration"],
  ["app", "application"],
  ["auth", "authentication"],
  ["config", "configuration"],
  ["db", "database"],
  ["dev", "development"],
  ["docs", "documentation"],
  ["env", "environment"],
  ["info", "information"],
  ["infra", "infrastructure"],
  ["lib", "library"],
  ["prod", "production"],
  ["repo", "repository"],
  ["spec", "specification"],
]);
const SHORT_FORM = new RegExp(`\\b(?:${[...WHOLE_WORDS.keys()].join("|")})\\b`, "gi");

/** Returns the text with whole words for clipped ones. */
export function spellOut(text: string): string {
  return text.replace(SHORT_FORM, (word) => WHOLE_WORDS.get(word.toLowerCase())!);
}
