import { BARE_API, POCKETBASE_API, sizedApi } from "./apis.ts";
import type { BenchNote } from "./corpus.ts";
import { benchFanOut, type FanOut, POCKETBASE_STREAM, STREAM } from "./fan-out.ts";
import type { KnoteFigures } from "./knote.ts";
import { createClient, type Client } from "./load.ts";
import { type Api, FRESH, type Material } from "./measure.ts";
import { buildPocketBase } from "./pocketbase.ts";
import { chooseQueries } from "./queries.ts";
import { type Column, runVerbs } from "./run-verbs.ts";
import { type Launch, startServer } from "./server-process.ts";

export interface Contender {
  readonly name: string;
  /** Empty when it did not run. */
  readonly verbs: Column;
  /** Why it did not run. */
  readonly missing?: string;
  readonly rssMiB?: number;
  /** Or why there is none. */
  readonly fanOut?: FanOut | string | undefined;
}

export interface ContendersTask {
  readonly corpus: (count: number) => readonly BenchNote[];
  /** The product with so many notes of one user. */
  readonly knote: KnoteFigures;
  readonly seconds: number;
  readonly only: string;
  /** Of the event stream. */
  readonly clients: number;
}

/** Servers without rules, and PocketBase, with as many notes as Knote had; each on the same core, asked the same. */
export async function benchContenders(task: ContendersTask): Promise<Contender[]> {
  const { knote, corpus, seconds, only, clients } = task;
  const all = corpus(knote.notes + FRESH);
  const [stored, fresh] = [all.slice(0, knote.notes), all.slice(knote.notes)];
  const queries = chooseQueries(stored);

  async function full(name: string, launch: Launch, api: Api, stream: typeof STREAM): Promise<Contender> {
    await using server = await startServer(launch);
    using client = createClient(server.url, [""]);
    const ids = [await store(client, api, stored)];
    const verbs = await runVerbs({ name, api, client, server, material: { fresh, queries, ids }, seconds, only });
    const rssMiB = server.rssMiB();
    const fanOut = await benchFanOut({ server, client, api, stream, clients });
    return { name, verbs, rssMiB, fanOut };
  }
  async function floor(name: string, script: string): Promise<Contender> {
    await using server = await startServer({ script });
    using client = createClient(server.url, [""]);
    const material: Material = { fresh, queries, ids: [["any"]] };
    const verbs = await runVerbs({ name, api: sizedApi(knote.sizes), client, server, material, seconds, only });
    return { name, verbs, rssMiB: server.rssMiB() };
  }

  const contenders = [
    await floor("node:http", "bare-http.ts"),
    await floor("Express", "bare-express.ts"),
    await full("node:sqlite", { script: "bare-sqlite.ts" }, BARE_API, STREAM),
  ];
  const built = buildPocketBase();
  if (typeof built === "string") return [...contenders, { name: "PocketBase", verbs: {}, missing: built }];
  using pocketBase = built;
  return [...contenders, await full("PocketBase", pocketBase.launch, POCKETBASE_API, POCKETBASE_STREAM)];
}

const STORE_AT_ONCE = 64;
const MOST_SECONDS = 1_800;

/** One create after the other, not measured; answers the ids. */
async function store(client: Client, api: Api, notes: readonly BenchNote[]): Promise<string[]> {
  const ids: string[] = [];
  const next = (index: number) => (notes[index] ? api.create(notes[index]) : null);
  const onAnswer = (body: string) => void ids.push((JSON.parse(body) as { id: string }).id);
  await client.load(next, { concurrency: STORE_AT_ONCE, seconds: MOST_SECONDS, onAnswer });
  return ids;
}
