import { LIMITS } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { conflict } from "../errors.ts";
import type { StanceEntry, StanceKind } from "../ports/stance-store.ts";
import { timestamp } from "../time.ts";
import { NO_STANCE, type PresentStance, requireStanceNote } from "./note-stance.ts";

/** Most attempts when others write the same log; more would mean that something is wrong. */
const ATTEMPTS = 50;

/** What an entry says, given what holds; null when it would say nothing new. Can throw CONFLICT. */
type Change = (present: PresentStance) => (PresentStance & { readonly kind: StanceKind }) | null;

/** Adds an entry to the log of a decision or belief and returns the whole log. */
export async function addEntry(ctx: ServiceContext, noteId: string, change: Change): Promise<StanceEntry[]> {
  const { userId } = ctx.actor;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await requireStanceNote(ctx, noteId);
    const log = await ctx.storage.stances.ofNote(userId, noteId);
    const last = log.at(-1);
    const next = change(last ?? NO_STANCE);
    if (next === null) return log;
    if (log.length >= LIMITS.stancesPerNote)
      throw conflict(`The log of this note is full: it has ${LIMITS.stancesPerNote} entries.`);
    const now = timestamp(ctx);
    // Clocks of several processes differ, and a log is in order.
    const at = last !== undefined && last.at > now ? last.at : now;
    const { kind, confidence, expects, review_on, outcome, text } = next;
    const state = { confidence, expects, review_on, outcome, text };
    const entry = { noteId, number: (last?.number ?? 0) + 1, at, kind, ...state };
    // Another writer may have taken the place since.
    if ((await ctx.storage.stances.add(userId, [entry])) === 1) return [...log, entry];
  }
  throw conflict("The stance is being changed by others; try again.", { retryAfterSeconds: 1 });
}
