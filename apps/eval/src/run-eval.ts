import { resolve } from "node:path";
import { EvalError } from "./eval-error.ts";
import type { EvalSettings } from "./eval-settings.ts";
import type { AnswerMeasurement } from "./measure/measure-answers.ts";
import type { RecallMeasurement } from "./measure/measure-recall.ts";
import { measureService } from "./measure/measure-service.ts";
import { measureSet, type Pass, type SetMeasurement } from "./measure/measure-set.ts";
import { createProgress, type Progress } from "./progress.ts";
import { writeReport } from "./report/json-report.ts";
import { answerTable, recallTable } from "./report/tables.ts";
import type { Service } from "./service/service.ts";
import { chooseSets, discoverSets } from "./sets/discover-sets.ts";
import type { EvaluationSet } from "./sets/evaluation-set.ts";
import { readSet } from "./sets/read-set.ts";
import { isJudged, remarksOn } from "./sets/remarks-on.ts";

/** Measures the chosen sets one after the other. Prints the figures of the finished ones even after a failure. */
export async function runEval(settings: EvalSettings, openService: () => Promise<Service>): Promise<void> {
  const progress = createProgress(process.stderr, () => performance.now());
  const sets = await readSets(settings, progress);
  const measurements: SetMeasurement[] = [];
  try {
    await measureService(openService, progress, async (context, service) => {
      const report = async () => {
        if (settings.json) await writeReport(settings.json, reportOf(settings, measurements), context.run, service);
      };
      // An unwritable file must fail before the work, not after it.
      await report();
      for (const set of sets) {
        measurements.push(await measureSet(set, settings, context));
        await report();
      }
    });
  } finally {
    print(measurements);
  }
}

/** Reads all sets before anything is stored, so that a wrong line is reported at once. */
async function readSets({ data, sets }: EvalSettings, progress: Progress): Promise<EvaluationSet[]> {
  const files = chooseSets(await discoverSets(data), sets);
  const judgedSets: EvaluationSet[] = [];
  for (const one of files) {
    const set = await readSet(one);
    for (const remark of remarksOn(set, one)) progress.writeLine(`${set.name}: ${remark}`);
    if (isJudged(set)) judgedSets.push(set);
  }
  if (judgedSets.length > 0) return judgedSets;
  throw new EvalError(`${data} holds nothing to measure: a set is corpus.jsonl, queries.jsonl and qrels.tsv.`);
}

function reportOf(settings: EvalSettings, measurements: readonly SetMeasurement[]): object {
  return {
    settings: { ...settings, data: resolve(settings.data) },
    sets: settings.details ? measurements : measurements.map(withoutQueries),
  };
}

function withoutQueries(set: SetMeasurement): object {
  const figures = ({ queries: _, ...rest }: RecallMeasurement | AnswerMeasurement) => rest;
  const passes = set.passes.map(({ links, recall, answers }: Pass) => ({
    links,
    recall: recall.map(figures),
    answers: answers && figures(answers),
  }));
  return { ...set, passes };
}

function print(measurements: readonly SetMeasurement[]): void {
  if (measurements.length === 0) return;
  const tables = [recallTable(measurements), answerTable(measurements)].filter(Boolean);
  process.stdout.write(tables.join("\n"));
}
