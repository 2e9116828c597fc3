import { setTimeout } from "node:timers/promises";
import { KNOTE_API } from "./apis.ts";
import { textBytes, type BenchNote } from "./corpus.ts";
import { createClient, type Client } from "./load.ts";
import { type Api, FRESH, type Material } from "./measure.ts";
import { chooseQueries } from "./queries.ts";
import { runVerbs, type Column, type Run } from "./run-verbs.ts";
import { seedFolder } from "./seed.ts";
import { knoteWith, startServer, type BenchServer } from "./server-process.ts";
import { benchUsers, tokensOf } from "./tokens.ts";

export interface KnoteFigures {
  readonly users: number;
  /** Notes per user. */
  readonly notes: number;
  readonly verbs: Column;
  readonly startMs: number;
  readonly idleMiB: number;
  /** After the verbs that only read. */
  readonly readMiB: number;
  /** After the creates. */
  readonly busyMiB: number;
  readonly diskBytesPerNote: number;
  /** Bytes of the notes' text. */
  readonly textBytesPerNote: number;
  /** Notes without vectors at the end. */
  readonly pending: number;
}

/** Sizes of response bodies, in bytes. */
export type Sizes = Readonly<Record<keyof Api, number>>;

export interface KnoteTask {
  /** Returns more notes than are stored: the rest is for creates. */
  readonly corpus: (count: number) => readonly BenchNote[];
  readonly users: number;
  readonly notes: number;
  readonly seconds: number;
  readonly only: string;
  readonly profile: string | undefined;
}

/** Long enough to load the embedder and to collect the garbage of the start. */
const SETTLE_MS = 3_000;
const MOST_WAIT_MS = 60_000;

/** Measures the real server alone, over stored notes and with everything on. */
export async function benchKnote(task: KnoteTask): Promise<KnoteFigures> {
  await using knote = await openKnote(task);
  const [verbs] = await runVerbs([knote.run], task);
  return await knote.figures(verbs!);
}

export interface OpenKnote extends AsyncDisposable {
  readonly run: Run;
  /** The notes of each user. */
  readonly storedNotes: readonly BenchNote[];
  readonly sizes: Sizes;
  /** Completes the figures with the server's current memory and disk. */
  figures(verbs: Column): Promise<KnoteFigures>;
}

export async function openKnote({ corpus, users, notes, profile }: KnoteTask): Promise<OpenKnote> {
  await using resources = new AsyncDisposableStack();
  const all = corpus(notes + FRESH);
  const storedNotes = all.slice(0, notes);
  const names = benchUsers(users);
  const seed = resources.use(await seedFolder(storedNotes, names));
  const server = resources.use(await startKnote(seed.dataDir, profile));
  const client = resources.use(createClient(server.url, await tokensOf(names)));
  await untilIndexed(client);
  const idleMiB = server.rssMiB();
  const diskBytesPerNote = server.diskBytes() / (users * notes);
  const material: Material = { fresh: all.slice(notes), queries: chooseQueries(storedNotes), ids: seed.ids };
  const sizes = await answerSizes(client, material);
  let readMiB = Number.NaN;
  const run: Run = {
    name: `Knote, ${users === 1 ? "" : `${users} × `}${notes} notes`,
    api: KNOTE_API,
    client,
    server,
    material,
    before: async (step) => {
      if (!step.creates) return;
      if (Number.isNaN(readMiB)) readMiB = server.rssMiB();
      await untilIndexed(client);
    },
  };
  const running = resources.move();
  return {
    run,
    storedNotes,
    sizes,
    figures: async (verbs) => ({
      users,
      notes,
      verbs,
      startMs: server.startMs,
      idleMiB,
      readMiB,
      busyMiB: server.rssMiB(),
      diskBytesPerNote,
      textBytesPerNote: textBytes(storedNotes) / notes,
      pending: await pendingOf(client),
    }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Starts the server and waits until it is idle. */
export async function startKnote(data?: string, profile?: string): Promise<BenchServer> {
  // Without a quota on questions, and with all streams allowed for one user.
  const profiling = profile ? ["--cpu-prof", `--cpu-prof-dir=${profile}`] : [];
  const server = await startServer({
    ...knoteWith({ DEFAULT_TIER: "agent", STREAMS_PER_USER: "100000" }, profiling),
    data,
  });
  await setTimeout(SETTLE_MS);
  return server;
}

async function answerSizes(client: Client, material: Material): Promise<Sizes> {
  const { fresh, queries, ids } = material;
  const { create, read, list, search, recall, ask } = KNOTE_API;
  const bytes = async (request: Parameters<Client["send"]>[0]) => Buffer.byteLength(await client.send(request));
  const question = `What is known about ${queries.rare[0]}?`;
  return {
    create: await bytes(create(fresh.at(-1)!)),
    read: await bytes(read(ids[0]![0]!)),
    list: await bytes(list()),
    search: await bytes(search(queries.rare[0]!)),
    recall: await bytes(recall!(question)),
    ask: await bytes(ask!(question)),
    wholeList: Number.NaN,
  };
}

async function pendingOf(client: Client): Promise<number> {
  return (JSON.parse(await client.send({ method: "GET", path: "/health" })) as { pending: number }).pending;
}

/** Waits, up to a limit, until nothing is embedded in the background, which would slow down the next measurement. */
async function untilIndexed(client: Client): Promise<void> {
  const end = performance.now() + MOST_WAIT_MS;
  while ((await pendingOf(client)) > 0 && performance.now() < end) await setTimeout(100);
}
