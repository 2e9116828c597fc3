import type { Impact, ImpactInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import { getNotes, requireNote } from "../kit/stored-notes.ts";
import { stateOf } from "../links/derive-states.ts";
import { outlineOf } from "./list-note-reviews.ts";
import { nameOf, namesOf } from "./name-causes.ts";
import { extendingIds } from "./impact.ts";

/** Most links of the note that are read to find what extends it. */
const MOST_LINKS = 200;

/** Returns what would need review, and what would stand again, if the note fell. Writes nothing. */
export async function noteImpact(
  ctx: ServiceContext,
  { id, if: becomes, limit, cursor }: ImpactInput,
): Promise<Impact> {
  await requireNote(ctx, id);
  const { userId } = ctx.actor;
  const start = cursor === undefined ? 0 : (decodeCursor(cursor, ["number"])[0] as number);
  const [{ reviews, states }, touching] = await Promise.all([
    ctx.reviews.of(ctx.storage, userId),
    ctx.storage.links.listTouching(userId, [id], MOST_LINKS),
  ]);
  const impact = await reviews.impact({ id, becomes });
  const page = impact.falls.slice(start, start + limit);
  const extending = extendingIds(id, touching);
  const notes = await getNotes(ctx, [...page, ...extending, ...impact.standsAgain.map((one) => one.id)]);
  const falls: Impact["falls"] = [];
  for (const one of page) {
    const note = notes.get(one);
    const [cause] = await impact.causesOf(one);
    if (note && cause) falls.push({ ...outlineOf(note), state: stateOf(note, states), path: [...cause.path] });
  }
  const end = start + page.length;
  return {
    if: becomes,
    falls,
    total: impact.falls.length,
    extends: namesOf(extending, notes),
    stands_again: impact.standsAgain.flatMap(({ id: one, state }) => {
      const note = notes.get(one);
      return note ? [{ ...nameOf(note), state }] : [];
    }),
    next: end < impact.falls.length ? encodeCursor([end]) : null,
  };
}
