import { rm } from "node:fs/promises";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { hash } from "node:crypto";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createFakeProject } from "./fake-project.ts";

const root = join(import.meta.dirname, "../..");
const pins = JSON.parse(readFileSync(join(import.meta.dirname, "tools.lock.json"), "utf8")) as Record<
  string,
  { version: string; integrity?: string }
>;
const PLATFORM = `${process.platform}-${process.arch}`;
const PNPM = `@pnpm/exe.${PLATFORM}`;
/** Documented in docs/security.md. */
const WITHOUT_DIGEST = ["linux-x64-musl", "linux-arm64-musl", "darwin-x64", "darwin-arm64", "win32-x64"];

it("names an exact version of every tool, and the digest of its archive", () => {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { packageManager: string };
  for (const [name, { version }] of Object.entries(pins)) {
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
    if (name.startsWith("@pnpm/")) expect(`pnpm@${version}`).toBe(packageManager);
  }
  const without = Object.keys(pins).filter((name) => !/^sha512-[\w+/]{86}==$/.test(pins[name]!.integrity ?? ""));
  expect(without).toEqual(WITHOUT_DIGEST.map((platform) => `@pnpm/exe.${platform}`));
});

const OTHER = Buffer.from("another archive");

it.runIf(pins[PNPM]?.integrity !== undefined).each<[what: string, integrity: string | undefined, archives: number]>([
  ["publishes the digest of another archive", `sha512-${hash("sha512", OTHER, "base64")}`, 0],
  ["sends an archive that differs from its digest", pins[PNPM]?.integrity, 1],
])("runs nothing from a registry that %s", async (_, integrity, archives) => {
  const { version } = pins[PNPM]!;
  await using registry = await startRegistry({ name: PNPM, version, integrity });
  await using project = await createFakeProject("console.log('started')");
  await rm(join(project.folder, ".knote"), { recursive: true });
  await project.write("package.json", JSON.stringify({ name: "fake", packageManager: `pnpm@${version}` }));
  const env = { npm_config_registry: registry.url, npm_config_cache: join(project.folder, "cache") };
  const run = project.bootstrap(["start"], env);
  expect((await run.whenEnded).code).toBe(1);
  expect(run.stderr()).toContain("EINTEGRITY");
  expect(run.stdout()).toBe("");
  expect(registry.archives()).toBeGreaterThanOrEqual(archives);
  expect(existsSync(join(project.folder, `.knote/pnpm-${version}-${PLATFORM}`))).toBe(false);
});

interface Package {
  readonly name: string;
  readonly version: string;
  readonly integrity: string | undefined;
}

/** Starts a registry with one package, and a wrong archive for it. */
async function startRegistry({ name, version, integrity }: Package) {
  let archives = 0;
  const server = createServer((request, response) => {
    if (request.url!.endsWith(".tgz")) {
      archives++;
      response.end(OTHER);
      return;
    }
    const versions = { [version]: { name, version, dist: { tarball: `${url}/archive.tgz`, integrity } } };
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ name, "dist-tags": { latest: version }, versions }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    archives: () => archives,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
