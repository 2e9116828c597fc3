import type { NoteStanding } from "../ports/vector-documents.ts";

/** A window as Qdrant found it. */
export interface FoundWindow {
  readonly point: string;
  readonly note: string;
  readonly revision: number;
  readonly start: number;
  readonly end: number;
  readonly similarity: number;
}

/** What a further request leaves out: all points of these notes, and these points. */
export interface Exclusions {
  readonly notes: readonly string[];
  readonly points: readonly string[];
}

export interface BestWindowsOptions {
  /** Searches the nearest windows, most similar first, at most `limit`. */
  readonly ask: (limit: number, exclusions: Exclusions) => Promise<readonly FoundWindow[]>;
  readonly standing: (notes: readonly string[]) => Promise<ReadonlyMap<string, NoteStanding>>;
  /** Whether a live note can be a hit. */
  readonly isWanted: (stands: NoteStanding) => boolean;
  /** How many notes are wanted. */
  readonly notes: number;
  /** How many windows are asked for first. */
  readonly first: number;
}

const MOST_AT_ONCE = 2_000;
const LEAST_AT_ONCE = 50;

/**
 * Returns the best counting window of each note, most similar first. Places that long, unwanted or deleted notes took
 * are requested again without these, until there are enough or no more: mostly one request.
 */
export async function bestWindows({
  ask,
  standing,
  isWanted,
  notes,
  first,
}: BestWindowsOptions): Promise<FoundWindow[]> {
  const best = new Map<string, FoundWindow>();
  const exclusions = { notes: new Set<string>(), points: new Set<string>() };
  for (let limit = first; ;) {
    const rows = await ask(limit, { notes: [...exclusions.notes], points: [...exclusions.points] });
    const standings = await standing([...new Set(rows.map(({ note }) => note))]);
    const before = best.size;
    for (const row of rows) {
      const stands = standings.get(row.note);
      if (stands && row.revision < stands.leastRevision) exclusions.points.add(row.point);
      else exclusions.notes.add(row.note);
      if (stands && isWanted(stands) && row.revision >= stands.leastRevision && !best.has(row.note))
        best.set(row.note, row);
    }
    if (rows.length < limit || best.size >= notes) return [...best.values()].slice(0, notes);
    const yieldRate = Math.max(best.size - before, 1) / rows.length;
    limit = Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, Math.ceil(((notes - best.size) / yieldRate) * 1.2)));
  }
}
