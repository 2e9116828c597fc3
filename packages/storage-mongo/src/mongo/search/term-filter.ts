import type { TermClause } from "@knote/api";
import type { mongo } from "mongoose";

const SIGNS = /[\\^$.*+?()[\]{}|/-]/g;

/** Returns the filter for notes with any term of the clauses, served by the index on terms. */
export function holdsClause(...clauses: readonly TermClause[]): { "terms.t": { $in: (string | RegExp)[] } } {
  const exact = clauses.flatMap((clause) => clause.exact);
  const prefixPatterns = clauses.flatMap((clause) =>
    clause.prefixes.map((prefix) => new RegExp(`^${escapePattern(prefix)}`)),
  );
  return { "terms.t": { $in: [...new Set(exact), ...prefixPatterns] } };
}

/** Returns the expression that keeps a note's terms that any clause asks for. */
export function askedTerms(clauses: readonly TermClause[]): mongo.Document {
  const exact = [...new Set(clauses.flatMap((clause) => clause.exact))];
  const prefixes = [...new Set(clauses.flatMap((clause) => clause.prefixes))];
  // Safe without `$literal`, because no term begins with a dollar sign.
  const begins = prefixes.map((prefix) => ({ $eq: [{ $indexOfCP: ["$$term.t", prefix] }, 0] }));
  return { $filter: { input: "$terms", as: "term", cond: { $or: [{ $in: ["$$term.t", exact] }, ...begins] } } };
}

/** Counts how often the clause occurs in a note with these terms. */
export function occurrences({ exact, prefixes }: TermClause, terms: readonly { t: string; n: number }[]): number {
  let total = 0;
  for (const { t, n } of terms) if (exact.includes(t) || prefixes.some((prefix) => t.startsWith(prefix))) total += n;
  return total;
}

function escapePattern(text: string): string {
  return text.replace(SIGNS, "\\$&");
}
