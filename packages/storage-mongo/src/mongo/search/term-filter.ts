import type { TermClause } from "@knote/api";
import type { mongo } from "mongoose";

const SIGNS = /[\\^$.*+?()[\]{}|/-]/g;

/** Notes that hold any term of the clauses, found by the index on terms. */
export function holdsClause(...clauses: readonly TermClause[]): { "terms.t": { $in: (string | RegExp)[] } } {
  const exact = clauses.flatMap((clause) => clause.exact);
  const begun = clauses.flatMap((clause) => clause.prefixes.map((prefix) => new RegExp(`^${escaped(prefix)}`)));
  return { "terms.t": { $in: [...new Set(exact), ...begun] } };
}

/** Of a note's terms those that any of the clauses asks for. */
export function askedTerms(clauses: readonly TermClause[]): mongo.Document {
  const exact = [...new Set(clauses.flatMap((clause) => clause.exact))];
  const prefixes = [...new Set(clauses.flatMap((clause) => clause.prefixes))];
  // Safe as they stand, because no term begins with a dollar sign.
  const begins = prefixes.map((prefix) => ({ $eq: [{ $indexOfCP: ["$$term.t", prefix] }, 0] }));
  return { $filter: { input: "$terms", as: "term", cond: { $or: [{ $in: ["$$term.t", exact] }, ...begins] } } };
}

/** How often the clause occurs in a note of these terms. */
export function occurrences({ exact, prefixes }: TermClause, terms: readonly { t: string; n: number }[]): number {
  let total = 0;
  for (const { t, n } of terms) if (exact.includes(t) || prefixes.some((prefix) => t.startsWith(prefix))) total += n;
  return total;
}

function escaped(text: string): string {
  return text.replace(SIGNS, "\\$&");
}
