import { Answer } from "@knote/contract";
import type { EvaluationQuery } from "../sets/evaluation-set.ts";
import {
  ADVERSARIAL,
  answerFigures,
  type AnswerFigures,
  type CitationCounts,
  type JudgedAnswer,
} from "../metrics/answer-figures.ts";
import {
  answerStems,
  holdsStems,
  isExactMatch,
  tokenF1,
  tokenRecall,
  withoutCitations,
} from "../metrics/answer-match.ts";
import { takeEvenly } from "../take-evenly.ts";
import type { MeasureContext, StoredSet } from "./stored-set.ts";

export interface AnsweredQuery extends JudgedAnswer {
  readonly gold: string;
  readonly answer: string;
  readonly sources: readonly string[];
}

export interface AnswerMeasurement {
  readonly models: readonly string[];
  readonly figures: readonly AnswerFigures[];
  readonly queries: readonly AnsweredQuery[];
}

/** Asks the questions with a known answer, or an even sample of them, one after the other. */
export async function measureAnswers(
  storedSet: StoredSet,
  sample: number | undefined,
  { client, progress }: MeasureContext,
): Promise<AnswerMeasurement> {
  const { set } = storedSet;
  const answerable = set.queries.filter(({ answer }) => answer !== undefined);
  const questions = takeEvenly(answerable, sample ?? answerable.length);
  const texts = new Map(set.documents.map(({ id, title, content }) => [id, `${title}\n${content}`]));
  const models = new Set<string>();
  const queries: AnsweredQuery[] = [];
  for (const query of questions) {
    const begin = performance.now();
    const user = storedSet.userOf(query.group);
    const reply = await client.call({
      user,
      method: "POST",
      path: "/api/ask",
      body: { query: query.text },
      schema: Answer,
    });
    const ms = performance.now() - begin;
    const sources = reply.sources.map(({ id }) => storedSet.documentOf(id));
    const citedNotes = sources.map((id) => ({ id, text: texts.get(id) ?? "" }));
    queries.push({ ...judge(query, reply, citedNotes, set.relevant.get(query.id)), sources, ms });
    models.add(reply.model);
    progress.step(`${set.name}: answers`, queries.length, questions.length);
  }
  return { models: [...models].sort(), figures: answerFigures(queries), queries };
}

interface CitedNote {
  readonly id: string;
  readonly text: string;
}

function judge(
  { id, category, answer: gold = "" }: EvaluationQuery,
  { answer }: Answer,
  citedNotes: readonly CitedNote[],
  relevant: ReadonlySet<string> | undefined,
): Omit<AnsweredQuery, "sources" | "ms"> {
  const text = withoutCitations(answer);
  const abstained = citedNotes.length === 0;
  return {
    query: id,
    category,
    gold,
    answer,
    abstained,
    f1: abstained ? 0 : tokenF1(text, gold),
    exact: !abstained && isExactMatch(text, gold),
    recall: abstained ? 0 : tokenRecall(text, gold),
    // No note holds the answer to an adversarial question.
    citations:
      category === ADVERSARIAL ? countCitations(citedNotes, "", undefined) : countCitations(citedNotes, gold, relevant),
  };
}

function countCitations(
  citedNotes: readonly CitedNote[],
  gold: string,
  relevant: ReadonlySet<string> | undefined,
): CitationCounts {
  const stems = answerStems(gold);
  return {
    cited: citedNotes.length,
    checked: stems.size === 0 ? 0 : citedNotes.length,
    holding: stems.size === 0 ? 0 : citedNotes.filter(({ text }) => holdsStems(text, stems)).length,
    judged: relevant ? citedNotes.length : 0,
    relevant: citedNotes.filter(({ id }) => relevant?.has(id)).length,
  };
}
