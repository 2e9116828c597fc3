import type { RecallInput, RecallResults } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { mapInTurns } from "../kit/in-turns.ts";
import type { Cause } from "../reviews/find-causes.ts";
import { readCauses } from "../reviews/name-causes.ts";
import { invalid } from "../errors.ts";
import { openGraph, readTime } from "../graph-then/open-graph.ts";
import { passagesFor } from "./passage.ts";
import { retrieve } from "./retrieve.ts";

/** Returns the notes that an answer would be built from, best first, without quota or events. */
export async function recall(ctx: ServiceContext, input: RecallInput): Promise<RecallResults> {
  const time = readTime(ctx, input.as_of);
  if (time !== null && input.notices)
    throw invalid("notices", "notices cannot be combined with as_of: of looks only the last ones are kept.");
  const graph = await openGraph(ctx, time);
  const { hits, causes } = await retrieve(graph.ctx, input);
  graph.tell(hits.map(({ note }) => note.id));
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
