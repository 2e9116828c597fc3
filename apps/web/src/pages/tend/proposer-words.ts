const RULES: Readonly<Record<string, string>> = {
  "rule:cue": "a sentence says so",
  "rule:value": "says otherwise in one place",
  "rule:negation": "one denies the other",
  "rule:quote": "repeats its words",
  "rule:named": "names it",
  "rule:near": "similar",
};

/** Says who proposes a link, or why. */
export function proposerWords(by: string): string {
  return RULES[by] ?? by.replace(/^(?:judge|agent|rule):/, "");
}
