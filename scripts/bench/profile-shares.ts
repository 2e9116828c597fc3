/**
 * Sums up Node's CPU profiles: shares of self time by package, for each thread.
 *   node scripts/bench/profile-shares.ts <folder>
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { functionName: string; url: string } }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Usage: node scripts/bench/profile-shares.ts <folder>");
for (const name of readdirSync(folder)
  .filter((file) => file.endsWith(".cpuprofile"))
  .toSorted()) {
  const { busyMs, shares } = sharesOf(JSON.parse(readFileSync(join(folder, name), "utf8")) as Profile);
  const partLabels = shares
    .filter(([, share]) => share >= 0.01)
    .map(([of, share]) => `${of} ${Math.round(share * 100)} %`);
  console.log(`${name}: ${Math.round(busyMs)} ms\n  ${partLabels.join(", ")}`);
}

/** Sums up the second half of the samples: the first contains the start and code that is not yet compiled. */
function sharesOf({ nodes, samples, timeDeltas }: Profile) {
  const partOf = new Map(nodes.map(({ id, callFrame }) => [id, partOfFrame(callFrame)]));
  const times = new Map<string, number>();
  let busy = 0;
  for (let index = samples.length >> 1; index < samples.length - 1; index++) {
    const part = partOf.get(samples[index]!) ?? null;
    if (part === null) continue;
    const time = timeDeltas[index + 1]!;
    times.set(part, (times.get(part) ?? 0) + time);
    busy += time;
  }
  const shares = [...times].map(([part, time]) => [part, time / busy] as const);
  return { busyMs: busy / 1_000, shares: shares.toSorted(([, one], [, other]) => other - one) };
}

/** Returns the part that a function belongs to: a package, a library, wasm or Node; null when idle. */
function partOfFrame({ functionName, url }: { functionName: string; url: string }): string | null {
  if (functionName === "(idle)") return null;
  if (functionName === "(garbage collector)") return "garbage";
  const own = /\/(?:packages|apps)\/([^/]+)\/src\/(?:([^/]+)\/)?/.exec(url);
  if (own) return own[2] ? `${own[1]}/${own[2]}` : own[1]!;
  const library = /\/node_modules\/(?!\.pnpm)((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(url);
  if (library) return library[1]!;
  return url.startsWith("wasm:") ? "wasm" : "node";
}
