import type { ServiceContext } from "../context.ts";
import { stateOf } from "../links/derive-states.ts";
import type { Passage } from "../ports/answer-model.ts";
import { LINKS_OF_NOTE } from "./links-of-note.ts";
import { answerPassage, coverage } from "./passage.ts";
import { retrieve } from "./retrieve.ts";

/** What an answer model sees: the best passages, each with the others of them that it contradicts. */
export async function gatherPassages(ctx: ServiceContext, query: string, limit: number): Promise<Passage[]> {
  const { userId } = ctx.actor;
  const retrieved = await retrieve(ctx, { query, limit, mode: "graph" });
  const states = await ctx.storage.links.states(userId);
  const index = new Map(retrieved.map(({ note }, place) => [note.id, place]));
  const links = index.size === 0 ? [] : await ctx.storage.links.listTouching(userId, [...index.keys()], LINKS_OF_NOTE);
  const contradicts = retrieved.map(() => new Set<number>());
  for (const link of links) {
    const [source, target] = [index.get(link.source_id), index.get(link.target_id)];
    if (link.relation !== "contradicts" || source === undefined || target === undefined) continue;
    contradicts[source]!.add(target);
    contradicts[target]!.add(source);
  }
  return retrieved.map(({ note, similarity, score, window }, place) => {
    const text = answerPassage(note.content, query, window);
    return {
      noteId: note.id,
      title: note.title,
      text,
      state: stateOf(note, states),
      createdAt: note.created_at,
      similarity,
      score,
      coverage: coverage(query, [note.title, text]),
      contradicts: [...contradicts[place]!],
    };
  });
}
