import type { ServiceContext } from "../context.ts";
import { nextTurn } from "../kit/in-turns.ts";
import { getNotes } from "../kit/stored-notes.ts";
import type { StanceEntry } from "../ports/stance-store.ts";
import { timestamp } from "../time.ts";
import { isStanceType } from "./note-stance.ts";
import { stanceLogs } from "./stance-pages.ts";

/** Notes that are read at a time. */
const NOTES_AT_ONCE = 100;

/** Returns the ids of the notes whose day to look at them has come while their outcome is open, of whatever type. */
export async function dueIds(ctx: ServiceContext): Promise<Set<string>> {
  const today = todayOf(ctx);
  const ids = new Set<string>();
  for await (const log of stanceLogs(ctx.storage.stances, ctx.actor.userId)) {
    const last = log.at(-1)!;
    if (hasDayCome(last, today)) ids.add(last.noteId);
  }
  return ids;
}

/** Whether it is time to look at what this entry says. */
export function hasDayCome({ review_on, outcome }: Pick<StanceEntry, "review_on" | "outcome">, today: string): boolean {
  return outcome === null && review_on !== null && review_on <= today;
}

/** Returns the present day in UTC, as `review_on` has it. */
export function todayOf(ctx: ServiceContext): string {
  return timestamp(ctx).slice(0, 10);
}

/** Counts the decisions and beliefs that are due: those that are neither archived nor of another type by now. */
export async function countDue(ctx: ServiceContext): Promise<number> {
  const ids = [...(await dueIds(ctx))];
  let count = 0;
  for (let start = 0; start < ids.length; start += NOTES_AT_ONCE) {
    if (start > 0) await nextTurn();
    const notes = await getNotes(ctx, ids.slice(start, start + NOTES_AT_ONCE));
    for (const { archived, note_type: type } of notes.values()) if (!archived && isStanceType(type)) count++;
  }
  return count;
}
