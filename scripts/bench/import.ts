/**
 * Measures how fast Knote imports, compared with bare SQLite inserts, and how fast it serves others meanwhile.
 *   node scripts/bench/import.ts [--notes 20000] [--standing 0] [--data corpus.jsonl]
 * `--standing`: notes that the account holds before.
 */
import { once } from "node:events";
import { request, type ClientRequest } from "node:http";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { insertBare } from "./bare-inserts.ts";
import { makeCorpus, readCorpus, textBytes, type BenchNote } from "./corpus.ts";
import { quantile } from "./load.ts";
import { knoteWith, pinLoad, startServer } from "./server-process.ts";
import { tokensOf } from "./tokens.ts";

const text = { type: "string" } as const;
const { values } = parseArgs({ options: { notes: text, standing: text, data: text } });
const [count, standing] = [Number(values.notes ?? 20_000), Number(values.standing ?? 0)];
const corpus = values.data ? readCorpus(values.data, standing + count) : makeCorpus(standing + count);
const notes = corpus.slice(standing);

pinLoad();
const bare = insertBare(notes);
await using server = await startServer(knoteWith({}));
const [owner, reader] = (await tokensOf(["bench:owner", "bench:reader"])) as [string, string];
const id = await createOne(reader, notes[0]!);
await untilIndexed();
await server.lag();
const quiet = await readsDuring(new Promise((resolve) => setTimeout(resolve, 1_000)));
const quietLag = await server.lag();
if (standing > 0) await importAll(corpus.slice(0, standing), "s");
await server.lag();
const [startTime, cpuBefore] = [performance.now(), server.cpuSeconds()];
const importing = importAll(notes, "n");
const busy = await readsDuring(importing);
const seconds = ((await importing) - startTime) / 1_000;
const cpu = server.cpuSeconds() - cpuBefore;
const lag = await server.lag();
const lagOf = (of: typeof lag) => `p99 ${of?.p99Ms.toFixed(1)}, worst ${of?.maxMs.toFixed(1)} ms`;

const perSecond = (inSeconds: number) => Math.round(count / inSeconds).toLocaleString("en");
const each = (cpuSeconds: number) => Math.round((cpuSeconds / count) * 1e6);
console.log(`${count.toLocaleString("en")} notes beside ${standing.toLocaleString("en")}, ${Math.round(textBytes(notes) / count)} bytes each.
Knote: ${perSecond(seconds)} notes/s; bare node:sqlite with FTS5: ${perSecond(bare.seconds)} notes/s; ratio ${(bare.seconds / seconds).toFixed(2)}.
CPU a note: ${each(cpu)} µs of Knote, those ${busy.count} reads included; ${each(bare.cpuSeconds)} µs of bare node:sqlite; ratio ${(bare.cpuSeconds / cpu).toFixed(2)}.
Another user's read by id: p50 ${quiet.p50.toFixed(1)}, p99 ${quiet.p99.toFixed(1)} ms before; p50 ${busy.p50.toFixed(1)}, p99 ${busy.p99.toFixed(1)}, worst ${busy.worst.toFixed(1)} ms meanwhile.
Memory after: ${Math.round(server.rssMiB())} MiB. Delay of the event loop: ${lagOf(quietLag)} before; ${lagOf(lag)} meanwhile.`);

/** Sends the notes as fast as they are taken and reads the results. Returns the time of the last result. */
async function importAll(all: readonly BenchNote[], prefix: string): Promise<number> {
  const outgoing = open("POST", "/api/workspace/import", owner, "application/x-ndjson");
  outgoing.flushHeaders();
  const answer = once(outgoing, "response");
  const sending = (async () => {
    for (const [index, note] of all.entries()) {
      const line = `${JSON.stringify({ note: { key: `${prefix}${index}`, ...note } })}\n`;
      if (!outgoing.write(line)) await once(outgoing, "drain");
    }
    outgoing.end();
  })();
  const [response] = await answer;
  let last = "";
  for await (const line of createInterface({ input: response })) last = line;
  await sending;
  const { done, created } = JSON.parse(last) as { done: boolean; created: number };
  if (!done || created !== all.length) throw new Error(`The import failed: ${last}`);
  return performance.now();
}

/** Measures reads of one note, repeated until the work is done. */
async function readsDuring(work: Promise<unknown>) {
  let working = true;
  void work.finally(() => (working = false));
  const times: number[] = [];
  while (working) {
    const readStart = performance.now();
    await bodyOf(open("GET", `/api/workspace/notes/${id}`, reader).end());
    times.push(performance.now() - readStart);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const sortedTimes = times.toSorted((one, other) => one - other);
  return {
    count: times.length,
    p50: quantile(sortedTimes, 0.5),
    p99: quantile(sortedTimes, 0.99),
    worst: quantile(sortedTimes, 1),
  };
}

/** Waits until the embedder is loaded and has nothing to do. */
async function untilIndexed(): Promise<void> {
  const pending = async () =>
    (JSON.parse(await bodyOf(open("GET", "/health", owner).end())) as { pending: number }).pending;
  while ((await pending()) > 0) await new Promise((resolve) => setTimeout(resolve, 100));
}

async function createOne(token: string, note: BenchNote): Promise<string> {
  const body = await bodyOf(open("POST", "/api/workspace/notes", token).end(JSON.stringify(note)));
  return (JSON.parse(body) as { id: string }).id;
}

function open(method: string, path: string, token: string, type = "application/json"): ClientRequest {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": type };
  return request(`${server.url}${path}`, { method, headers, agent: false });
}

async function bodyOf(outgoing: ClientRequest): Promise<string> {
  const [response] = await once(outgoing, "response");
  let body = "";
  for await (const chunk of response) body += String(chunk);
  return body;
}
