import { type JudgeRun, LIMITS, type RunJudgeInput } from "@knote/contract";
import type { ServiceContext } from "../context.ts";
import { DomainError, noteNotFound } from "../errors.ts";
import { inParallel } from "../kit/in-parallel.ts";
import { getNotes } from "../kit/stored-notes.ts";
import { waitWithoutPlace } from "../kit/wait-without-place.ts";
import type { JudgedNote, LinkJudge, ProposedRelation } from "../ports/link-judge.ts";
import { LOOKS_AT_ONCE, type Look } from "../ports/look-store.ts";
import type { StoredNote } from "../ports/note-store.ts";
import { askJudge, toJudgedNote } from "../suggestions/judge-links.ts";
import { headVectors, NOTES_A_CALL } from "../tend/near-pairs.ts";
import { walkNotes } from "../tend/walk-notes.ts";
import { timestamp } from "../time.ts";
import { type Candidate, candidatesOf } from "./candidates-of.ts";
import { judgementLook } from "./proposal-looks.ts";

/** Calls of the judge at a time: a person waits for the whole run. */
const CALLS_AT_ONCE = 4;
const PROVIDER = { isRemote: true };

/** One question to the judge. */
interface Question {
  readonly note: JudgedNote & { readonly id: string };
  readonly candidates: readonly Candidate[];
}

/**
 * Asks the judge how notes relate to those near them, one call a note, and keeps what it proposes. What was judged
 * before the judge failed is kept; when nothing was, throws as the judge does. Throws UNAVAILABLE without a judge.
 */
export async function runJudge(ctx: ServiceContext, input: RunJudgeInput): Promise<JudgeRun> {
  const { judge } = ctx;
  if (judge === null) throw new DomainError("UNAVAILABLE", "No model is configured that judges links.");
  const notes = await chosenNotes(ctx, input);
  const questions = await questionsAbout(ctx, notes);
  const open = questions.filter(({ candidates }) => candidates.length > 0);
  const { answers, failure } = await waitWithoutPlace(ctx, PROVIDER, askAll(ctx, judge, open));
  if (failure !== null && answers.size === 0) throw failure;
  const by = `judge:${judge.id}`;
  const looks = [...answers].flatMap(([question, proposals]) =>
    proposals.flatMap((proposal) => lookOf(question, proposal, { by, made_at: timestamp(ctx) })),
  );
  const judgedNotes = questions.length - open.length + answers.size;
  return { made: await store(ctx, looks), notes: judgedNotes, by };
}

/** Returns the notes to judge that stand. Throws NOT_FOUND when one that is named does not exist. */
async function chosenNotes(ctx: ServiceContext, { note_ids: ids, since }: RunJudgeInput): Promise<StoredNote[]> {
  const states = await ctx.storage.links.states(ctx.actor.userId);
  if (ids === undefined) {
    const newest = await walkNotes(ctx, states, { limit: LIMITS.judgedNotesAtOnce, after: undefined });
    const from = since === undefined ? "" : new Date(since).toISOString();
    return newest.filter(({ created_at }) => created_at >= from);
  }
  const notes = await getNotes(ctx, ids);
  if (ids.some((id) => !notes.has(id))) throw noteNotFound();
  return [...notes.values()].filter(({ id, archived }) => !archived && !states.superseded.has(id));
}

async function questionsAbout(ctx: ServiceContext, notes: readonly StoredNote[]): Promise<Question[]> {
  const questions: Question[] = [];
  const askedPairs = new Set<string>();
  for (let start = 0; start < notes.length; start += NOTES_A_CALL) {
    const batch = notes.slice(start, start + NOTES_A_CALL);
    const vectors = await headVectors(ctx, batch);
    for (const note of batch) {
      const all = await candidatesOf(ctx, note, vectors.get(note.id) ?? null);
      const candidates = all.filter(({ look }) => !askedPairs.has(look));
      for (const { look } of candidates) askedPairs.add(look);
      questions.push({ note: { id: note.id, ...toJudgedNote(note) }, candidates });
    }
  }
  return questions;
}

/** Asks until a call fails; those under way are finished. */
async function askAll(
  ctx: ServiceContext,
  judge: LinkJudge,
  questions: readonly Question[],
): Promise<{ readonly answers: Map<Question, ProposedRelation[]>; readonly failure: DomainError | null }> {
  const answers = new Map<Question, ProposedRelation[]>();
  try {
    await inParallel(questions, CALLS_AT_ONCE, async (question) => {
      const { title, text } = question.note;
      const candidates = question.candidates.map((one) => ({ title: one.title, text: one.text }));
      answers.set(question, await askJudge(ctx, judge, { note: { title, text }, candidates }));
    });
  } catch (error) {
    if (!DomainError.is(error)) throw error;
    return { answers, failure: error };
  }
  return { answers, failure: null };
}

function lookOf(
  { note, candidates }: Question,
  { index, relation, quote, confidence }: ProposedRelation,
  making: { readonly by: string; readonly made_at: string },
): Look[] {
  const candidate = candidates[index];
  if (candidate === undefined) return [];
  const source = [note, candidate].find(({ title, text }) => title.includes(quote) || text.includes(quote));
  // A quote that stands in neither text is made up, and what it is to show may be as well.
  if (source === undefined) return [];
  const evidence = { note_id: source.id, quote };
  const link = { source_id: note.id, target_id: candidate.id, relation };
  return [
    judgementLook({ ...link, similarity: candidate.similarity, confidence, evidence, ...making }, candidate.texts),
  ];
}

async function store(ctx: ServiceContext, looks: readonly Look[]): Promise<number> {
  let storedCount = 0;
  for (let start = 0; start < looks.length; start += LOOKS_AT_ONCE)
    storedCount += await ctx.storage.looks.put(ctx.actor.userId, looks.slice(start, start + LOOKS_AT_ONCE));
  return storedCount;
}
