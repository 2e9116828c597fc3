import type { ImportResult, ImportSummary } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { DomainError } from "../errors.ts";
import { importBatch } from "./import-batch.ts";
import type { ImportEntry } from "./import-entry.ts";
import { createImportProgress } from "./import-progress.ts";
import { prepareAhead } from "./prepare-ahead.ts";

/** Notes that come in a stream that wants to be taken fast: their embedding has time until that is over. A trickle holds up nothing. */
const MANY_NOTES = 16;
const HOLD_MS = 500;

/**
 * Stores notes and links batch by batch, as fast as the results are taken. A result is durable when it is given,
 * and lines come before their results only by what is stored at the moment and what is prepared meanwhile. The
 * summary comes last; without it, whoever reads or sends has gone.
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
