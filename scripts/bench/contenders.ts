import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createClient, type Client } from "./load.ts";
import { measure, steps, VERBS, type Material, type Verb } from "./measure.ts";
import type { Column } from "./report.ts";
import { startServer } from "./server-process.ts";

export const SECRET = "the secret of a benchmark, known to all";
const [burst, oneByOne, ...READS] = VERBS;
const CREATES = [burst, oneByOne];

type Sizes = Readonly<Record<Verb, number>>;

/** Figures of Knote, and how many bytes it answers to each verb. Vectors are waited for at most so long. */
export async function benchKnote(material: Material, waitSeconds: number) {
  await using server = await startServer("../../apps/server/src/main.ts", { JWT_SECRET: SECRET });
  await using client = createClient(server.url, mintToken());
  await vectors(client, waitSeconds);
  const idleMiB = server.rssMiB();
  const created = await run("Knote", client, CREATES, material);
  const { left: pendingAtRecall, perSecond: indexedPerSecond } = await vectors(client, waitSeconds);
  const knote = { ...created, ...(await run("Knote", client, READS, material)) };
  const sizes = await answerSizes(client, material);
  return {
    knote,
    startMs: server.startMs,
    idleMiB,
    busyMiB: server.rssMiB(),
    pendingAtRecall,
    indexedPerSecond,
    sizes,
  };
}

export async function benchBareHttp(material: Material, sizes: Sizes): Promise<Column> {
  await using server = await startServer("bare-http.ts");
  await using client = createClient(server.url, "none");
  return await run("bare node:http", client, VERBS, material, sizes);
}

export async function benchBareSqlite(material: Material): Promise<Column> {
  await using server = await startServer("bare-sqlite.ts");
  await using client = createClient(server.url, "none");
  const [, , ...withoutMeaning] = READS.toReversed();
  return await run("bare SQLite", client, [...CREATES, ...withoutMeaning.toReversed()], { ...material, ids: [] });
}

async function run(
  name: string,
  client: Client,
  verbs: readonly Verb[],
  material: Material,
  sizes?: Sizes,
): Promise<Column> {
  const column: Column = {};
  for (const verb of verbs) {
    process.stderr.write(`${name}: ${verb} … `);
    const { next, ...how } = steps(material)[verb];
    const sized = (index: number) => {
      const request = next(index);
      return request && sizes ? { ...request, path: `/?size=${sizes[verb]}` } : request;
    };
    column[verb] = await measure(client, { next: sized, ...how }, material);
    process.stderr.write("done\n");
  }
  return column;
}

async function answerSizes(client: Client, material: Material): Promise<Sizes> {
  const all = steps(material);
  const sizes = {} as Record<Verb, number>;
  for (const verb of VERBS) sizes[verb] = Buffer.byteLength(await client.send(all[verb].next(0)!));
  return sizes;
}

/** Waits until every note has its vectors, or not longer than that; tells how many are left and how fast they came. */
async function vectors(client: Client, seconds: number): Promise<{ left: number; perSecond: number }> {
  const pending = async () =>
    (JSON.parse(await client.send({ method: "GET", path: "/health" })) as { pending: number }).pending;
  const started = performance.now();
  const first = await pending();
  let left = first;
  let elapsed = 0;
  while (left > 0 && elapsed < seconds) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    left = await pending();
    elapsed = (performance.now() - started) / 1000;
  }
  return { left, perSecond: elapsed > 0 ? (first - left) / elapsed : 0 };
}

/** A token of the benchmark's user, or of another. */
export function mintToken(user?: string): string {
  const knote = fileURLToPath(new URL("../../apps/cli/src/main.ts", import.meta.url));
  const env = { PATH: process.env["PATH"], JWT_SECRET: SECRET };
  const stdio: ["ignore", "pipe", "ignore"] = ["ignore", "pipe", "ignore"];
  return execFileSync(process.execPath, [knote, "token", "--hours", "2", ...(user ? ["--sub", user] : [])], {
    env,
    encoding: "utf8",
    stdio,
  }).trim();
}
