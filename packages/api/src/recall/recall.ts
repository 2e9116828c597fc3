import type { RecallInput, RecallResults } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { mapInTurns } from "../kit/in-turns.ts";
import type { Cause } from "../reviews/find-causes.ts";
import { readCauses } from "../reviews/name-causes.ts";
import { refusePast } from "../links/open-past.ts";
import { passagesFor } from "./passage.ts";
import { retrieve } from "./retrieve.ts";

/** Returns the notes that an answer would be built from, best first, without quota or events. */
export async function recall(ctx: ServiceContext, input: RecallInput): Promise<RecallResults> {
  refusePast(ctx, input);
  const { hits, causes } = await retrieve(ctx, input);
  const passages = passagesFor(input.query);
  const results = await mapInTurns(hits, async ({ note, similarity, score, window, via }, turn) => ({
    id: note.id,
    title: note.title,
    similarity,
    score,
    snippet: await passages.passageOf(note.content, window, turn),
    via: [...via],
  }));
  return { results: input.notices ? await withReviews(ctx, results, causes) : results };
}

/** Adds to each result why it needs review, null where it does not. */
async function withReviews(
  ctx: ServiceContext,
  results: RecallResults["results"],
  causes: ReadonlyMap<string, Cause>,
): Promise<RecallResults["results"]> {
  const { nameCause } = await readCauses(ctx, [...causes.values()]);
  return results.map((result) => {
    const cause = causes.get(result.id);
    const namedCause = cause && nameCause(cause);
    if (!cause || !namedCause) return { ...result, review: null };
    const { id, title, kind, now } = namedCause;
    return { ...result, review: { kind, cause: { id, title }, now, path: [...cause.path] } };
  });
}
