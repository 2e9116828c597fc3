import { randomUUID } from "node:crypto";
import { EvalError } from "./eval-error.ts";
import { chooseSets, discoverSets } from "./sets/discover-sets.ts";
import { readSet } from "./sets/read-set.ts";
import { isJudged, remarksOn } from "./sets/remarks-on.ts";
import type { EvalSettings } from "./eval-settings.ts";
import type { EvaluationSet } from "./sets/evaluation-set.ts";
import { measureSet, type SetMeasurement } from "./measure/measure-set.ts";
import { writeReport } from "./report/json-report.ts";
import { createProgress, type Progress } from "./progress.ts";
import { answerTable, recallTable } from "./report/tables.ts";
import { NotesRemainError, purgeUsers } from "./service/purge-users.ts";
import { createServiceClient, type ServiceClient } from "./service/service-client.ts";
import type { Service } from "./service/service.ts";
import { whenInterrupted } from "./when-interrupted.ts";

/** Measures the chosen sets one after the other. Prints the figures of the finished ones even after a failure. */
export async function runEval(settings: EvalSettings, openService: () => Promise<Service>): Promise<void> {
  const progress = createProgress(process.stderr, () => performance.now());
  const sets = await readSets(settings, progress);
  const measurements: SetMeasurement[] = [];
  using interruption = whenInterrupted();
  try {
    await using service = await openService();
    await withUsers(service, interruption.signal, progress, async (client) => {
      const run = randomUUID().slice(-12);
      const { version, status } = await client.health();
      if (status !== "ok") progress.writeLine(`The service reports its status as ${status}.`);
      const report = () =>
        settings.json && writeReport(settings.json, { settings, run, service: version, measurements });
      // An unwritable file must fail before the work, not after it.
      await report();
      for (const set of sets) {
        measurements.push(await measureSet(set, settings, { client, progress, run }));
        await report();
      }
    });
  } catch (error) {
    if (!interruption.signal.aborted || error instanceof NotesRemainError) throw error;
    throw new EvalError("Stopped; nothing was left behind.", { cause: error });
  } finally {
    progress.clear();
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

/** Runs `work`, then, even after a failure, removes what it stored in a service that outlives the measurement. */
async function withUsers(
  { url, secret, keepsNotes }: Service,
  signal: AbortSignal,
  progress: Progress,
  work: (client: ServiceClient) => Promise<void>,
): Promise<void> {
  const client = createServiceClient({ url, secret, signal });
  try {
    await work(client);
  } finally {
    if (keepsNotes) {
      const purgedCount = await purgeUsers(createServiceClient({ url, secret }), client.users());
      progress.writeLine(`${purgedCount} notes removed.`);
    }
  }
}

function print(measurements: readonly SetMeasurement[]): void {
  if (measurements.length === 0) return;
  const tables = [recallTable(measurements), answerTable(measurements)].filter(Boolean);
  process.stdout.write(tables.join("\n"));
}
