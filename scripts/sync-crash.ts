/**
 * Kills `knote sync` at random moments while a folder and the notes are edited, and checks that no word of any edit is
 * lost and that both sides become alike. The seed determines edits and moments, but not how they coincide.
 *   node scripts/sync-crash.ts [--kills 200] [--seed 1]
 */
import { parseArgs } from "node:util";
import { runSyncCrashes } from "./sync-crash/run-sync-crashes.ts";

const { values } = parseArgs({ options: { kills: { type: "string" }, seed: { type: "string" } } });
const [kills, seed] = [Number(values.kills ?? 200), Number(values.seed ?? Date.now() % 1_000_000)];

process.stdout.write(`${kills} kills, seed ${seed}\n`);
const { edits, spareCount, conflicts, seconds, faults, ...report } = await runSyncCrashes({
  kills,
  seed,
  onKill: (count) => process.stderr.write(`\r${count} kills`),
});
process.stderr.write("\n");
process.stdout.write(
  `${report.kills} kills (${spareCount} syncs were faster), ${edits} edits, ${conflicts} conflict notes in ${Math.round(seconds)} s\n`,
);
for (const fault of faults) process.stdout.write(`fault: ${fault}\n`);
process.stdout.write(faults.length === 0 ? "No word was lost, and both sides are alike.\n" : "");
process.exitCode = faults.length === 0 ? 0 : 1;
