import type { RecallInput, RecallResults } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { mapInTurns } from "../kit/in-turns.ts";
import { passagesFor } from "./passage.ts";
import { retrieve } from "./retrieve.ts";

/** Returns the notes that an answer would be built from, best first, without quota or events. */
export async function recall(ctx: ServiceContext, input: RecallInput): Promise<RecallResults> {
  const { hits } = await retrieve(ctx, input);
  const passages = passagesFor(input.query);
  const results = await mapInTurns(hits, async ({ note, similarity, score, window, via }, turn) => ({
    id: note.id,
    title: note.title,
    similarity,
    score,
    snippet: await passages.passageOf(note.content, window, turn),
    via: [...via],
  }));
  return { results };
}
