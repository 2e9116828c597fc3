import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadConfig } from "./load-config.ts";

async function tempFolder() {
  const path = await mkdtemp(join(tmpdir(), "knote-config-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

it("reads .env of the folder, which the environment overrides", async () => {
  await using folder = await tempFolder();
  await writeFile(join(folder.path, ".env"), '# mine\nPORT=9000\nHOST="0.0.0.0"\nLOG_LEVEL=warn\n');
  const config = loadConfig({ PORT: "9001", LOG_LEVEL: "" }, folder.path);
  expect(config).toMatchObject({ port: 9_001, host: "0.0.0.0", logLevel: "warn" });
});

it("works without .env", async () => {
  await using folder = await tempFolder();
  expect(loadConfig({}, folder.path).port).toBe(8420);
});

it("reports a .env that cannot be read", async () => {
  await using folder = await tempFolder();
  await mkdir(join(folder.path, ".env"));
  expect(() => loadConfig({}, folder.path)).toThrow(/\.env cannot be read/);
});
