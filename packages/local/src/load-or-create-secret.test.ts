import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { DomainError } from "@knote/api";
import { expect, it } from "vitest";
import { loadOrCreateSecret } from "./load-or-create-secret.ts";

const run = promisify(execFile);

async function tempFolder() {
  const path = await mkdtemp(join(tmpdir(), "knote-secret-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

it("creates a secret once, readable by its owner alone", async () => {
  await using folder = await tempFolder();
  const dataDir = join(folder.path, "new", "data");
  const secret = await loadOrCreateSecret(dataDir);
  expect(Buffer.byteLength(secret)).toBeGreaterThanOrEqual(32);
  expect(await loadOrCreateSecret(dataDir)).toBe(secret);
  expect(await readdir(dataDir)).toEqual(["jwt-secret"]);
  if (process.platform !== "win32") expect((await stat(join(dataDir, "jwt-secret"))).mode & 0o777).toBe(0o600);
});

it("makes another one in another folder", async () => {
  await using one = await tempFolder();
  await using two = await tempFolder();
  expect(await loadOrCreateSecret(one.path)).not.toBe(await loadOrCreateSecret(two.path));
});

it("gives processes that start together the same secret", async () => {
  await using folder = await tempFolder();
  const module = new URL("load-or-create-secret.ts", import.meta.url).href;
  const script = `import { loadOrCreateSecret } from ${JSON.stringify(module)}; console.log(await loadOrCreateSecret(process.argv[1]));`;
  const starts = Array.from({ length: 4 }, () =>
    run(process.execPath, ["--input-type=module", "--eval", script, folder.path]),
  );
  const inProcess = Array.from({ length: 20 }, () => loadOrCreateSecret(folder.path));
  const secrets = [
    ...(await Promise.all(inProcess)),
    ...(await Promise.all(starts)).map(({ stdout }) => stdout.trim()),
  ];
  expect(new Set(secrets).size).toBe(1);
  expect(await readdir(folder.path)).toEqual(["jwt-secret"]);
});

it("uses an existing secret file, and refuses a weak one without changing it", async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, "jwt-secret");
  await writeFile(file, "a secret that was brought along from another host\n");
  expect(await loadOrCreateSecret(folder.path)).toBe("a secret that was brought along from another host");
  await writeFile(file, "weak");
  await expect(loadOrCreateSecret(folder.path)).rejects.toThrow("fewer than 32 bytes");
  expect(await readFile(file, "utf8")).toBe("weak");
});

it.each<[what: string, put: (file: string) => Promise<unknown>]>([
  ["is empty", (file) => writeFile(file, "")],
  ["is cut short", (file) => writeFile(file, "weak\n")],
  ["is a folder", (file) => mkdir(file)],
])("refuses a secret file that %s in a sentence that names it", async (_, put) => {
  await using folder = await tempFolder();
  const file = join(folder.path, "jwt-secret");
  await put(file);
  const refusal = await loadOrCreateSecret(folder.path).catch((error: unknown) => error);
  expect(DomainError.is(refusal)).toBe(true);
  expect((refusal as DomainError).message).toMatch(
    /^The secret file \S+ .*: put the secret back, or remove the file to get a new one, which ends all tokens\.$/,
  );
  expect((refusal as DomainError).message).toContain(file);
  expect(await readdir(folder.path)).toEqual(["jwt-secret"]);
});
