import type { DataTransfer } from "@knote/api";
import { CliError } from "../cli-error.ts";
import { checkData, type CheckResult } from "./check-data.ts";
import { copyData } from "./copy-data.ts";
import { createMigrationProgress } from "./migration-progress.ts";

/** Most differences printed. */
const MOST_DIFFERENCES = 20;

interface Migration {
  readonly source: DataTransfer;
  readonly target: DataTransfer;
  /** Names of the places. */
  readonly from: string;
  readonly to: string;
  /** Leaves out what still waits for webhooks, instead of refusing. */
  readonly withoutWaiting: boolean;
}

/** Copies all data and compares both sides. Returns whether they are the same; only then can the target be served. */
export async function migrate(migration: Migration): Promise<boolean> {
  const { source, target, from, to } = migration;
  await begin(migration);
  const { serving, next } = await source.storage.vectors.models();
  const sides = { source, target, models: [serving, next].filter((model) => model !== null) };
  const progress = createMigrationProgress(process.stderr, await source.totals());
  const result = await copyAndCheck().finally(progress.end);
  if (result.differences.length > 0) {
    // The next call goes through all users again and copies what is missing.
    await target.setMark({ source: from, done: null });
    process.stderr.write(`${differing(result.differences)}\n`);
    return false;
  }
  await target.setMark(null);
  process.stdout.write(`All data of ${from} was copied to ${to} and compared: ${describeCounts(result)}.\n`);
  process.stdout.write(
    "Vectors were copied; the server embeds the notes that were due. The activity stream begins again.\n",
  );
  return true;

  async function copyAndCheck(): Promise<CheckResult> {
    await copyData(sides, from, progress);
    return await checkData(sides, progress);
  }
}

/** Refuses a target that holds other data than an interrupted call of the same migration has copied. */
async function begin({ source, target, from, to, withoutWaiting }: Migration): Promise<void> {
  const sourceMark = await source.mark();
  if (sourceMark) throw new CliError(`${from} is incomplete: finish its migration from ${sourceMark.source} first.`);
  const { waiting } = await source.storage.webhooks.figures();
  if (waiting > 0 && !withoutWaiting)
    throw new CliError(
      `In ${from}, ${waiting === 1 ? "a delivery waits" : `${waiting} deliveries wait`} for webhooks; what waits is not copied: start its server to send it, or add --without-waiting.`,
    );
  const mark = await target.mark();
  if (mark && mark.source !== from)
    throw new CliError(`${to} holds a part of ${mark.source}: finish that migration first, or empty the target.`);
  if (mark) {
    process.stderr.write("Resuming an interrupted migration.\n");
    return;
  }
  if (await holdsData(target)) throw new CliError(`${to} already holds data: the target must be empty.`);
  await target.setMark({ source: from, done: null });
}

async function holdsData(target: DataTransfer): Promise<boolean> {
  for await (const _ of target.users(null)) return true;
  for await (const _ of target.cuts()) return true;
  return false;
}

function differing(differences: readonly string[]): string {
  const more = differences.length > MOST_DIFFERENCES ? [`… and ${differences.length - MOST_DIFFERENCES} more.`] : [];
  const advice =
    "No server starts on the target. Run the same command again to copy what is missing; to get rid of extra data, begin with an empty target.";
  return ["The two sides differ:", ...differences.slice(0, MOST_DIFFERENCES), ...more, advice].join("\n");
}

function describeCounts({ counts }: CheckResult): string {
  return [...counts].map(([kind, count]) => `${kind}: ${count.toLocaleString("en")}`).join(", ");
}
