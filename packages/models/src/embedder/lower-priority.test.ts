import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const NOBODY = 65_534;
const embedderUrl = new URL("./built-in-embedder.ts", import.meta.url).href;

/** Embeds, then prints the nice value of the process's first thread and the larger ones of other threads. */
const PROGRAM = `
import { readdirSync, readFileSync } from "node:fs";
import { createBuiltInEmbedder } from ${JSON.stringify(embedderUrl)};
const embedder = createBuiltInEmbedder({ onStatus: (...status) => console.log(...status) });
await embedder.embed(["a"], { priority: "query" });
const niceness = (thread) => Number(readFileSync("/proc/self/task/" + thread + "/stat", "utf8").split(") ")[1].split(" ")[16]);
const first = niceness(process.pid);
const others = readdirSync("/proc/self/task").map(niceness).filter((nice) => nice > first);
console.log(first, ...new Set(others));
await embedder.close();`;

it.runIf(process.platform === "linux").each([
  [0, 10],
  [5, 15],
  [15, 19],
])(
  "an unprivileged user's embedder under nice %i works at nice %i",
  (nice, expectedNice) => {
    const { stdout, stderr } = run(["nice", "-n", String(nice), process.execPath, "-e", PROGRAM]);
    expect(stderr).toBe("");
    const [status, threads] = stdout.trim().split("\n");
    const [first, ...nicer] = threads!.split(" ").map(Number);
    expect(status).toContain("ready");
    // The tests themselves can run under nice, and above 19 there is no larger value.
    expect(nicer).toEqual(first === 19 ? [] : [Math.min(19, first! + 10)]);
    if (first === nice) expect(nicer).toEqual([expectedNice]);
  },
  60_000,
);

function run([command, ...rest]: readonly string[]) {
  const user = process.getuid?.() === 0 && nobodyReadsThis() ? { uid: NOBODY, gid: NOBODY } : {};
  return spawnSync(command!, rest, { encoding: "utf8", cwd: "/", ...user });
}

/** Returns whether an unprivileged user can read this checkout, which is not so in the superuser's home. */
function nobodyReadsThis(): boolean {
  const read = ["-e", "fs.readFileSync(process.argv[1])", fileURLToPath(import.meta.url)];
  return spawnSync(process.execPath, read, { uid: NOBODY, gid: NOBODY, cwd: "/" }).status === 0;
}
