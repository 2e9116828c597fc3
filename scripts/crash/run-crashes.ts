import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { examineData } from "../../packages/storage-sqlite/src/index.ts";
import { createRandom, type Random } from "../bench/random.ts";
import { createCaller, SECRET, type Caller } from "./caller.ts";
import { createHooked, type WebhookCheck } from "./hooked.ts";
import { createListener, type Listener } from "./listener.ts";
import { startEmbeddingProvider } from "./provider.ts";
import { startLife, startReindexing, type Life } from "./server.ts";
import { verifyIndex } from "./verify-index.ts";
import { verifyUser } from "./verify.ts";
import { createThinker, type Thinker } from "./thinker.ts";
import { createWriter, type Writer } from "./writer.ts";

const USERS = ["github:1", "github:2"];
const WRITERS = 4;
/** Has notes that are merged and split, which no journal of single requests describes. */
const THINKING_USER = "github:3";
const THINKERS = 2;
/** Most kills come early, when much is under way at once; some come later. */
const LONGEST_LOAD_MS = 4_000;
const LONGEST_START_MS = 1_500;
/** How long `knote reindex` can hold the data. */
const REINDEXING_MS = 60_000;
/** After this many kills the index is completed and verified. */
const INDEX_EVERY = 50;

export interface CrashOptions {
  readonly kills: number;
  readonly seed: number;
  readonly onKill?: (kills: number) => void;
}

export interface CrashReport {
  readonly kills: number;
  readonly acknowledgedCount: number;
  readonly seconds: number;
  /** Time from each start of the process to its first healthy response. */
  readonly recoveriesMs: readonly number[];
  /** Messages of webhooks that were sent more than once, as happens when a kill cuts off an attempt. */
  readonly doubleCount: number;
  /** Attempts for one webhook that were under way, most at one kill: sent, and their results not stored. */
  readonly mostUnderWay: number;
  readonly faults: readonly string[];
}

interface Person {
  readonly caller: Caller;
  readonly writers: readonly Writer[];
  readonly listener: Listener;
  readonly webhookCheck: WebhookCheck;
}

/** The service under test in its folder, and its users. */
interface Scene {
  readonly folder: string;
  readonly environments: readonly Readonly<Record<string, string>>[];
  readonly people: readonly Person[];
  readonly thinking: { readonly caller: Caller; readonly thinkers: readonly Thinker[] };
  readonly random: Random;
  readonly recoveriesMs: number[];
  environment: Readonly<Record<string, string>>;
  life: Life;
  kills: number;
}

/** Kills the real server at random moments under mixed load, and checks after each kill that all data is complete. */
export async function runCrashes({ kills, seed, onKill = () => {} }: CrashOptions): Promise<CrashReport> {
  const startTime = performance.now();
  await using provider = await startEmbeddingProvider();
  const scene = await openScene(createRandom(seed), provider.env);
  const faults: string[] = [];
  try {
    await awaitHealthy(scene);
    while (scene.kills < kills && faults.length === 0) {
      faults.push(...(await oneRound(scene, kills)));
      onKill(scene.kills);
    }
  } catch (error) {
    const output = scene.life.output().slice(-2_000);
    faults.push(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n${output}`);
  }
  await scene.life.kill();
  const doubleCount = scene.people.reduce((sum, { webhookCheck }) => sum + webhookCheck.doubleCount(), 0);
  const mostUnderWay = Math.max(...scene.people.map(({ webhookCheck }) => webhookCheck.mostUnderWay()));
  for (const { webhookCheck } of scene.people) await webhookCheck[Symbol.asyncDispose]();
  if (faults.length === 0) await rm(scene.folder, { recursive: true, force: true, maxRetries: 5 });
  else faults.push(`the data is kept in ${scene.folder}`);
  const journals = scene.people.flatMap(({ writers }) => writers.map(({ journal }) => journal));
  const acknowledgedCounts = [...journals, ...scene.thinking.thinkers].map((one) => one.acknowledgedCount);
  return {
    kills: scene.kills,
    acknowledgedCount: acknowledgedCounts.reduce((total, one) => total + one, 0),
    seconds: (performance.now() - startTime) / 1_000,
    recoveriesMs: scene.recoveriesMs,
    doubleCount,
    mostUnderWay,
    faults,
  };
}

async function openScene(random: Random, otherEmbedder: Readonly<Record<string, string>>): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), "knote-crash-"));
  const tier = { DEFAULT_TIER: "student", LOG_LEVEL: "warn", WEBHOOK_ALLOW: "localhost" };
  const environment = { PORT: "0", DATA_DIR: join(folder, "data"), JWT_SECRET: SECRET, ...tier };
  const environments = [environment, { ...environment, ...otherEmbedder }];
  const people = await Promise.all(
    USERS.map(async (user) => {
      const caller = await createCaller(user);
      const writers = Array.from({ length: WRITERS }, () => createWriter(caller, random));
      return { caller, writers, listener: createListener(caller), webhookCheck: await createHooked(caller) };
    }),
  );
  const caller = await createCaller(THINKING_USER);
  const thinking = { caller, thinkers: Array.from({ length: THINKERS }, () => createThinker(caller, random)) };
  const life = startLife(folder, environment);
  return { folder, environments, environment, people, thinking, random, recoveriesMs: [], life, kills: 0 };
}

/** Loads and kills the server, then verifies the data that the kill left and the responses after a restart. */
async function oneRound(scene: Scene, kills: number): Promise<string[]> {
  const { people, random, environments } = scene;
  const before = scene.kills;
  const faults = await loadAndKill(scene);
  if (random() < 0.2) scene.environment = environments.find((other) => other !== scene.environment)!;
  const isKilledEarly = random() < 0.2;
  if (!isKilledEarly && scene.kills >= kills) minutePasses(scene);
  scene.life = startLife(scene.folder, scene.environment);
  if (isKilledEarly) faults.push(...(await killEarly(scene, kills)));
  await awaitHealthy(scene);
  const isLast = scene.kills >= kills;
  for (const { writers, listener, webhookCheck } of people) {
    faults.push(...(await verifyUser(writers, listener, isLast)));
    faults.push(...(await webhookCheck.verify(writers)));
  }
  for (const thinker of scene.thinking.thinkers) faults.push(...(await thinker.verify(isLast)));
  // A round can kill twice.
  const isDue = Math.floor(scene.kills / INDEX_EVERY) > Math.floor(before / INDEX_EVERY);
  if (isDue || isLast) faults.push(...(await verifyIndex(people.flatMap(({ writers }) => writers))));
  return [...faults, ...doctorFaults(scene)];
}

/** Waits until the server is healthy, and connects the listeners before anybody writes. */
async function awaitHealthy({ life, people, thinking, recoveriesMs }: Scene): Promise<void> {
  const { url, recoveryMs } = await life.healthy;
  recoveriesMs.push(recoveryMs);
  thinking.caller.url = url;
  for (const { caller, listener, webhookCheck } of people) {
    caller.url = url;
    await listener.connect();
    await webhookCheck.register();
  }
}

async function loadAndKill(scene: Scene): Promise<string[]> {
  const { people, random, folder, environment } = scene;
  const actors = [...people.flatMap(({ writers }) => writers), ...scene.thinking.thinkers];
  const writing = Promise.all(actors.map((actor) => actor.run()));
  const other = random() < 0.2 ? startReindexing(folder, environment) : null;
  await Promise.race([writing, pause(30 + random() ** 2 * LONGEST_LOAD_MS + (other ? random() * 1_000 : 0))]);
  if (random() < 0.5) other?.kill("SIGKILL");
  const faults = await kill(scene);
  await writing;
  return faults;
}

async function killEarly(scene: Scene, kills: number): Promise<string[]> {
  await Promise.race([scene.life.healthy, pause(50 + scene.random() * LONGEST_START_MS)]);
  const faults = await kill(scene);
  if (scene.kills >= kills) minutePasses(scene);
  scene.life = startLife(scene.folder, scene.environment);
  return faults;
}

/** Ends what the killed server held of merges and splits, so that the last start finishes them at once. */
function minutePasses({ environment }: Scene): void {
  using db = new DatabaseSync(join(environment["DATA_DIR"]!, "knote.db"), { timeout: REINDEXING_MS });
  db.exec("UPDATE operations SET lease_until = 1 WHERE lease_until > 0");
}

async function kill(scene: Scene): Promise<string[]> {
  await scene.life.kill();
  scene.kills++;
  const file = join(scene.environment["DATA_DIR"]!, "knote.db");
  return [...doctorFaults(scene), ...scene.people.flatMap(({ webhookCheck }) => webhookCheck.afterKill(file))];
}

/** Returns the problems that `knote doctor` finds in the data. */
function doctorFaults({ environment }: Scene): string[] {
  return examineData({ dataDir: environment["DATA_DIR"]! }).flatMap(({ check, problems }) =>
    problems.map(({ what, count, example }) => `doctor: ${check}: ${what}: ${count}, for example ${example}`),
  );
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
