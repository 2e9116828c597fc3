/**
 * Measures notes in and out: the formats alone, then `knote import` and `knote export` as processes against a server.
 * Processor time stands beside the time that passed, as that depends on what else the machine does.
 *   node scripts/bench/in-and-out.ts [--notes 10000]
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fromMarkdown } from "mdast-util-from-markdown";
import { type Graph, readSource, type Source, writeMarkdown } from "../../packages/formats/src/index.ts";
import { startServerProcess } from "../../packages/testkit/src/http/start-server-process.ts";

const KNOTE = join(import.meta.dirname, "../../apps/cli/src/main.ts");
const WORDS = "owls hunt mice at night while bats listen and moths hide under dark leaves near rivers".split(" ");
const HEADS_RUNS = 20;
const { values } = parseArgs({ options: { notes: { type: "string", default: "10000" } } });

const graph = makeGraph(Number(values.notes));
const files = measure("written as Markdown", () => [...writeMarkdown(graph)]);
const megabytes = files.reduce((sum, { text }) => sum + text.length, 0) / 1e6;
say(`${files.length} files, ${megabytes.toFixed(1)} MB`);
const source: Source = {
  name: "bench",
  problems: [],
  files: files.map(({ path, text }) => ({ path, bytes: async () => new TextEncoder().encode(text) })),
};
const options = { types: [], relations: [], skip: [], columns: [], at: "", split: false, empty: false } as const;
const before = [performance.now(), process.cpuUsage()] as const;
const result = await readSource(source, {
  ...options,
  source: "bench",
  defaultType: "fact",
  now: new Date().toISOString(),
});
say(`read back: ${timesSince(before)}, ${result.links.length} links`);
measure("parsed by mdast alone", () => files.forEach(({ text }) => fromMarkdown(text)));

const folder = await mkdtemp(join(tmpdir(), "knote-bench-"));
try {
  await using server = await startServerProcess({ env: { LOG_LEVEL: "error" } });
  await mkdir(join(folder, "vault"));
  for (const { path, text } of files) await writeFile(join(folder, "vault", path), text);
  const access = ["--url", server.url, "--token", await server.token("local:owner")];
  await knote(["import", join(folder, "vault"), "--yes", ...access]);
  await knote(["export", join(folder, "out"), ...access]);
  const headers = { Authorization: `Bearer ${access[3]}` };
  const cpuBefore = await processorMs(server.pid);
  for (let run = 0; run < HEADS_RUNS; run++)
    await (await fetch(`${server.url}/api/workspace/export?heads=true`, { headers })).text();
  say(
    `heads: ${Math.round(((await processorMs(server.pid)) - cpuBefore) / HEADS_RUNS)} ms of the server's processor time`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Runs the command and prints its times and its peak of memory. */
async function knote(args: readonly string[]): Promise<void> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [KNOTE, ...args], { stdio: "ignore" });
  let [peak, cpuMs] = [0, 0];
  const look = async () => {
    peak = Math.max(peak, await memoryOf(child.pid!));
    cpuMs = Math.max(cpuMs, await processorMs(child.pid!));
  };
  const watch = setInterval(() => void look(), 100);
  const [code] = await once(child, "close");
  clearInterval(watch);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  say(
    `knote ${args[0]}: ${(cpuMs / 1_000).toFixed(1)} s of processor time (${seconds} s), ${Math.round(peak)} MB, exit ${code}`,
  );
}

async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}

/** Linux counts in hundredths of a second. */
async function processorMs(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")).split(") ")[1]?.split(" ") ?? [];
  return 10 * (Number(fields[11] ?? 0) + Number(fields[12] ?? 0));
}

function makeGraph(count: number): Graph {
  const word = (index: number) => WORDS[index % WORDS.length]!;
  const idOf = (index: number) => `0195cf6a-7c00-7000-8000-${String(index).padStart(12, "0")}`;
  const time = "2026-03-01T12:00:00.000Z";
  const notes = Array.from({ length: count }, (_, index) => ({
    id: idOf(index),
    title: `Claim ${index}: ${word(index)} ${word(index * 7)}?`,
    content: `${Array.from({ length: 200 }, (_value, place) => word(index * 31 + place * 7)).join(" ")}${index % 10 === 0 ? "\n\n```\ncode\n```" : ""}`,
    note_type: "fact" as const,
    tags: [word(index)],
    importance: 0.5,
    archived: false,
    created_at: time,
    updated_at: time,
  }));
  const links = notes.slice(1).map(({ id }, index) => {
    return { source_id: id, target_id: idOf(Math.floor(index / 2)), relation: "extends" as const, created_at: time };
  });
  return { notes, links };
}

function measure<Result>(name: string, work: () => Result): Result {
  const start = [performance.now(), process.cpuUsage()] as const;
  const outcome = work();
  say(`${name}: ${timesSince(start)}`);
  return outcome;
}

function timesSince([start, usage]: readonly [number, NodeJS.CpuUsage]): string {
  const { user, system } = process.cpuUsage(usage);
  return `${Math.round((user + system) / 1_000)} ms of processor time (${Math.round(performance.now() - start)} ms)`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
