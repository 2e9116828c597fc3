import type { ImportResult, ImportSummary } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import { importBatch } from "./import-batch.ts";
import type { ImportEntry } from "./import-entry.ts";
import { createImportProgress } from "./import-progress.ts";
import { prepareAhead } from "./prepare-ahead.ts";

/** A batch with this many new notes pauses embedding for the user, to import faster; a slow stream does not. */
const MANY_NOTES = 16;
const HOLD_MS = 500;

/**
 * Stores notes and links batch by batch, as fast as the results are consumed. A result is durable when it is yielded;
 * only the batch being stored and the lines being prepared are read ahead of their results. The summary comes last;
 * it is missing when the reader or the sender has left.
 */
export async function* importLines(
  ctx: ServiceContext,
  batches: AsyncIterable<readonly ImportEntry[]>,
): AsyncGenerator<readonly (ImportResult | ImportSummary)[], void> {
  const progress = createImportProgress(ctx);
  const ahead = prepareAhead(ctx, batches);
  let failure: string | undefined;
  try {
    for (let lines = await ahead.take(); lines.length > 0; lines = await ahead.take()) {
      const results = await importBatch(ctx, lines);
      if (createdIn(results) >= MANY_NOTES) ctx.holdIndexer(ctx.actor.userId, HOLD_MS);
      await progress.add(results);
      yield results;
    }
  } catch (error) {
    if (!DomainError.is(error)) throw error;
    failure = error.message;
  } finally {
    ahead.stop();
    if (failure === undefined) await progress.end();
    ctx.wakeIndexer();
  }
  yield [{ done: failure === undefined, ...progress.counts(), ...(failure !== undefined && { detail: failure }) }];
}

function createdIn(results: readonly ImportResult[]): number {
  return results.filter(({ status }) => status === "created").length;
}
