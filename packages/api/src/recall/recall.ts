import type { RecallInput, RecallResults } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { passageOf } from "./passage.ts";
import { retrieve } from "./retrieve.ts";

/** What an answer would be built from, best first. No quota, no event. */
export async function recall(ctx: ServiceContext, input: RecallInput): Promise<RecallResults> {
  const retrieved = await retrieve(ctx, input);
  return {
    results: retrieved.map(({ note, similarity, score, window, via }) => ({
      id: note.id,
      title: note.title,
      similarity,
      score,
      snippet: passageOf(note.content, input.query, window),
      via: [...via],
    })),
  };
}
