import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { secretKeys } from "./secret-keys.ts";

async function tempFolder() {
  const path = await mkdtemp(join(tmpdir(), "knote-key-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

it("makes the key of the data folder once, apart from the token secret, readable by its owner alone", async () => {
  await using folder = await tempFolder();
  const keys = await secretKeys({ kind: "kept key", dataDir: folder.path });
  const file = join(folder.path, "secrets-key");
  expect(keys).toEqual([(await readFile(file, "utf8")).trim()]);
  expect(await secretKeys({ kind: "kept key", dataDir: folder.path })).toEqual(keys);
  expect(await readdir(folder.path)).toEqual(["secrets-key"]);
  if (process.platform !== "win32") expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it("says what a new key costs when the file is no key", async () => {
  await using folder = await tempFolder();
  await writeFile(join(folder.path, "secrets-key"), "weak");
  await expect(secretKeys({ kind: "kept key", dataDir: folder.path })).rejects.toThrow(
    /secrets-key holds fewer than 32 bytes: put the secret back, or remove the file to get a new one, which stops all webhooks\.$/,
  );
});

it("takes the keys of the settings as they are, and knows when there is none", async () => {
  const keys = ["n".repeat(32), "o".repeat(32)] as const;
  expect(await secretKeys({ kind: "keys", keys })).toEqual(keys);
  expect(await secretKeys({ kind: "none" })).toBeNull();
});
