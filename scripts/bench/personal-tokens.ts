/**
 * Compares requests with an access token and with a personal token: CPU of the real server on the embedded engine.
 *   npm run bench -- --only tokens
 * A note is read by id, with both kinds of token in turns, as the machine's speed varies.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSystemClock } from "../../packages/api/src/index.ts";
import { createAuthenticator, createPersonalTokens, createTokenVerifier } from "../../packages/auth/src/index.ts";
import { createSqliteStorage } from "../../packages/storage-sqlite/src/index.ts";
import { aNoteWrite } from "../../packages/testkit/src/builders/a-note.ts";
import { createClient, median } from "./load.ts";
import { knoteWith, startServer } from "./server-process.ts";
import { benchUsers, SECRET, tokensOf } from "./tokens.ts";

const ROUNDS = 15;
const REQUESTS = 10_000;
const AT_ONCE = 16;
/** Of the authenticator alone; the first run warms it up. */
const RUNS = 6;
const CALLS = 20_000;
const KINDS = ["access token", "personal token"] as const;

/** Measures and returns a table in Markdown. */
export async function benchPersonalTokens(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "knote-tokens-"));
  try {
    const { userId, id, personal } = await fill(folder);
    const [access = ""] = await tokensOf([userId]);
    await using server = await startServer({ ...knoteWith({}), data: folder });
    using client = createClient(server.url, [access, personal]);
    const path = `/api/workspace/notes/${id}`;
    const cpuOf = async (user: number) => {
      const before = server.cpuSeconds();
      let openCount = REQUESTS;
      const next = () => (openCount-- > 0 ? ({ method: "GET", path, user } as const) : null);
      await client.load(next, { concurrency: AT_ONCE, seconds: 600 });
      return ((server.cpuSeconds() - before) / REQUESTS) * 1e6;
    };
    const figures: number[][] = [[], []];
    for (const user of [0, 1]) await cpuOf(user);
    for (let round = 0; round < ROUNDS; round++)
      for (const user of round % 2 === 0 ? [0, 1] : [1, 0]) figures[user]!.push(await cpuOf(user));
    return `${tableOf(figures)}\n${await benchAuthenticators(folder, userId, [access, personal])}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures letting the caller in alone, in this process and on the same data. */
async function benchAuthenticators(dataDir: string, userId: string, texts: readonly string[]): Promise<string> {
  const storage = await createSqliteStorage({ dataDir, exclusive: false });
  const deps = { storage, clock: createSystemClock(), defaultTier: "agent", isAllowed: () => true } as const;
  const verifier = createTokenVerifier({ secret: SECRET, clock: deps.clock });
  const authenticate = createAuthenticator({ ...deps, verifier, tokens: createPersonalTokens(deps) });
  const rows: string[] = [];
  for (const [user, text] of texts.entries()) {
    if ((await authenticate(text))?.actor.userId !== userId) throw new Error("The benchmark's token is not valid.");
    const runs: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const before = process.threadCpuUsage();
      for (let call = 0; call < CALLS; call++) await authenticate(text);
      const { user: own, system } = process.threadCpuUsage(before);
      runs.push((own + system) / CALLS);
    }
    rows.push(`| ${KINDS[user]} | ${Math.min(...runs).toFixed(1)} |`);
  }
  await storage.close();
  return ["| letting the caller in | µs of CPU each, best |", "|---|--:|", ...rows, ""].join("\n");
}

async function fill(dataDir: string) {
  const storage = await createSqliteStorage({ dataDir });
  const [userId = ""] = benchUsers(1);
  const { note, ...write } = aNoteWrite({ content: "A claim needs a reason. ".repeat(20) });
  await storage.notes.insert(userId, { note, ...write }, []);
  const deps = { storage, clock: createSystemClock(), defaultTier: "agent", isAllowed: () => true } as const;
  const newToken = { name: "bench", scopes: ["notes:read" as const], expires_in_days: 1 };
  const { text: personal } = await createPersonalTokens(deps).create({ userId, login: null }, newToken);
  await storage.close();
  return { userId, id: note.id, personal };
}

function tableOf(figures: readonly (readonly number[])[]): string {
  const [access = 0, personal = 0] = figures.map(median);
  const ratios = figures[1]!.map((figure, round) => figure / figures[0]![round]!);
  const rows = KINDS.map(
    (kind, user) => `| ${kind} | ${median(figures[user]!).toFixed(1)} | ${Math.min(...figures[user]!).toFixed(1)} |`,
  );
  const share = (100 * (median(ratios) - 1)).toFixed(1);
  return [
    "| read by id, 16 at a time | µs of CPU each, median | best |",
    "|---|--:|--:|",
    ...rows,
    "",
    `${(personal - access).toFixed(1)} µs more; the median of ${ROUNDS} rounds of ${REQUESTS.toLocaleString("en")} requests each: ${share} % more.`,
    "",
  ].join("\n");
}
