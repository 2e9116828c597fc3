import { type NoteStance, STANCE_TYPES } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { invalid } from "../errors.ts";
import { requireNote } from "../kit/stored-notes.ts";
import type { StanceEntry } from "../ports/stance-store.ts";

/** What holds of a note at the end of its log. */
export type PresentStance = Pick<StanceEntry, "confidence" | "expects" | "review_on" | "outcome" | "text">;

/** What holds while the log is empty. */
export const NO_STANCE: PresentStance = { confidence: null, expects: null, review_on: null, outcome: null, text: null };

/** Returns how sure the owner of a decision or belief is, what came of it, and the log of both. */
export async function noteStance(ctx: ServiceContext, { id }: { readonly id: string }): Promise<NoteStance> {
  await requireStanceNote(ctx, id);
  return stanceView(await ctx.storage.stances.ofNote(ctx.actor.userId, id));
}

/** Throws NOT_FOUND without such a note, and INVALID for a note of another type, whose log stays but is not shown. */
export async function requireStanceNote(ctx: ServiceContext, id: string): Promise<void> {
  const note = await requireNote(ctx, id);
  if (!isStanceType(note.note_type)) throw invalid("note_type", "Only a decision or a belief can have a stance.");
}

/** Whether notes of the type can have a stance. */
export function isStanceType(noteType: string): boolean {
  return (STANCE_TYPES as readonly string[]).includes(noteType);
}

/** Shows a log, oldest entry first. */
export function stanceView(log: readonly StanceEntry[]): NoteStance {
  const { confidence, expects, review_on, outcome } = log.at(-1) ?? NO_STANCE;
  const stances = log.filter(({ kind }) => kind === "stance");
  const outcomes = log.filter(({ kind }) => kind !== "stance");
  return {
    confidence,
    expects,
    review_on,
    outcome,
    stances: stances.map((one) => ({
      at: one.at,
      confidence: one.confidence,
      expects: one.expects,
      review_on: one.review_on,
    })),
    outcomes: outcomes.map((one) => ({ at: one.at, outcome: one.outcome, text: one.text })),
  };
}
