import type { ServiceContext } from "../context.ts";
import { getNotes } from "../kit/stored-notes.ts";
import type { StoredNote } from "../ports/note-store.ts";
import type { ScoredCandidate } from "./candidates.ts";
import { mapInTurns } from "../kit/in-turns.ts";
import { passagesFor } from "./passage.ts";
import { phrasingBonus } from "./phrasing.ts";
import { timeOfQuestion } from "./time-of-question.ts";
import { timeBonus } from "./time-bonus.ts";
import type { RankedHit } from "./ranked-hit.ts";

/** Best hits that are read and scored again; ten more do not improve results (docs/adr/0005). */
const RERANK_DEPTH = 20;

/** Orders near ties by the notes' texts: their phrasing and their time. `hits` is best first. */
export async function rerank(
  ctx: ServiceContext,
  query: string,
  hits: readonly (ScoredCandidate & { readonly score: number })[],
): Promise<{ readonly rankedHits: RankedHit[]; readonly notes: ReadonlyMap<string, StoredNote> }> {
  const best = hits.slice(0, RERANK_DEPTH);
  const notes = await getNotes(
    ctx,
    best.map(({ id }) => id),
  );
  const hitsWithNotes = best.flatMap((hit) => {
    const note = notes.get(hit.id);
    return note ? [{ hit, note }] : [];
  });
  const passages = passagesFor(query);
  const read = await mapInTurns(hitsWithNotes, async ({ hit, note }, turn) => ({
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
  const phrasingBonuses = await phrasingBonus(query, texts);
  const timeBonuses = timeBonus(timeOfQuestion(query, now), texts, now);
  const rescoredHits = read.map(({ hit }, index) => ({
    id: hit.id,
    score: hit.score + phrasingBonuses[index]! + timeBonuses[index]!,
    via: [],
  }));
  const rest = hits.slice(RERANK_DEPTH).map(({ id, score }) => ({ id, score, via: [] }));
  return { rankedHits: [...rescoredHits, ...rest].toSorted((one, other) => other.score - one.score), notes };
}
