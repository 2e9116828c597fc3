import type { CreateNoteInput, SavedSynthesis, SaveSynthesisInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import { createLinkedNote } from "./create-linked-note.ts";

/** Stores a synthesis with a `derived_from` link to each source that still exists. */
export async function saveSynthesis(ctx: ServiceContext, input: SaveSynthesisInput): Promise<SavedSynthesis> {
  const targets = await ctx.storage.notes.getMany(ctx.actor.userId, input.sources);
  const { title, content } = input;
  const synthesis: CreateNoteInput = { title, content, note_type: "synthesis", tags: [], importance: 0.5 };
  try {
    const { id } = await createLinkedNote(ctx, synthesis, { relation: "derived_from", targets });
    return { id, links: targets.length };
  } catch (error) {
    // A source was purged after it was read: tries again without it.
    if (DomainError.is(error) && error.code === "NOT_FOUND") return await saveSynthesis(ctx, input);
    throw error;
  }
}
