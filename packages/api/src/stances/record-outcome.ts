import type { NoteStance, OutcomeInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { addEntry } from "./add-entry.ts";
import { stanceView } from "./note-stance.ts";

/** Records what came of a decision or belief; replaces what was recorded before, which stays in the log. */
export async function recordOutcome(
  ctx: ServiceContext,
  { id, outcome, text: words }: OutcomeInput & { readonly id: string },
): Promise<NoteStance> {
  const text = words ?? null;
  const log = await addEntry(ctx, id, (present) =>
    present.outcome === outcome && present.text === text ? null : { ...present, kind: "outcome", outcome, text },
  );
  return stanceView(log);
}

/** Withdraws the outcome, which stays in the log. Does nothing without one. */
export async function withdrawOutcome(ctx: ServiceContext, { id }: { readonly id: string }): Promise<void> {
  await addEntry(ctx, id, (present) =>
    present.outcome === null ? null : { ...present, kind: "withdrawn", outcome: null, text: null },
  );
}
