import { secondClaim } from "../claims/clauses.ts";
import { isForeign } from "../claims/is-foreign.ts";
import { quote, type Rule } from "./draft.ts";

/** The title makes two claims, each of which could be contradicted, replaced or linked by itself. */
export const compound: Rule = ({ title, content }) => {
  const start = secondClaim(title);
  if (start === null || isForeign(`${title}\n${content ?? ""}`)) return [];
  const span = { field: "title", start, end: title.length } as const;
  return [{ rule: "compound", message: `Makes two claims; the second is ${quote(title.slice(start))}.`, span }];
};
