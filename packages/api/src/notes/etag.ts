import type { RequestContext } from "../context.ts";
import { DomainError, invalid } from "../errors.ts";
import type { StoredNote } from "../ports/note-store.ts";

type Version = Pick<StoredNote, "revision" | "updated_at">;

const ETAG = /^"\d{1,15}\.\d{1,15}"$/;

/** Names a state of a note. The time tells a revision from its namesake in a restored backup. */
export function etagOf({ revision, updated_at }: Version): string {
  return `"${revision}.${Date.parse(updated_at)}"`;
}

/** Tells the caller the state of the note, for `If-Match`. */
export function tellEtag(ctx: RequestContext, note: Version): void {
  ctx.setHeader?.("ETag", etagOf(note));
}

/** Returns a function that throws PRECONDITION_FAILED for a note in another state than `If-Match` names. */
export function readIfMatch({ ifMatch }: RequestContext): ((note: Version) => void) | null {
  const etag = ifMatch?.trim();
  if (etag === undefined || etag === "*") return null;
  if (!ETAG.test(etag)) throw invalid("If-Match", "If-Match must be the ETag of a note, or an asterisk.");
  return (note) => {
    if (etagOf(note) !== etag) throw hasChanged();
  };
}

export function hasChanged(): DomainError {
  return new DomainError("PRECONDITION_FAILED", "The note has changed since it was read.");
}
