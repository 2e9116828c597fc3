import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Api, apiOf } from "../../packages/testkit/src/http/api-client.ts";
import { entryPoint } from "../../packages/testkit/src/http/entry-point.ts";
import { type ServerProcess, startServerProcess } from "../../packages/testkit/src/http/start-server-process.ts";
import { createRandom, type Random } from "../bench/random.ts";
import { editFiles, editNotes, type Ledger, newLedger } from "./edits.ts";

const KNOTE = entryPoint("knote.js");
const FIRST_FILES = 30;
/** Edits of each side before a sync, and while it runs. */
const EDITS_BEFORE = 4;
const EDITS_DURING = 2;
/** After this many kills all is made alike and compared. */
const SETTLE_EVERY = 10;
/** Syncs after the last edit until nothing is left to do: what stood aside can need one more. */
const MOST_SYNCS = 4;
const WORD = /word\d+x/g;

export interface SyncCrashOptions {
  readonly kills: number;
  readonly seed: number;
  /** Where the synced folder is made; the system's folder for temporary files by default. */
  readonly parent?: string;
  readonly onKill?: (kills: number) => void;
}

export interface SyncCrashReport {
  readonly kills: number;
  /** Syncs that ended before their kill came. */
  readonly spareCount: number;
  /** Edits of both sides, each with a word of its own. */
  readonly edits: number;
  readonly conflicts: number;
  readonly seconds: number;
  readonly faults: readonly string[];
}

interface Scene {
  readonly folder: string;
  readonly vault: string;
  readonly server: ServerProcess;
  readonly api: Api;
  readonly token: string;
  readonly random: Random;
  readonly ledger: Ledger;
  /** How long a sync works once it has the folder, in milliseconds. */
  workMs: number;
}

/**
 * Kills `knote sync` at random moments while both sides are edited, and checks that every word of every edit stands
 * somewhere, and that the next syncs make both sides alike. Needs /proc: a kill comes when the sync has the folder.
 */
export async function runSyncCrashes({
  kills,
  seed,
  parent = tmpdir(),
  onKill = () => {},
}: SyncCrashOptions): Promise<SyncCrashReport> {
  const startedAt = performance.now();
  await using server = await startServerProcess({ env: { LOG_LEVEL: "error" } });
  const folder = await mkdtemp(join(parent, "knote-sync-crash-"));
  const vault = join(folder, "vault");
  await mkdir(vault);
  const lifetime = { lifetimeSeconds: 86_400 };
  const api = await apiOf(server, "local:owner", lifetime);
  const token = await server.token("local:owner", lifetime);
  const scene: Scene = {
    ...{ folder, vault, server, api, token, workMs: 500 },
    ...{ random: createRandom(seed), ledger: newLedger() },
  };
  const faults: string[] = [];
  let [killCount, spareCount] = [0, 0];
  try {
    await editFiles(scene, FIRST_FILES);
    faults.push(...(await settle(scene)));
    while (killCount < kills && faults.length === 0) {
      if (await editAndKill(scene)) onKill(++killCount);
      else spareCount++;
      if (killCount % SETTLE_EVERY === 0 || killCount === kills) faults.push(...(await settle(scene)));
    }
    faults.push(...(await findLostWords(scene)));
  } catch (error) {
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  if (faults.length === 0) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  else faults.push(`the folder is kept in ${folder}`);
  const conflicts = scene.ledger.conflicts;
  const seconds = (performance.now() - startedAt) / 1_000;
  return { kills: killCount, spareCount, edits: scene.ledger.edits, conflicts, seconds, faults };
}

/** Edits both sides, starts a sync, goes on editing, and kills it. Resolves with whether it was killed in time. */
async function editAndKill(scene: Scene): Promise<boolean> {
  const { random } = scene;
  await editFiles(scene, EDITS_BEFORE);
  await editNotes(scene, EDITS_BEFORE);
  const child = start(scene);
  const end = once(child, "close") as Promise<[number | null]>;
  const exit = end.then(() => true);
  await Promise.race([hasFolder(scene, child), end]);
  const editing = (async () => {
    await editFiles(scene, EDITS_DURING);
    await editNotes(scene, EDITS_DURING);
  })();
  await Promise.race([setTimeout(random() * scene.workMs), exit]);
  child.kill("SIGKILL");
  const [code] = await end;
  await editing;
  return code === null;
}

/** Lets both sides come to rest, and returns what is wrong then. */
async function settle(scene: Scene): Promise<string[]> {
  for (let sync = 1; sync <= MOST_SYNCS; sync++) {
    const { code, result } = await finish(scene);
    if (code === 2 || result === null) return [`sync ${sync} failed with ${code}`];
    if (result.failures.length > 0) return [`not done: ${JSON.stringify(result.failures)}`];
    scene.ledger.conflicts += result.conflicts.length;
    if (code === 0 && Object.keys(result.acts).length === 0) return await compare(scene);
  }
  return [`${MOST_SYNCS} syncs left both sides unlike`];
}

/** Each live note is one file with its text, and no text stands in two conflict notes. */
async function compare({ api, vault }: Scene): Promise<string[]> {
  const { notes } = (await api("GET", "/api/graph/notes")).body as {
    notes: { id: string; title: string; content: string }[];
  };
  const texts = (await textsIn(vault, false)).map((text) => text.trimEnd());
  const conflicts = notes.filter(({ title }) => title.includes("(conflict")).map(({ content }) => content);
  return [
    ...notes.flatMap(({ id, content }) => {
      const files = texts.filter((text) => text.includes(`knote: ${id}`));
      if (files.length === 1 && files[0]!.endsWith(content)) return [];
      return [`note ${id} says ${JSON.stringify(content)}, its files say ${JSON.stringify(files)}`];
    }),
    ...(texts.length === notes.length ? [] : [`${texts.length} files of ${notes.length} notes`]),
    ...(new Set(conflicts).size === conflicts.length ? [] : ["a text stands in two conflict notes"]),
  ];
}

async function findLostWords({ api, vault, ledger, server, token }: Scene): Promise<string[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const read = async (query: string) =>
    await (await fetch(`${server.url}/api/workspace/export?${query}`, { headers })).text();
  for (const line of (await read("heads=true")).split("\n").filter(Boolean)) {
    const { gone } = JSON.parse(line) as { gone?: { id: string } };
    if (gone) await api("POST", `/api/workspace/notes/${gone.id}/restore`);
  }
  const texts = [await read("history=true"), ...(await textsIn(vault, true))];
  const standing = new Set(texts.flatMap((text) => text.match(WORD) ?? []));
  const lostWords = [...ledger.words].filter((word) => !standing.has(word));
  return lostWords.length === 0 ? [] : [`lost: ${lostWords.join(", ")}`];
}

async function textsIn(vault: string, isWhole: boolean): Promise<string[]> {
  const entries = await readdir(vault, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => isWhole || !path.includes("/.knote/"));
  return await Promise.all(paths.map((path) => readFile(path, "utf8")));
}

function start({ folder, vault, server, token }: Scene): ChildProcess {
  const args = ["sync", vault, "--init", "--yes", "--json", "--allow-deletes", "--url", server.url, "--token", token];
  return spawn(process.execPath, [KNOTE, ...args], {
    env: { XDG_STATE_HOME: join(folder, "state") },
    stdio: ["ignore", "pipe", "ignore"],
  });
}

interface Result {
  readonly acts: Readonly<Record<string, number>>;
  readonly conflicts: readonly string[];
  readonly failures: readonly unknown[];
}

async function finish(scene: Scene): Promise<{ readonly code: number | null; readonly result: Result | null }> {
  const child = start(scene);
  let text = "";
  child.stdout!.setEncoding("utf8").on("data", (part: string) => (text += part));
  const end = once(child, "close") as Promise<[number | null]>;
  await Promise.race([hasFolder(scene, child), end]);
  const startedAt = performance.now();
  const [code] = await end;
  scene.workMs = Math.max(200, performance.now() - startedAt);
  return { code, result: text === "" ? null : (JSON.parse(text) as Result) };
}

/** Resolves when the process has opened the folder's lock. */
async function hasFolder({ vault }: Scene, { pid, exitCode }: ChildProcess): Promise<void> {
  const lock = join(vault, ".knote", "lock");
  const descriptors = `/proc/${pid}/fd`;
  while (exitCode === null) {
    const names = await readdir(descriptors).catch(() => []);
    const paths = await Promise.all(names.map((name) => readlink(join(descriptors, name)).catch(() => "")));
    if (paths.includes(lock)) return;
    await setTimeout(2);
  }
}
