import type { ServiceContext } from "../context.ts";
import { invalid } from "../errors.ts";
import { readMoment } from "../past/read-moment.ts";
import type { DerivedStates } from "../ports/link-store.ts";

/** A time of the past, with the states of then. */
export interface Past {
  readonly at: string;
  readonly states: DerivedStates;
}

/** Reads `as_of`. Throws INVALID for the future. */
export function readAsOf(ctx: ServiceContext, as_of: string): string {
  return readMoment(ctx, { name: "as_of", text: as_of });
}

/** Derives the states of the time, and tells the caller in a header how exact the answer is. */
export async function openPast(ctx: ServiceContext, at: string): Promise<Past> {
  const [{ states, changedTexts }, since] = await Promise.all([ctx.past.of(ctx, at), ctx.storage.historySince()]);
  const parts = [at, `changed=${changedTexts}`, "by-present-text=0", ...(at < since ? [`kept-since=${since}`] : [])];
  ctx.setHeader?.("X-As-Of", parts.join("; "));
  return { at, states };
}

/** Throws INVALID when the input asks for a time of the past. */
export function refusePast(ctx: ServiceContext, { as_of }: { readonly as_of?: string | undefined }): void {
  if (as_of === undefined) return;
  readAsOf(ctx, as_of);
  throw invalid("as_of", "as_of cannot be combined with query: a search knows the present texts only.");
}
