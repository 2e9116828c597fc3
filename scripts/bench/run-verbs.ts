import type { Client } from "./load.ts";
import { type Api, type Figures, type Material, measure, type Step, steps, type Verb, VERBS } from "./measure.ts";
import type { BenchServer } from "./server-process.ts";

export type Column = Partial<Record<Verb, Figures>>;

export interface Run {
  readonly name: string;
  readonly api: Api;
  readonly client: Client;
  readonly server: BenchServer;
  readonly material: Material;
  /** Runs before a verb is measured. @default nothing */
  readonly before?: (step: Step) => Promise<void>;
}

export interface RunOptions {
  /** Time per verb. */
  readonly seconds: number;
  /** Prefix of the names of the verbs to measure. */
  readonly only: string;
}

/**
 * Measures all verbs, each on one server after the other, because a machine's speed changes within minutes. Verbs
 * that leave background work come last, so that it slows down no other verb.
 */
export async function runVerbs(runs: readonly Run[], { seconds, only }: RunOptions): Promise<Column[]> {
  const columns: Column[] = runs.map(() => ({}));
  const stepsByRun = runs.map(({ api, material }) => steps(api, material));
  for (const verb of VERBS) {
    if (!verb.startsWith(only)) continue;
    const participants = runs.flatMap((run, index) => {
      const step = stepsByRun[index]![verb];
      return step ? [{ run, step, column: columns[index]! }] : [];
    });
    for (const { run, step } of participants) await run.before?.(step);
    for (const { run, step, column } of participants) {
      process.stderr.write(`${run.name}: ${verb} … `);
      column[verb] = await measure(run.client, run.server, step, seconds);
      process.stderr.write("done\n");
    }
  }
  return columns;
}
