import type { ServiceContext } from "../context.ts";
import { readMoment } from "../past/read-moment.ts";
import type { DerivedStates } from "../ports/link-store.ts";

/** A time of the past, with the states of then. */
export interface Past {
  readonly at: string;
  readonly states: DerivedStates;
}

/** How exact an answer about the past is. */
interface Exactness {
  /** How many of the notes of that time have another text now. */
  readonly changedTexts: number;
  /** How many of the results were found or measured by their present text. */
  readonly byPresentText?: number;
  /** How many of the notes that have changed since were searched as they were; absent for all. */
  readonly searchedNotes?: number | undefined;
}

/** Reads `as_of`. Throws INVALID for the future. */
export function readAsOf(ctx: ServiceContext, as_of: string): string {
  return readMoment(ctx, { name: "as_of", text: as_of });
}

/** Derives the states of the time, and tells the caller in a header how exact the answer is. */
export async function openPast(ctx: ServiceContext, at: string): Promise<Past> {
  const [{ states, changedNotes }, since] = await Promise.all([ctx.past.of(ctx, at), ctx.storage.historySince()]);
  tellPast(ctx, at, { changedTexts: changedNotes.filter((note) => note.text_changed_at > at).length }, since);
  return { at, states };
}

/** Sets the header that says which time is meant, and how exact the answer is. */
export function tellPast(ctx: ServiceContext, at: string, exactness: Exactness, historySince: string): void {
  const { changedTexts, byPresentText = 0, searchedNotes } = exactness;
  const parts = [
    ...[at, `changed=${changedTexts}`, `by-present-text=${byPresentText}`],
    ...(searchedNotes === undefined ? [] : [`searched=${searchedNotes}`]),
    ...(at < historySince ? [`kept-since=${historySince}`] : []),
  ];
  ctx.setHeader?.("X-As-Of", parts.join("; "));
}
