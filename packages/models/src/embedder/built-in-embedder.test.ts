import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { TextEmbedder } from "@knote/api";
import { createBuiltInEmbedder } from "./built-in-embedder.ts";

const assets = new URL("../../assets/all-minilm-l6-v2/", import.meta.url);
const run = promisify(execFile);

const WITHOUT_RUNTIME = `
import { registerHooks } from "node:module";
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === "onnxruntime-node") throw new Error("no such library");
    return next(specifier, context);
  },
});`;
const PROGRAM = `
import { createBuiltInEmbedder } from ${JSON.stringify(new URL("./built-in-embedder.ts", import.meta.url).href)};
const embedder = createBuiltInEmbedder({ onStatus: (status, reason) => console.log(status, reason) });
await embedder.embed(["a"], { priority: "query" }).catch((error) => console.log(error.code));
console.log("still here", embedder.status());
await embedder.close();`;

const EXITING_PROGRAM = `
import { createBuiltInEmbedder } from ${JSON.stringify(new URL("./built-in-embedder.ts", import.meta.url).href)};
const embedder = createBuiltInEmbedder({ onStatus: () => setTimeout(() => process.exit(3), 20) });
await embedder.embed(Array.from({ length: 500 }, (_, index) => "notes about knots ".repeat(60) + index), { priority: "background" });`;

interface Golden {
  readonly text: string;
  readonly vector: readonly number[];
}

describe("built-in embedder", () => {
  let embedder: TextEmbedder;
  beforeAll(() => {
    embedder = createBuiltInEmbedder();
  });
  afterAll(() => embedder.close());

  it("makes vectors that are near those of the unquantised model", async () => {
    const golden: Golden[] = JSON.parse(readFileSync(new URL("golden.json", assets), "utf8"));
    const vectors = await embedder.embed(
      golden.map(({ text }) => text),
      { priority: "query" },
    );
    const cosines = golden.map(({ vector }, index) => cosine(vector, vectors[index]!));
    expect(Math.min(...cosines)).toBeGreaterThan(0.965);
    expect(cosines.reduce((sum, value) => sum + value) / cosines.length).toBeGreaterThan(0.985);
  });

  it("reports its model, dimensions and status", () => {
    expect(embedder).toMatchObject({ model: "all-minilm-l6-v2-int8-onnx", dimensions: 384 });
    expect(embedder.status()).toBe("ready");
  });

  it.each([
    ["nothing", ""],
    ["a lone surrogate", "a \ud83d b"],
    ["50,000 letters in one word", "x".repeat(50_000)],
    ["50,000 characters of prose", "Notes should be atomic and linked. ".repeat(1_429)],
    ["emoji", "🚀👩‍💻".repeat(5_000)],
    ["Chinese", "知识图谱".repeat(10_000)],
    ["control characters", "\u0000\u0007\u202e"],
    ["combining marks", `e${"\u0301".repeat(40_000)}`],
  ])("makes one normalised vector of %s", async (_, text) => {
    const [vector, ...more] = await embedder.embed([text], { priority: "live" });
    expect(more).toEqual([]);
    expect(vector).toHaveLength(384);
    expect(Math.hypot(...vector!)).toBeCloseTo(1, 4);
  });

  it("does not look beyond the model's window", async () => {
    const head = "Notes should be atomic and linked. ".repeat(60);
    const [long, other] = await embedder.embed([`${head} cats`, `${head} dogs`], { priority: "live" });
    expect(long).toEqual(other);
  });

  it("puts texts of similar meaning closer together than others", async () => {
    const [question, answer, other] = await embedder.embed(
      ["How do I remember what I learn?", "Spaced repetition keeps recall high.", "The gateway runs on port 8420."],
      { priority: "query" },
    );
    expect(cosine(question!, answer!)).toBeGreaterThan(cosine(question!, other!) + 0.2);
  });
});

describe("built-in embedder that cannot run", () => {
  it("reports which file is damaged and stays down", async () => {
    const folder = mkdtempSync(join(tmpdir(), "knote-embedder-"));
    cpSync(fileURLToPath(assets), folder, { recursive: true });
    writeFileSync(join(folder, "tokenizer.json"), "{}");
    const statuses: (readonly [string, string | undefined])[] = [];
    const embedder = createBuiltInEmbedder({
      assetsUrl: pathToFileURL(`${folder}/`),
      onStatus: (...change) => void statuses.push([change[0], change[1]]),
    });
    await expect(embedder.embed(["a"], { priority: "query" })).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(statuses).toEqual([["down", expect.stringContaining("tokenizer.json is damaged")]]);
    await embedder.close();
    rmSync(folder, { recursive: true });
  });

  it("leaves the process running without the native runtime, and lets it end after close", async () => {
    const folder = mkdtempSync(join(tmpdir(), "knote-embedder-"));
    writeFileSync(join(folder, "without-runtime.mjs"), WITHOUT_RUNTIME);
    writeFileSync(join(folder, "program.mjs"), PROGRAM);
    const { stdout } = await run(process.execPath, ["--import", "./without-runtime.mjs", "program.mjs"], {
      cwd: folder,
    });
    rmSync(folder, { recursive: true });
    expect(stdout.split("\n").slice(1, 3)).toEqual(["UNAVAILABLE", "still here down"]);
    expect(stdout).toMatch(/^down onnxruntime-node does not load on this platform \(\w+ \w+\): no such library/);
  });

  it("lets the process exit with its own code in the middle of work", async () => {
    const folder = mkdtempSync(join(tmpdir(), "knote-embedder-"));
    writeFileSync(join(folder, "program.mjs"), EXITING_PROGRAM);
    await expect(run(process.execPath, ["program.mjs"], { cwd: folder })).rejects.toMatchObject({
      code: 3,
      stderr: "",
    });
    rmSync(folder, { recursive: true });
  });

  it("closes at any moment, also while it loads", async () => {
    for (const wait of [false, true]) {
      const embedder = createBuiltInEmbedder();
      const pending = embedder.embed(["a"], { priority: "query" }).catch((error: unknown) => error);
      if (wait) await vi.waitUntil(() => embedder.status() === "ready", { timeout: 60_000 });
      await embedder.close();
      await pending;
      expect(embedder.status()).toBe("down");
    }
  });
});

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let dot = 0;
  let lengths = [0, 0] as [number, number];
  for (let index = 0; index < a.length; index++) {
    dot += a[index]! * b[index]!;
    lengths = [lengths[0] + a[index]! ** 2, lengths[1] + b[index]! ** 2];
  }
  return dot / Math.sqrt(lengths[0] * lengths[1]);
}
