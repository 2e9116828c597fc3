import { execFileSync } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import type { BenchNote } from "./corpus.ts";
import { type Client, quantile } from "./load.ts";
import type { Api } from "./measure.ts";
import type { BenchServer } from "./server-process.ts";
import { openStreams, type Streams } from "./streams.ts";

export interface FanOut {
  readonly clients: number;
  /** Time until all clients are connected. */
  readonly connectMs: number;
  /** Time from the request to create a note until the last client has the event. */
  readonly lastP50Ms: number;
  readonly lastWorstMs: number;
  readonly bytesPerEvent: number;
  readonly beforeMiB: number;
  readonly withClientsMiB: number;
  readonly afterMiB: number;
}

export interface StreamApi {
  /** Returns the path of the stream, with its credentials. */
  path(token: string): string;
  /** Returns the request that subscribes a client, made from its greeting. */
  subscribe?(greeting: string): { readonly path: string; readonly body: unknown };
}

export const STREAM: StreamApi = { path: (token) => `/api/activity/stream?token=${token}` };
export const POCKETBASE_STREAM: StreamApi = {
  path: () => "/api/realtime",
  subscribe(greeting) {
    const [, clientId] = /"clientId":"(\w+)"/.exec(greeting) ?? [];
    return { path: "/api/realtime", body: { clientId, subscriptions: ["notes/*"] } };
  },
};

export interface FanOutTask {
  readonly server: BenchServer;
  readonly client: Client;
  readonly api: Api;
  readonly stream: StreamApi;
  readonly token?: string;
  readonly clients: number;
}

const EVENTS = 20;
const BETWEEN_MS = 100;
/** Other files that both sides have open. */
const OTHER_FILES = 256;

/** Measures how long an event takes to reach all clients, or returns why this cannot be measured here. */
export async function benchFanOut(task: FanOutTask): Promise<FanOut | string> {
  const { server, client, api, stream, token = "", clients } = task;
  const most = openFilesAllowed();
  // A server uses at most half of its open files for streams.
  if (Math.max(clients + OTHER_FILES, 2 * clients) > most)
    return `${clients} clients need as many open files; ${most} are allowed here (ulimit -n).`;
  process.stderr.write(`${clients} clients of events … `);
  const beforeMiB = server.rssMiB();
  const startTime = performance.now();
  using streams = await openStreams(server.url, stream.path(token), clients);
  for (const greeting of stream.subscribe ? streams.greetings : []) {
    const { path, body } = stream.subscribe!(greeting);
    await client.send({ method: "POST", path, body });
  }
  const connectMs = performance.now() - startTime;
  const withClientsMiB = server.rssMiB();
  const bytesBefore = streams.bytes;
  const times: number[] = [];
  for (let index = 0; index < EVENTS; index++) times.push(await timeOne(index, streams, client, api));
  times.sort((one, other) => one - other);
  process.stderr.write("done\n");
  return {
    clients,
    connectMs,
    lastP50Ms: quantile(times, 0.5),
    lastWorstMs: times.at(-1)!,
    bytesPerEvent: (streams.bytes - bytesBefore) / clients / EVENTS,
    beforeMiB,
    withClientsMiB,
    afterMiB: server.rssMiB(),
  };
}

async function timeOne(index: number, streams: Streams, client: Client, api: Api): Promise<number> {
  await setTimeout(BETWEEN_MS);
  const title = `Event ${index} of ${EVENTS} reaches everybody`;
  const note: BenchNote = { title, content: `${title}.`, note_type: "fact", tags: [] };
  const arrival = streams.untilAllHave(title);
  const startTime = performance.now();
  const [at] = await Promise.all([arrival, client.send(api.create(note))]);
  return at - startTime;
}

/** Returns the limit of this process, which the server inherits. Node has raised it to the hard limit. */
function openFilesAllowed(): number {
  if (process.platform === "win32") return Number.POSITIVE_INFINITY;
  const limit = execFileSync("/bin/sh", ["-c", "ulimit -Hn"], { encoding: "utf8" }).trim();
  return limit === "unlimited" ? Number.POSITIVE_INFINITY : Number(limit);
}
