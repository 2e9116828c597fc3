import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseConfig } from "@knote/config";
import { createBuiltInEmbedder } from "@knote/models";
import { pino } from "pino";
import { expect, it } from "vitest";
import { createEarlierEmbedder } from "./earlier-embedder.ts";
import { createEmbedderOf } from "./models-of-config.ts";

const LOG = pino({ level: "silent" });
const OPENAI = { OPENAI_API_KEY: "sk-test" };
const OWN_SERVER = { OPENAI_BASE_URL: "http://127.0.0.1:1/v1" };
const BUILT_IN = { EMBEDDING_MODEL: "built-in" };

/** Returns the model of the embedder that these settings find for an earlier model's name. */
async function findEarlierModel(settings: Record<string, string>, model: string): Promise<string | null> {
  const embedder = createEarlierEmbedder(parseConfig(settings).models, LOG)(model);
  await embedder?.close();
  return embedder?.model ?? null;
}

/** Holds a folder of the model, so that nothing is fetched. */
function aModelFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "knote-models-"));
  mkdirSync(join(path, "multilingual-e5-small"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

async function nameWith(settings: Record<string, string>): Promise<string> {
  const embedder = createEmbedderOf(parseConfig(settings).models, LOG);
  await embedder.close();
  return embedder.model;
}

it("finds the built-in embedder whatever is configured, but no other version of it", async () => {
  const embedder = createBuiltInEmbedder();
  await embedder.close();
  for (const settings of [{}, OPENAI, OWN_SERVER])
    expect(await findEarlierModel(settings, embedder.model)).toBe(embedder.model);
  expect(await findEarlierModel({}, "all-minilm-l6-v3-int8-onnx")).toBeNull();
});

it("finds either built-in embedder while the other is configured", async () => {
  using modelsDir = aModelFolder();
  const settings = { MODELS_DIR: modelsDir.path };
  const multilingual = await nameWith({ ...settings, EMBEDDING_MODEL: "built-in-multilingual" });
  const english = await nameWith({ ...settings, EMBEDDING_MODEL: "built-in" });
  expect([multilingual, english]).toEqual(["multilingual-e5-small-int4-onnx", "all-minilm-l6-v2-int8-onnx"]);
  expect(await findEarlierModel(settings, multilingual)).toBe(multilingual);
  expect(await findEarlierModel({ ...settings, EMBEDDING_MODEL: "built-in-multilingual" }, english)).toBe(english);
  expect(await findEarlierModel(settings, "multilingual-e5-small-int3-onnx")).toBeNull();
});

it.each<[string, Record<string, string>]>([
  ["a provider", OPENAI],
  ["a self-hosted server", OWN_SERVER],
])("finds another model of %s that is still set up", async (_, settings) => {
  const large = await nameWith({ ...settings, EMBEDDING_MODEL: "text-embedding-3-large" });
  expect(large).toContain("text-embedding-3-large");
  expect(await findEarlierModel({ ...settings, EMBEDDING_MODEL: "text-embedding-3-small" }, large)).toBe(large);
  expect(await findEarlierModel({ ...settings, ...BUILT_IN }, large)).toBe(large);
  expect(await findEarlierModel({ ...settings, ...BUILT_IN, ANTHROPIC_API_KEY: "sk-ant-test" }, large)).toBe(large);
});

it("finds none of a provider that is gone, or of another server", async () => {
  const [openai, own] = [await nameWith(OPENAI), await nameWith(OWN_SERVER)];
  expect(await findEarlierModel({}, openai)).toBeNull();
  expect(await findEarlierModel({}, own)).toBeNull();
  expect(await findEarlierModel(OPENAI, own)).toBeNull();
  expect(await findEarlierModel(OWN_SERVER, openai)).toBeNull();
  expect(await findEarlierModel({ OPENAI_BASE_URL: "http://127.0.0.2:1/v1" }, own)).toBeNull();
});
