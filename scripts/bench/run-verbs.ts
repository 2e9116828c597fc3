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
  readonly seconds: number;
  /** How the names of the verbs begin that are measured. */
  readonly only: string;
  /** @default nothing */
  readonly before?: (step: Step) => Promise<void>;
}

/** All verbs that the server knows, one after the other. */
export async function runVerbs({ name, api, client, server, material, seconds, only, before }: Run): Promise<Column> {
  const column: Column = {};
  const known = steps(api, material);
  for (const verb of VERBS) {
    const step = known[verb];
    if (!step || !verb.startsWith(only)) continue;
    process.stderr.write(`${name}: ${verb} … `);
    await before?.(step);
    column[verb] = await measure(client, server, step, seconds);
    process.stderr.write("done\n");
  }
  return column;
}
