import type { RecallMode } from "@knote/contract";
import type { EvaluationSet } from "../sets/evaluation-set.ts";
import { measureAnswers, type AnswerMeasurement } from "./measure-answers.ts";
import { measureRecall, measureSuggestions, type RecallMeasurement } from "./measure-recall.ts";
import { linkSet, storeSet, type Measuring, type StoredSet } from "./stored-set.ts";

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
  measuring: Measuring,
): Promise<SetMeasurement> {
  const stored = await storeSet(set, measuring);
  const passes = [await measurePass(stored, 0, options, measuring)];
  if (set.links) {
    await linkSet(stored, set.links, measuring);
    passes.push(await measurePass(stored, set.links.length, options, measuring));
  }
  return {
    name: set.name,
    task: set.task,
    documents: set.documents.length,
    users: new Set(set.documents.map(({ group }) => group)).size,
    storedSeconds: stored.storedSeconds,
    indexedSeconds: stored.indexedSeconds,
    passes,
  };
}

async function measurePass(
  stored: StoredSet,
  links: number,
  { modes, answers, sample }: MeasureOptions,
  measuring: Measuring,
): Promise<Pass> {
  const recall: RecallMeasurement[] = [];
  if (stored.set.task === "suggestions") recall.push(await measureSuggestions(stored, measuring));
  else for (const mode of modes) recall.push(await measureRecall(stored, mode, measuring));
  const hasAnswers = stored.set.queries.some(({ answer }) => answer !== undefined);
  return { links, recall, answers: answers && hasAnswers ? await measureAnswers(stored, sample, measuring) : null };
}
