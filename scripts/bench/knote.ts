import { setTimeout } from "node:timers/promises";
import { KNOTE_API } from "./apis.ts";
import type { BenchNote } from "./corpus.ts";
import { createClient, type Client } from "./load.ts";
import { type Api, FRESH, type Material } from "./measure.ts";
import { chooseQueries } from "./queries.ts";
import { runVerbs, type Column } from "./run-verbs.ts";
import { seedFolder } from "./seed.ts";
import { KNOTE, startServer, type BenchServer } from "./server-process.ts";
import { benchUsers, SECRET, tokensOf } from "./tokens.ts";

export interface KnoteFigures {
  readonly users: number;
  /** Of each user. */
  readonly notes: number;
  readonly verbs: Column;
  readonly startMs: number;
  readonly idleMiB: number;
  /** After all that leaves notes as they are. */
  readonly readMiB: number;
  /** After the creates, too. */
  readonly busyMiB: number;
  readonly diskBytesPerNote: number;
  /** Of the notes' own text. */
  readonly textBytesPerNote: number;
  /** Notes whose vectors were still to come at the end. */
  readonly pending: number;
  readonly sizes: Readonly<Record<keyof Api, number>>;
}

export interface KnoteTask {
  /** More than are stored: the rest is for creates. */
  readonly corpus: (count: number) => readonly BenchNote[];
  readonly users: number;
  readonly notes: number;
  readonly seconds: number;
  readonly only: string;
}

/** Long enough for the embedder to be loaded and the garbage of the start to be gone. */
const SETTLE_MS = 3_000;
const MOST_WAIT_MS = 60_000;

/** The product's own server over notes that were there before, everything on. */
export async function benchKnote({ corpus, users, notes, seconds, only }: KnoteTask): Promise<KnoteFigures> {
  const all = corpus(notes + FRESH);
  const stored = all.slice(0, notes);
  const names = benchUsers(users);
  using seed = await seedFolder(stored, names);
  await using server = await startKnote(seed.dataDir);
  using client = createClient(server.url, await tokensOf(names));
  await untilIndexed(client);
  const idleMiB = server.rssMiB();
  const diskBytesPerNote = server.diskBytes() / (users * notes);
  const material: Material = { fresh: all.slice(notes), queries: chooseQueries(stored), ids: seed.ids };
  const sizes = await answerSizes(client, material);
  let readMiB = Number.NaN;
  const verbs = await runVerbs({
    name: `Knote, ${users === 1 ? "" : `${users} × `}${notes} notes`,
    api: KNOTE_API,
    client,
    server,
    material,
    seconds,
    only,
    before: async (step) => {
      if (!step.creates) return;
      if (Number.isNaN(readMiB)) readMiB = server.rssMiB();
      await untilIndexed(client);
    },
  });
  return {
    users,
    notes,
    verbs,
    startMs: server.startMs,
    idleMiB,
    readMiB,
    busyMiB: server.rssMiB(),
    diskBytesPerNote,
    textBytesPerNote: bytesOf(stored) / notes,
    pending: await pendingOf(client),
    sizes,
  };
}

/** Answers when the server has come to rest. */
export async function startKnote(data?: string): Promise<BenchServer> {
  // Nobody's questions are counted.
  const environment = { JWT_SECRET: SECRET, DEFAULT_TIER: "agent" };
  const server = await startServer({ ...KNOTE, environment: { ...KNOTE.environment, ...environment }, data });
  await setTimeout(SETTLE_MS);
  return server;
}

async function answerSizes(client: Client, material: Material): Promise<KnoteFigures["sizes"]> {
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

/** What embeds in the background would cost what is measured next; not waited for beyond reason. */
async function untilIndexed(client: Client): Promise<void> {
  const end = performance.now() + MOST_WAIT_MS;
  while ((await pendingOf(client)) > 0 && performance.now() < end) await setTimeout(100);
}

function bytesOf(notes: readonly BenchNote[]): number {
  return notes.reduce((sum, { title, content }) => sum + Buffer.byteLength(title + content), 0);
}
