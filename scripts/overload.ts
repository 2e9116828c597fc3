/**
 * Sends ten times more requests than the server can serve, for a minute. The excess must be refused at once, served
 * responses complete, memory bounded, and the server must recover. Ends with 1 when a promise is broken.
 *   npm run overload -- [--seconds 60] [--times 10] [--notes 2000]
 */
import { parseArgs } from "node:util";
import { makeCorpus } from "./bench/corpus.ts";
import { knoteWith, pinLoad, startServer } from "./bench/server-process.ts";
import { benchUsers, tokensOf } from "./bench/tokens.ts";
import { brokenPromises, reportTable } from "./overload/promises.ts";
import { runOverload } from "./overload/run-overload.ts";

const { values } = parseArgs({
  options: { seconds: { type: "string" }, times: { type: "string" }, notes: { type: "string" } },
});

pinLoad();
await using server = await startServer(knoteWith({ LOG_LEVEL: "error", DEFAULT_TIER: "agent" }));
const [token] = await tokensOf(benchUsers(1));
const report = await runOverload(server, {
  notes: makeCorpus(Number(values.notes ?? 2_000)),
  seconds: Number(values.seconds ?? 60),
  times: Number(values.times ?? 10),
  token: token!,
  onProgress: (what) => void process.stderr.write(`${what} …\n`),
});
const breaches = brokenPromises(report);
process.stdout.write(`\n${reportTable(report)}`);
for (const promise of breaches) process.stdout.write(`BROKEN: ${promise}\n`);
if (breaches.length > 0) process.exitCode = 1;
