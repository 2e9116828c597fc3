/**
 * Measures what agents cost: the size of the tools, and calls of tools beside the same over REST, in turns.
 *   node bootstrap.mjs node scripts/bench/mcp.ts [--notes 10000] [--rounds 5] [--only fetch]
 * One user, one connection for the times of single calls and 16 for the throughput. Times on a busy machine are too
 * long, but those of the two sides still compare, as do the CPU seconds of the server.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Agent, type Dispatcher, request } from "undici";
import { mintToken } from "../../packages/auth/src/index.ts";
import { LIMITS } from "../../packages/contract/src/index.ts";
import { makeCorpus } from "./corpus.ts";
import { startKnote } from "./knote.ts";
import { median } from "./load.ts";
import { chooseQueries } from "./queries.ts";
import { seedFolder } from "./seed.ts";
import { pinLoad } from "./server-process.ts";
import { benchUsers, SECRET } from "./tokens.ts";

const { values } = parseArgs({
  options: {
    notes: { type: "string", default: "10000" },
    rounds: { type: "string", default: "5" },
    only: { type: "string", default: "" },
  },
});
const ROUNDS = Number(values.rounds);
const CALLS = 200;
const CLIENTS = 16;
const KNOTE = fileURLToPath(new URL("../../apps/cli/src/main.ts", import.meta.url));
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

pinLoad();
const [user] = benchUsers(1);
const notes = makeCorpus(Number(values.notes));
using seed = await seedFolder(notes, [user!]);
const ids = seed.ids[0]!;
const queries = chooseQueries(notes).rare;
await using server = await startKnote(seed.dataDir);
const agent = new Agent({ connections: CLIENTS });

let callsOfToken = 0;
let token = await newToken();

/** One way to do something, `place` after `place`. */
type Work = (place: number) => Promise<unknown>;

const fetchNote: Work = (place) => callTool("fetch", { id: ids[place % ids.length] });
const readNote: Work = async (place) => {
  const path = `/api/workspace/notes/${ids[place % ids.length]}`;
  await send("GET", path);
  await send("GET", `${path}/links?limit=50`);
};
const search: Work = (place) => callTool("search", { query: queries[place % queries.length] });
const recall: Work = (place) =>
  send("POST", "/api/recall", { query: queries[place % queries.length], limit: 8, notices: true });

const allRows = [
  ["fetch", fetchNote, "note and links over REST", readNote],
  ["search", search, "recall over REST", recall],
] as const;
const rows = allRows.filter(([name]) => name.startsWith(values.only));
process.stdout.write("| call | p50, ms | p50 beside it, ms | more, ms |\n|---|--:|--:|--:|\n");
for (const [name, tool, other, rest] of rows) {
  const [mine, theirs] = await inTurns(tool, rest);
  print(`${name}, beside ${other}`, mine, theirs);
}
{
  await using relay = await startRelay();
  const [mine, theirs] = await inTurns((place) => relay.call(ids[place % ids.length]!), fetchNote);
  print("fetch by knote mcp, beside HTTP", mine, theirs);
}

process.stdout.write(`\n| ${CLIENTS} at a time | a second | CPU ms of the server each |\n|---|--:|--:|\n`);
for (const [name, work, other, beside] of rows) {
  const [mine, theirs] = [await throughput(work, 0), await throughput(beside, 1)];
  for (const [what, { perSecond, cpuMs }] of [
    [name, mine],
    [other, theirs],
  ] as const)
    process.stdout.write(`| ${what} | ${Math.round(perSecond)} | ${cpuMs.toFixed(2)} |\n`);
}
await agent.close();

/** Returns the medians of both, measured in turns so that both meet the same machine. */
async function inTurns(one: Work, other: Work): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [side, work] of [one, other].entries()) {
      for (let call = 0; call < CALLS; call++) {
        const startedAt = performance.now();
        // Never the same twice: the second would find what the first has put into caches.
        await work(2 * (round * CALLS + call) + side);
        // The first round warms up.
        if (round > 0) times[side]!.push(performance.now() - startedAt);
      }
    }
  }
  return [median(times[0]), median(times[1])];
}

async function throughput(work: Work, side: 0 | 1): Promise<{ readonly perSecond: number; readonly cpuMs: number }> {
  const count = ROUNDS * CALLS;
  const [startedAt, cpu] = [performance.now(), server.cpuSeconds()];
  let place = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (place < count) await work(2 * place++ + side);
    }),
  );
  return {
    perSecond: (count / (performance.now() - startedAt)) * 1_000,
    cpuMs: ((server.cpuSeconds() - cpu) / count) * 1_000,
  };
}

function print(name: string, mine: number, theirs: number): void {
  process.stdout.write(`| ${name} | ${mine.toFixed(2)} | ${theirs.toFixed(2)} | ${(mine - theirs).toFixed(2)} |\n`);
}

/** A token has only so many calls a minute. */
async function newToken(): Promise<string> {
  callsOfToken = 0;
  return await mintToken({ secret: SECRET, sub: user!, lifetimeSeconds: 3_600 });
}

async function callTool(name: string, parameters: object): Promise<unknown> {
  if (++callsOfToken > LIMITS.mcpCallsPerMinute - CLIENTS) token = await newToken();
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: parameters, _meta: META } };
  return await send("POST", "/mcp", message, {
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": name,
  });
}

async function send(
  method: Dispatcher.HttpMethod,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const answer = await request(server.url + path, {
    method,
    dispatcher: agent,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${answer.statusCode} ${await answer.body.text()}`);
  return await answer.body.json();
}

/** Starts `knote mcp` for the server; a new one when its token has no calls left. */
async function startRelay() {
  let relay = await launchRelay();
  let calls = 0;
  return {
    async call(id: string) {
      if (++calls >= LIMITS.mcpCallsPerMinute) {
        relay.end();
        relay = await launchRelay();
        calls = 1;
      }
      await relay.call(id);
    },
    [Symbol.asyncDispose]: async () => void relay.end(),
  };
}

async function launchRelay() {
  const env = { KNOTE_URL: server.url, KNOTE_TOKEN: await mintToken({ secret: SECRET, sub: user! }) };
  const child = spawn(process.execPath, [KNOTE, "mcp"], { env, stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (message: object) => {
    child.stdin.write(`${JSON.stringify(message)}\n`);
    const { result } = JSON.parse((await lines.next()).value as string);
    if (result?.isError !== undefined) throw new Error(JSON.stringify(result));
  };
  await ask({ jsonrpc: "2.0", id: 0, method: "tools/list", params: { _meta: META } });
  return {
    call: (id: string) =>
      ask({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "fetch", arguments: { id }, _meta: META } }),
    end: () => child.stdin.end(),
  };
}
