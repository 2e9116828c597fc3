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
  /** Before anyone is asked the verb. @default nothing */
  readonly before?: (step: Step) => Promise<void>;
}

export interface Asked {
  /** For each verb. */
  readonly seconds: number;
  /** How the names of the verbs begin that are measured. */
  readonly only: string;
}

/**
 * All verbs, one after the other; each is asked of all servers that know it, in turn: a machine changes its speed within
 * minutes. What the last leaves for the background costs none of the others.
 */
export async function runVerbs(runs: readonly Run[], { seconds, only }: Asked): Promise<Column[]> {
  const columns: Column[] = runs.map(() => ({}));
  const known = runs.map(({ api, material }) => steps(api, material));
  for (const verb of VERBS) {
    if (!verb.startsWith(only)) continue;
    const asked = runs.flatMap((run, index) => {
      const step = known[index]![verb];
      return step ? [{ run, step, column: columns[index]! }] : [];
    });
    for (const { run, step } of asked) await run.before?.(step);
    for (const { run, step, column } of asked) {
      process.stderr.write(`${run.name}: ${verb} … `);
      column[verb] = await measure(run.client, run.server, step, seconds);
      process.stderr.write("done\n");
    }
  }
  return columns;
}
