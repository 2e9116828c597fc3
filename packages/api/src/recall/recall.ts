import type { RecallInput, RecallResults } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { passagesFor } from "./passage.ts";
import { retrieve } from "./retrieve.ts";

/** What an answer would be built from, best first. No quota, no event. */
export async function recall(ctx: ServiceContext, input: RecallInput): Promise<RecallResults> {
  const retrieved = await retrieve(ctx, input);
  const passages = passagesFor(input.query);
  return {
    results: retrieved.map(({ note, similarity, score, window, via }) => ({
      id: note.id,
      title: note.title,
      similarity,
      score,
      snippet: passages.passageOf(note.content, window),
      via: [...via],
    })),
  };
}
