import { type QueryKey, useQuery } from "@tanstack/react-query";

/** What the server says about an answer about the past. */
export interface PastFacts {
  /** How many notes have another text now. */
  readonly changes: number;
  /** How many results were measured by their present text. */
  readonly byPresentText: number;
  /** Since when removed links are kept, if the time is earlier; null: nothing is missing. */
  readonly keptSince: string | null;
}

/** Reads `X-As-Of: <time>; changed=<n>; by-present-text=<m>[; kept-since=<time>]`; null where it says something else. */
export function readPastFacts(header: string | null): PastFacts | null {
  const [, ...parts] = (header ?? "").split("; ");
  const facts = new Map(parts.map((part) => part.split("=", 2) as [string, string]));
  const changes = Number(facts.get("changed") ?? NaN);
  if (Number.isNaN(changes)) return null;
  const byPresentText = Number(facts.get("by-present-text") ?? 0);
  return { changes, byPresentText, keptSince: facts.get("kept-since") ?? null };
}

/** Key of the facts of the latest answer about a time, in the query client of the present. */
export function pastFactsKey(asOf: string): QueryKey {
  return ["past-facts", asOf];
}

/** Returns what the latest answer about a time said; undefined before the first one. */
export function usePastFacts(asOf: string): PastFacts | undefined {
  return useQuery<PastFacts>({ queryKey: pastFactsKey(asOf), enabled: false }).data;
}
