import type { ServiceContext } from "../context.ts";
import { getNotes } from "../kit/stored-notes.ts";
import type { StoredNote } from "../ports/note-store.ts";
import type { Measured } from "./candidates.ts";
import { mapInTurns } from "../kit/in-turns.ts";
import { passagesFor } from "./passage.ts";
import { phrasingBonus } from "./phrasing.ts";
import { timeOfQuestion } from "./time-of-question.ts";
import { timeBonus } from "./timing.ts";
import type { Ranked } from "./ranked.ts";

/** Best hits that are read and scored again; ten more do not improve results (docs/adr/0005). */
const LOOKED_AT = 20;

/** Orders near ties by the notes' texts: their phrasing and their time. `hits` is best first. */
export async function rerank(
  ctx: ServiceContext,
  query: string,
  hits: readonly (Measured & { readonly score: number })[],
): Promise<{ readonly ranked: Ranked[]; readonly notes: ReadonlyMap<string, StoredNote> }> {
  const best = hits.slice(0, LOOKED_AT);
  const notes = await getNotes(
    ctx,
    best.map(({ id }) => id),
  );
  const found = best.flatMap((hit) => {
    const note = notes.get(hit.id);
    return note ? [{ hit, note }] : [];
  });
  const passages = passagesFor(query);
  const read = await mapInTurns(found, async ({ hit, note }, turn) => ({
    hit,
    note,
    passage: (await passages.answerPassage(note.content, hit.window, turn)).text,
  }));
  const texts = read.map(({ hit, note, passage }) => ({
    title: note.title,
    passage,
    createdAt: note.created_at,
    importance: note.importance,
    score: hit.score,
  }));
  const now = ctx.clock.now();
  const phrased = await phrasingBonus(query, texts);
  const timed = timeBonus(timeOfQuestion(query, now), texts, now);
  const lifted = read.map(({ hit }, index) => ({
    id: hit.id,
    score: hit.score + phrased[index]! + timed[index]!,
    via: [],
  }));
  const rest = hits.slice(LOOKED_AT).map(({ id, score }) => ({ id, score, via: [] }));
  return { ranked: [...lifted, ...rest].toSorted((one, other) => other.score - one.score), notes };
}
