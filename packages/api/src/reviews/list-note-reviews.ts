import type { ListReviewsInput, ReviewList } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import { stateOf } from "../kit/state-of.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { readCauses } from "./name-causes.ts";

/** Lists the caller's notes that need review, newest note first, each with its nearest cause. */
export async function listNoteReviews(
  ctx: ServiceContext,
  { kind, cause, limit, cursor }: ListReviewsInput,
): Promise<ReviewList> {
  // Safe because the cursor was checked to hold one text.
  const before = cursor === undefined ? undefined : (decodeCursor(cursor, ["string"])[0] as string);
  const { reviews, states } = await ctx.reviews.of(ctx.storage, ctx.actor.userId);
  const { reviews: page, total, next } = await reviews.list({ kind, cause }, { limit, before });
  const ids = page.map(({ id }) => id);
  const { notes, nameCause } = await readCauses(
    ctx,
    page.map((one) => one.cause),
    ids,
  );
  const shownReviews = page.flatMap(({ id, cause: nearest, more }) => {
    const [note, namedCause] = [notes.get(id), nameCause(nearest)];
    // A note that was deleted since needs no review any more.
    if (!note || !namedCause) return [];
    const noteInReview = { ...outlineOf(note), state: stateOf(note, states), created_at: note.created_at };
    return { note: noteInReview, cause: namedCause, path: [...nearest.path], more };
  });
  return { reviews: shownReviews, total, next: next === null ? null : encodeCursor([next]) };
}

export function outlineOf({ id, title, note_type, importance }: StoredNote) {
  return { id, title, note_type, importance };
}
