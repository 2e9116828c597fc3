/**
 * Prints the bare participles among the names that this repository declares, and their share. The gate allows 3 ‰.
 *   node bootstrap.mjs node scripts/count-participles.ts
 */
import { resolve } from "node:path";
import { countParticiples } from "./names/count-participles.ts";

const { names, participles } = countParticiples(resolve(import.meta.dirname, ".."));
for (const { name, file } of participles) process.stdout.write(`${name}  ${file}\n`);
const share = ((1_000 * participles.length) / names).toFixed(1);
process.stdout.write(`${participles.length} of ${names} names, ${share} ‰\n`);
