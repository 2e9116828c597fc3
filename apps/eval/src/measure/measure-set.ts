import type { RecallMode } from "@knote/contract";
import type { EvaluationSet } from "../sets/evaluation-set.ts";
import { measureAnswers, type AnswerMeasurement } from "./measure-answers.ts";
import { measureRecall, measureSuggestions, type RecallMeasurement } from "./measure-recall.ts";
import { linkSet, storeSet, type MeasureContext, type StoredSet } from "./stored-set.ts";

export interface MeasureOptions {
  readonly modes: readonly RecallMode[];
  readonly answers: boolean;
  readonly sample: number | undefined;
}

export interface SetMeasurement {
  readonly name: string;
  readonly task: EvaluationSet["task"];
  readonly documents: number;
  readonly users: number;
  readonly storedSeconds: number;
  readonly indexedSeconds: number;
  /** One without links and, where the set has links, one with them. */
  readonly passes: readonly Pass[];
}

export interface Pass {
  readonly links: number;
  readonly recall: readonly RecallMeasurement[];
  readonly answers: AnswerMeasurement | null;
}

/** Stores a set and measures everything that it has judgements or answers for. */
export async function measureSet(
  set: EvaluationSet,
  options: MeasureOptions,
  context: MeasureContext,
): Promise<SetMeasurement> {
  const storedSet = await storeSet(set, context);
  const passes = [await measurePass(storedSet, 0, options, context)];
  if (set.links) {
    await linkSet(storedSet, set.links, context);
    passes.push(await measurePass(storedSet, set.links.length, options, context));
  }
  return {
    name: set.name,
    task: set.task,
    documents: set.documents.length,
    users: new Set(set.documents.map(({ group }) => group)).size,
    storedSeconds: storedSet.storedSeconds,
    indexedSeconds: storedSet.indexedSeconds,
    passes,
  };
}

async function measurePass(
  storedSet: StoredSet,
  links: number,
  { modes, answers, sample }: MeasureOptions,
  context: MeasureContext,
): Promise<Pass> {
  const recall: RecallMeasurement[] = [];
  if (storedSet.set.task === "suggestions") recall.push(await measureSuggestions(storedSet, context));
  else for (const mode of modes) recall.push(await measureRecall(storedSet, mode, context));
  const hasAnswers = storedSet.set.queries.some(({ answer }) => answer !== undefined);
  return { links, recall, answers: answers && hasAnswers ? await measureAnswers(storedSet, sample, context) : null };
}
