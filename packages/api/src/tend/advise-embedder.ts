import type { ServiceContext } from "../context.ts";
import { areMostlyForeign } from "../indexing/mostly-foreign.ts";
import type { NotePosition, StoredNote } from "../ports/note-store.ts";

const BATCH = 100;

/** Returns whether the embedder of the settings knows English only, and most of the caller's notes are not English. */
export async function adviseEmbedder(ctx: ServiceContext): Promise<{ isMultilingualBetter: boolean }> {
  const isEnglishOnly = ctx.configuredEmbedder.isEnglishOnly === true;
  return { isMultilingualBetter: isEnglishOnly && (await areMostlyForeign(notesOf(ctx))) };
}

async function* notesOf({ storage, actor }: ServiceContext): AsyncGenerator<StoredNote> {
  for (let after: NotePosition | undefined; ;) {
    const batch = await storage.notes.list(actor.userId, {}, { limit: BATCH, ...(after && { after }) });
    yield* batch;
    after = batch.at(-1);
    if (batch.length < BATCH) return;
  }
}
