import type { Impact, ImpactInput, NamedNote } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import { nextTurn } from "../kit/in-turns.ts";
import { getNotes, requireNote } from "../kit/stored-notes.ts";
import { stateOf } from "../kit/state-of.ts";
import { outlineOf } from "./list-note-reviews.ts";
import { nameOf } from "./name-causes.ts";

/** Links that are read at a time to find what extends a note. */
const LINKS_AT_ONCE = 1_000;

/** Returns what would need review, and what would stand again, if the note fell. Writes nothing. */
export async function noteImpact(
  ctx: ServiceContext,
  { id, if: becomes, limit, cursor }: ImpactInput,
): Promise<Impact> {
  await requireNote(ctx, id);
  const { userId } = ctx.actor;
  const start = cursor === undefined ? 0 : (decodeCursor(cursor, ["number"])[0] as number);
  const [{ reviews, states }, extending] = await Promise.all([
    ctx.reviews.of(ctx.storage, userId),
    extendingNotes(ctx, id),
  ]);
  const impact = await reviews.impact({ id, becomes });
  const page = impact.falls.slice(start, start + limit);
  const notes = await getNotes(ctx, [...page, ...impact.standsAgain.map((one) => one.id)]);
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
    extends: extending,
    stands_again: impact.standsAgain.flatMap(({ id: one, state }) => {
      const note = notes.get(one);
      return note ? [{ ...nameOf(note), state }] : [];
    }),
    next: end < impact.falls.length ? encodeCursor([end]) : null,
  };
}

/** Returns all notes that extend a note: told beside an impact, but never carried on. */
async function extendingNotes({ storage, actor }: ServiceContext, id: string): Promise<NamedNote[]> {
  const notes: NamedNote[] = [];
  for (let after: string | undefined; ; await nextTurn()) {
    const page = await storage.links.ofNote(actor.userId, id, { limit: LINKS_AT_ONCE, after, end: "target" });
    for (const { source_id, relation, title } of page.links)
      if (relation === "extends") notes.push({ id: source_id, title });
    if (page.next === null) return notes.sort((one, other) => (one.id < other.id ? -1 : 1));
    after = page.next;
  }
}
