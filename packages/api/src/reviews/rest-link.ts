import { type Look, lookKey } from "../ports/look-store.ts";

/** Looks by key, see `reviewKey`, `lostKey` and `causeKey`. */
export type Looks = ReadonlyMap<string, ReviewLook>;

/** What of a look reviews need. Its basis is one that the person saw, or several joined by `joinBases`. */
export type ReviewLook = Pick<Look, "basis" | "at" | "reason">;

/** The key of a look of note `id` at the cause `causeId`. */
export function reviewKey(id: string, causeId: string): string {
  return lookKey("review", id, causeId);
}

/** The key of a look of note `id` at the note `loserId`, one of whose foundations is deleted. */
export function lostKey(id: string, loserId: string): string {
  return lookKey("lost", id, loserId);
}

/** The key of one look for all notes that rest on `causeId`. */
export function causeKey(causeId: string): string {
  return lookKey("cause", causeId);
}

/** Returns the basis of one look at several causes that share its key. */
export function joinBases(bases: readonly string[]): string {
  return [...new Set(bases)].sort().join("|");
}

/** Whether a look with this basis was a look at a cause with the basis `present`. */
export function coversBasis(basis: string, present: string): boolean {
  return basis === present || basis.split("|").includes(present);
}
