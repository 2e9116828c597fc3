/**
 * Measures `knote sync` as a process against a server: a first sync, one with nothing to do, and how long a change on
 * one side takes to the other while it watches. Processor time stands beside the time that passed, as that depends on
 * what else the machine does.
 *   node scripts/bench/sync.ts [--notes 10000] [--rounds 5]
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { apiOf } from "../../packages/testkit/src/http/api-client.ts";
import { startServerProcess } from "../../packages/testkit/src/http/start-server-process.ts";
import { cpuSeconds, residentMiB } from "./process-figures.ts";

const KNOTE = join(import.meta.dirname, "../../apps/cli/src/main.ts");
const WORDS = "owls hunt mice at night while bats listen and moths hide under dark leaves near rivers".split(" ");
const NOTES_IN_A_FOLDER = 200;
const POLL_MS = 20;
/** Longer than a minute, after which a file is taken at once again; and a watcher at rest. */
const REST_MS = 3_000;

const { values } = parseArgs({
  options: { notes: { type: "string", default: "10000" }, rounds: { type: "string", default: "5" } },
});
const [noteCount, rounds] = [Number(values.notes), Number(values.rounds)];

const folder = await mkdtemp(join(tmpdir(), "knote-bench-"));
const vault = join(folder, "vault");
try {
  await using server = await startServerProcess({ env: { LOG_LEVEL: "error" } });
  for (let index = 0; index < noteCount; index++) await writeNote(index);
  const api = await apiOf(server, "local:owner", { lifetimeSeconds: 86_400 });
  const token = await server.token("local:owner", { lifetimeSeconds: 86_400 });
  const args = ["sync", vault, "--url", server.url, "--token", token];
  say(`load of the machine before: ${load()}`);
  await timeOf("first sync", [...args, "--init", "--yes"]);
  await timeOf("nothing to do", args);
  await timeOf("nothing to do", args);
  say(JSON.stringify({ vault, url: server.url, token }));
  await setTimeout(3_600_000);
  const watcher = start([...args, "--watch"]);
  await once(watcher.stdout!, "data");
  await untilQuiet(watcher);
  const { notes } = (await api("GET", "/api/graph/notes")).body as { notes: { id: string; title: string }[] };
  const idOf = new Map(notes.map(({ id, title }) => [title, id]));
  for (const way of ["a saved file at the server", "an edit of the server in the file"] as const) {
    const times: number[] = [];
    const cpuBefore = cpuSeconds(watcher.pid!);
    for (let round = 0; round < rounds; round++) {
      // Each round another file: one that goes on changing is taken later.
      const index = round + (way === "a saved file at the server" ? 0 : rounds);
      const address = `/api/workspace/notes/${idOf.get(titleOf(index))}`;
      const word = `word${round}`;
      const startedAt = performance.now();
      if (way === "a saved file at the server") {
        const text = await readFile(pathOf(index), "utf8");
        await writeFile(pathOf(index), `${text}${word}\n`);
        await until(async () => (await api("GET", address)).body.content.includes(word));
      } else {
        await api("PUT", address, { content: `The server's ${word}.` });
        await until(async () => (await readFile(pathOf(index), "utf8").catch(() => "")).includes(word));
      }
      times.push(performance.now() - startedAt);
      await setTimeout(REST_MS);
    }
    times.sort((one, other) => one - other);
    const cpu = (cpuSeconds(watcher.pid!) - cpuBefore) / rounds;
    say(
      `${way}: ${seconds(times[Math.floor(rounds / 2)]!)} (median of ${rounds}; ${seconds(times.at(-1)!)} at most), ${cpu.toFixed(2)} s of processor time each`,
    );
  }
  say(`watching: ${Math.round(residentMiB(watcher.pid!))} MiB`);
  watcher.kill("SIGTERM");
  await once(watcher, "close");
  say(`load of the machine after: ${load()}`);
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function writeNote(index: number): Promise<void> {
  const word = (place: number) => WORDS[place % WORDS.length]!;
  const text = Array.from({ length: 200 }, (_value, place) => word(index * 31 + place * 7)).join(" ");
  const link = index === 0 ? "" : `extends: "[[${titleOf(Math.floor((index - 1) / 2))}]]"\n`;
  await mkdir(join(pathOf(index), ".."), { recursive: true });
  await writeFile(pathOf(index), `---\ntags: [${word(index)}]\n${link}---\n${text}\n`);
}

function titleOf(index: number): string {
  return `Claim ${index} about ${WORDS[index % WORDS.length]}`;
}

function pathOf(index: number): string {
  return join(vault, `Part ${Math.floor(index / NOTES_IN_A_FOLDER)}`, `${titleOf(index)}.md`);
}

function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [KNOTE, ...args], {
    env: { XDG_STATE_HOME: join(folder, "state") },
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** Runs the command and prints its times and its peak of memory. */
async function timeOf(name: string, args: readonly string[]): Promise<void> {
  const startedAt = performance.now();
  const child = start(args);
  child.stdout!.resume();
  let [peak, cpu] = [0, 0];
  const watch = setInterval(() => {
    try {
      peak = Math.max(peak, residentMiB(child.pid!) || 0);
      cpu = Math.max(cpu, cpuSeconds(child.pid!));
    } catch {
      // It has ended.
    }
  }, 50);
  const [code] = (await once(child, "close")) as [number];
  clearInterval(watch);
  say(
    `${name}: ${seconds(performance.now() - startedAt)}, ${cpu.toFixed(2)} s of processor time, ${Math.round(peak)} MiB, exit ${code}`,
  );
}

/** Waits until a watcher has looked at everything and rests. */
async function untilQuiet({ pid }: ChildProcess): Promise<void> {
  for (let [before, quiet] = [-1, 0]; quiet < 3;) {
    await setTimeout(1_000);
    const now = cpuSeconds(pid!);
    quiet = now - before < 0.05 ? quiet + 1 : 0;
    before = now;
  }
}

async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await setTimeout(POLL_MS);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(2)} s`;
}

function load(): string {
  return loadavg()
    .map((value) => value.toFixed(1))
    .join(", ");
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
