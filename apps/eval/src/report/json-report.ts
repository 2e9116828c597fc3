import { writeFile } from "node:fs/promises";
import { arch, availableParallelism, cpus, platform, totalmem } from "node:os";
import { resolve } from "node:path";
import { VERSION } from "@knote/config";
import { EvalError } from "../eval-error.ts";
import type { EvalSettings } from "../eval-settings.ts";
import type { AnswerMeasurement } from "../measure/measure-answers.ts";
import type { RecallMeasurement } from "../measure/measure-recall.ts";
import type { Pass, SetMeasurement } from "../measure/measure-set.ts";

export interface Report {
  readonly settings: EvalSettings;
  /** Part of the names of this run's users. */
  readonly run: string;
  /** Version of the measured service. */
  readonly service: string;
  readonly measurements: readonly SetMeasurement[];
}

/** Writes settings, versions, the machine and all figures; single questions only with `details`. */
export async function writeReport(file: string, { settings, run, service, measurements }: Report): Promise<void> {
  const report = {
    run,
    writtenAt: new Date().toISOString(),
    versions: { knote: VERSION, service, node: process.version },
    machine: {
      cpu: cpus()[0]?.model ?? "unknown",
      cores: availableParallelism(),
      memoryBytes: totalmem(),
      system: `${platform()} ${arch()}`,
    },
    settings: { ...settings, data: resolve(settings.data) },
    sets: settings.details ? measurements : measurements.map(withoutQueries),
  };
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`).catch((error: Error) => {
    throw new EvalError(`${file} cannot be written: ${error.message}.`, { cause: error });
  });
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
