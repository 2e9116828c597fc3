import type { DataTransfer } from "@knote/api";
import { CliError } from "../cli-error.ts";
import { checkData, type Checked } from "./check-data.ts";
import { copyData } from "./copy-data.ts";
import { createMigrationProgress } from "./migration-progress.ts";

/** More would not help anybody. */
const SHOWN = 20;

interface Migration {
  readonly source: DataTransfer;
  readonly target: DataTransfer;
  /** Names of the places. */
  readonly from: string;
  readonly to: string;
}

/** Copies all data and compares both sides. Returns whether they are the same; only then the target may be served. */
export async function migrate(migration: Migration): Promise<boolean> {
  const { source, target, from, to } = migration;
  await begin(migration);
  const { serving, next } = await source.storage.vectors.models();
  const sides = { source, target, models: [serving, next].filter((model) => model !== null) };
  const progress = createMigrationProgress(process.stderr, await source.totals());
  const checked = await copyAndCheck().finally(progress.end);
  if (checked.differences.length > 0) {
    // What is missing is brought by the next call.
    await target.setMark({ source: from, done: null });
    process.stderr.write(`${differing(checked.differences)}\n`);
    return false;
  }
  await target.setMark(null);
  process.stdout.write(`All data of ${from} is in ${to}, and both were compared: ${counted(checked)}.\n`);
  process.stdout.write(
    "Vectors came along; what was due is embedded by the server. The activity stream begins again.\n",
  );
  return true;

  async function copyAndCheck(): Promise<Checked> {
    await copyData(sides, from, progress);
    return await checkData(sides, progress);
  }
}

/** Refuses a target that holds anything but what an earlier call of the same migration brought. */
async function begin({ source, target, from, to }: Migration): Promise<void> {
  const unfinished = await source.mark();
  if (unfinished)
    throw new CliError(`${from} is not complete itself: finish its migration from ${unfinished.source} first.`);
  const mark = await target.mark();
  if (mark && mark.source !== from)
    throw new CliError(`${to} holds a part of ${mark.source}: finish that migration, or empty it first.`);
  if (mark) {
    process.stderr.write("An earlier call was cut short; this one goes on.\n");
    return;
  }
  if (await holdsData(target)) throw new CliError(`${to} holds data already: only an empty place is migrated to.`);
  await target.setMark({ source: from, done: null });
}

async function holdsData(target: DataTransfer): Promise<boolean> {
  for await (const _ of target.users(null)) return true;
  for await (const _ of target.cuts()) return true;
  return false;
}

function differing(differences: readonly string[]): string {
  const more = differences.length > SHOWN ? [`… and ${differences.length - SHOWN} more.`] : [];
  const advice =
    "The target is not served. The same command brings what is missing; for what should not be there, begin with an empty target.";
  return ["Not everything is the same on both sides:", ...differences.slice(0, SHOWN), ...more, advice].join("\n");
}

function counted({ counts }: Checked): string {
  return [...counts].map(([kind, count]) => `${kind}: ${count.toLocaleString("en")}`).join(", ");
}
