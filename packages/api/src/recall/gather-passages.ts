import type { ServiceContext } from "../context.ts";
import { mapInTurns } from "../in-turns.ts";
import { stateOf } from "../links/derive-states.ts";
import type { Passage } from "../ports/answer-model.ts";
import type { DerivedStates } from "../ports/link-store.ts";
import { passagesFor } from "./passage.ts";
import { retrieve } from "./retrieve.ts";

/** What an answer model sees: the best passages, each with the others of them that it contradicts. */
export async function gatherPassages(ctx: ServiceContext, query: string, limit: number): Promise<Passage[]> {
  const { userId } = ctx.actor;
  const retrieved = await retrieve(ctx, { query, limit, mode: "graph" });
  const states = await ctx.storage.links.states(userId);
  const index = new Map(retrieved.map(({ note }, place) => [note.id, place]));
  const passages = passagesFor(query);
  return await mapInTurns(retrieved, async ({ note, similarity, score, window }, turn) => {
    const text = await passages.answerPassage(note.content, window, turn);
    return {
      noteId: note.id,
      title: note.title,
      text,
      state: stateOf(note, states),
      createdAt: note.created_at,
      similarity,
      score,
      coverage: passages.coverage([note.title, text]),
      contradicts: contradicted(note.id, states, index),
    };
  });
}

/** The places of the passages that stand against a note. */
function contradicted(id: string, { contradictionsOf }: DerivedStates, places: ReadonlyMap<string, number>): number[] {
  const ends = (contradictionsOf.get(id) ?? []).flatMap((link) => [link.source_id, link.target_id]);
  const others = new Set(ends.filter((end) => end !== id).flatMap((end) => places.get(end) ?? []));
  return [...others];
}
