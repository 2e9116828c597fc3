/** Words outside of quotations that say of a claim that it held once. */
const HISTORY = new RegExp(
  [
    "\\b(?:replaced|supersed\\w+|until|before|earlier|former(?:ly)?|previous(?:ly)?|used to|no longer|was|were|had|once|originally)\\b",
    "\\b(?:bis|früher|vorher|zuvor|ersetzt|nicht mehr|galt|war)\\b",
    "\\b(?:jusqu|avant|autrefois|remplac\\w+|ne .{1,20} plus|était)",
    "\\b(?:hasta|antes|reemplaz\\w+|sustitu\\w+|ya no|era)\\b",
    "以前|之前|曾|取代|不再|かつて|まで|置き換え",
  ].join("|"),
  "iu",
);
const QUOTATION = /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|「[^」]*」/gu;

/** The positions, from 1, of the sources that a line cites without a word that places their claim in the past. */
export function citedAsCurrent(answer: string): ReadonlySet<number> {
  const positions = answer
    .split("\n")
    .filter((line) => !HISTORY.test(line.replace(QUOTATION, "")))
    .flatMap((line) => [...line.matchAll(/\[(\d+)\]/g)].map(([, position]) => Number(position)));
  return new Set(positions);
}
