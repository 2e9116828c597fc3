/**
 * Tries random histories of edits, faults and syncs, as packages/sync/src/histories-of-*.test.ts do, but as many as there
 * is time for. Batch n of a ground has the seed `seed + n`, so each one can be tried again alone.
 *   node scripts/sync-histories.ts [--histories 20000] [--seed 7]
 */
import { parseArgs } from "node:util";
import { GROUNDS } from "../packages/sync/src/testing/any-history.ts";
import { liveMany } from "../packages/sync/src/testing/live.ts";

/** Histories of one ground with one seed. */
const BATCH = 1_000;

const { values } = parseArgs({ options: { histories: { type: "string" }, seed: { type: "string" } } });
const [histories, firstSeed] = [Number(values.histories ?? 20_000), Number(values.seed ?? 7)];
const grounds = Object.keys(GROUNDS) as (keyof typeof GROUNDS)[];
const startedAt = performance.now();
// Most errors are refusals that a sync handles, and nobody reads their stacks.
Error.stackTraceLimit = 0;

for (let batch = 0; batch * BATCH < histories; batch++) {
  const ground = grounds[batch % grounds.length]!;
  const seed = firstSeed + Math.floor(batch / grounds.length);
  const size = Math.min(BATCH, histories - batch * BATCH);
  try {
    await liveMany(ground, { histories: size, seed });
  } catch (error) {
    console.error(`Ground "${ground}", seed ${seed}: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  console.log(`${batch * BATCH + size} histories, the last on ${ground} with seed ${seed}, ${seconds} s`);
}
console.log(`${histories} histories, nothing was lost.`);
