/**
 * Kills the server at random moments under mixed load, and checks after each kill that everything it acknowledged is
 * there and complete: by a journal of the responses and by `knote doctor`. The seed determines the requests and the
 * moments, but not how they coincide.
 *   npm run crash -- [--kills 300] [--seed 1]
 */
import { parseArgs } from "node:util";
import { quantile } from "./bench/load.ts";
import { runCrashes } from "./crash/run-crashes.ts";

const { values } = parseArgs({ options: { kills: { type: "string" }, seed: { type: "string" } } });
const [kills, seed] = [Number(values.kills ?? 300), Number(values.seed ?? Date.now() % 1_000_000)];

process.stdout.write(`${kills} kills, seed ${seed}\n`);
const report = await runCrashes({
  kills,
  seed,
  onKill: (count) => process.stderr.write(`\r${count} kills`),
});
const recoveries = report.recoveriesMs.toSorted((one, other) => one - other);
const [p50, most] = [0.5, 1].map((share) => Math.round(quantile(recoveries, share)));
process.stderr.write("\n");
process.stdout.write(
  `${report.kills} kills, ${report.acknowledgedCount.toLocaleString("en")} acknowledged requests in ${Math.round(report.seconds)} s; healthy after ${p50} ms (p50), ${most} ms (most); ${report.doubleCount} messages of webhooks sent twice, ${report.mostUnderWay} attempts of one webhook under way at a kill at most\n`,
);
for (const fault of report.faults) process.stdout.write(`fault: ${fault}\n`);
process.stdout.write(report.faults.length === 0 ? "Nothing was lost, and nothing was incomplete.\n" : "");
process.exitCode = report.faults.length === 0 ? 0 : 1;
