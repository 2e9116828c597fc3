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

/** What was read to rank the best hits, by note. */
export interface ReadTexts {
  readonly notes: ReadonlyMap<string, StoredNote>;
  readonly passages: ReadonlyMap<string, string>;
}

/** Orders near ties by the notes' texts: their phrasing, their time and whether the question names them. */
export async function rerank(
  ctx: ServiceContext,
  query: string,
  hits: readonly (ScoredCandidate & { readonly score: number })[],
  namedIds: ReadonlySet<string>,
): Promise<ReadTexts & { readonly rankedHits: RankedHit[] }> {
  const isRead = ({ id }: { readonly id: string }, place: number) => place < RERANK_DEPTH || namedIds.has(id);
  const best = hits.filter(isRead);
  const notes = await getNotes(
    ctx,
    best.map(({ id }) => id),
  );
  const hitsWithNotes = best.flatMap((hit) => {
    const note = notes.get(hit.id);
    return note && !note.archived ? [{ hit, note }] : [];
  });
  const questionPassages = passagesFor(query);
  const read = await mapInTurns(hitsWithNotes, async ({ hit, note }, turn) => ({
    hit,
    note,
    passage: (await questionPassages.answerPassage(note.content, hit.window, turn)).text,
  }));
  const texts = read.map(({ hit, note, passage }) => ({
    title: note.title,
    passage,
    isNamed: namedIds.has(note.id),
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
  const rest = hits.filter((hit, place) => !isRead(hit, place)).map(({ id, score }) => ({ id, score, via: [] }));
  return {
    rankedHits: [...rescoredHits, ...rest].toSorted((one, other) => other.score - one.score),
    notes,
    passages: new Map(read.map(({ note, passage }) => [note.id, passage])),
  };
}
