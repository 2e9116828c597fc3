import { BARE_API, POCKETBASE_API, sizedApi } from "./apis.ts";
import type { BenchNote } from "./corpus.ts";
import { benchFanOut, type FanOut, POCKETBASE_STREAM, STREAM } from "./fan-out.ts";
import { type KnoteFigures, type KnoteTask, openKnote } from "./knote.ts";
import { createClient, type Client } from "./load.ts";
import type { Api } from "./measure.ts";
import { buildPocketBase } from "./pocketbase.ts";
import { type Column, type Run, runVerbs } from "./run-verbs.ts";
import { type Launch, startServer } from "./server-process.ts";

export interface Contender {
  readonly name: string;
  /** Empty when the contender did not run. */
  readonly verbs: Column;
  /** Why the contender did not run. */
  readonly missing?: string;
  readonly rssMiB?: number;
  /** Figures, or why there are none. */
  readonly fanOut?: FanOut | string | undefined;
}

export interface SideBySide {
  readonly knote: KnoteFigures;
  readonly contenders: readonly Contender[];
}

export interface SideBySideTask extends KnoteTask {
  /** Clients of the contenders' event streams. */
  readonly clients: number;
}

/** A server without Knote's rules, or PocketBase. */
interface OpenContender {
  readonly run: Run;
  /** Absent for servers without an event stream. */
  readonly stream?: typeof STREAM;
}

/**
 * Measures Knote, servers without rules, and PocketBase, with the same notes of one user, on the same core, taking
 * turns.
 */
export async function benchSideBySide(task: SideBySideTask): Promise<SideBySide> {
  await using running = new AsyncDisposableStack();
  const knote = running.use(await openKnote(task));

  async function start(launch: Launch): Promise<Pick<Run, "server" | "client">> {
    const server = running.use(await startServer(launch));
    return { server, client: running.use(createClient(server.url, [""])) };
  }
  async function floor(name: string, script: string): Promise<OpenContender> {
    const material = { ...knote.run.material, ids: [["any"]] };
    return { run: { name, api: sizedApi(knote.sizes), material, ...(await start({ script })) } };
  }
  async function full(name: string, launch: Launch, api: Api, stream: typeof STREAM): Promise<OpenContender> {
    const base = await start(launch);
    const material = { ...knote.run.material, ids: [await store(base.client, api, knote.storedNotes)] };
    return { run: { name, api, material, ...base }, stream };
  }

  const openContenders = [
    await floor("node:http", "bare-http.ts"),
    await floor("Express", "bare-express.ts"),
    await full("node:sqlite", { script: "bare-sqlite.ts" }, BARE_API, STREAM),
  ];
  const pocketBase = buildPocketBase();
  const missing: Contender[] = [];
  if (typeof pocketBase === "string") missing.push({ name: "PocketBase", verbs: {}, missing: pocketBase });
  else openContenders.push(await full("PocketBase", running.use(pocketBase).launch, POCKETBASE_API, POCKETBASE_STREAM));
  const columns = await runVerbs([...openContenders.map(({ run }) => run), knote.run], task);
  const figures = await knote.figures(columns.at(-1)!);
  // Stopped, because it would embed the notes of the burst in the background.
  await knote[Symbol.asyncDispose]();
  const contenders: Contender[] = [];
  for (const [index, one] of openContenders.entries())
    contenders.push(await finish(one, columns[index]!, task.clients));
  return { knote: figures, contenders: [...contenders, ...missing] };
}

async function finish({ run, stream }: OpenContender, verbs: Column, clients: number): Promise<Contender> {
  const { name, server, client, api } = run;
  const result = { name, verbs, rssMiB: server.rssMiB() };
  return stream ? { ...result, fanOut: await benchFanOut({ server, client, api, stream, clients }) } : result;
}

const STORE_AT_ONCE = 64;
const MOST_SECONDS = 1_800;

/** Creates the notes, unmeasured, and returns their ids. */
async function store(client: Client, api: Api, notes: readonly BenchNote[]): Promise<string[]> {
  const ids: string[] = [];
  const next = (index: number) => (notes[index] ? api.create(notes[index]) : null);
  const onAnswer = (body: string) => void ids.push((JSON.parse(body) as { id: string }).id);
  await client.load(next, { concurrency: STORE_AT_ONCE, seconds: MOST_SECONDS, onAnswer });
  return ids;
}
