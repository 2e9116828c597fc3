import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp } from "../testing/start-app.ts";
import { readDashboard } from "./read-dashboard.ts";

const SCRIPT = "export const answer = 42;\n";
const PAGE = "<!doctype html><title>Knote</title>";
const BROWSER = { headers: { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" } };

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "knote-dashboard-"));
  await mkdir(join(folder, "dist/assets"), { recursive: true });
  await writeFile(join(folder, "secret.txt"), "not for you");
  await writeFile(join(folder, "dist/.built-from"), "a hash");
  await writeFile(join(folder, "dist/index.html"), PAGE);
  await writeFile(join(folder, "dist/theme.js"), SCRIPT);
  await writeFile(join(folder, "dist/assets/index-1a2b.js"), SCRIPT);
  await writeFile(join(folder, "dist/assets/index-1a2b.js.br"), brotliCompressSync(SCRIPT));
  await writeFile(join(folder, "dist/assets/index-1a2b.js.gz"), gzipSync(SCRIPT));
});
afterAll(() => rm(folder, { recursive: true }));

const start = async () => startApp({ dashboard: await readDashboard(join(folder, "dist")) });

describe("the pages of the dashboard", () => {
  it.each(["/", "/ask", "/notes", "/notes/0195cf6a-7c00-7000-8000-000000000000", "/signin?error=denied", "/no/such"])(
    "load the single page at %s, under a policy that allows no other origin",
    async (path) => {
      await using app = await start();
      const { status, headers, text } = await app.send(`GET ${path}`, BROWSER);
      expect({ status, text }).toEqual({ status: 200, text: PAGE });
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["cache-control"]).toBe("no-cache");
      const policy = headers["content-security-policy"]!;
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
    },
  );

  it.each([
    "/api/notes",
    "/api",
    "/auth/nothing",
    "/trpc/a/b",
    "/docs/nothing",
    "/health/x",
    "/metrics",
    "/assets/x.js",
  ])("are not at %s, not even for browsers", async (path) => {
    await using app = await start();
    const { headers, text } = await app.send(`GET ${path}`, BROWSER);
    expect(headers["content-type"]).toContain("application/json");
    expect(text).not.toContain("<");
  });

  it.each(["/notes/", "//", "/favicon.ico", "/notes/../secret.txt", "/.built-from", "/index.html.br", "*"])(
    "do not exist at %s",
    async (path) => {
      await using app = await start();
      expect((await app.send(`GET ${path}`, BROWSER)).status).toBe(404);
    },
  );

  it("are only for requests that accept HTML: for API clients the path is unknown", async () => {
    await using app = await start();
    const unknown = { status: 404, text: '{"detail":"There is nothing at this path."}' };
    expect(await app.send("GET /notes")).toMatchObject(unknown);
    expect(await app.send("GET /notes", { headers: { Accept: "*/*" } })).toMatchObject(unknown);
    expect(await app.send("POST /notes", { json: {}, ...BROWSER })).toMatchObject(unknown);
  });

  it("do not exist when none were built", async () => {
    expect(await readDashboard(join(folder, "nothing"))).toBeNull();
    await using app = await startApp({ dashboard: null });
    expect((await app.send("GET /", BROWSER)).status).toBe(404);
  });
});

describe("the files of the dashboard", () => {
  it("are cached forever if their names contain a hash", async () => {
    await using app = await start();
    const hashedFile = await app.send("GET /assets/index-1a2b.js");
    expect(hashedFile).toMatchObject({ status: 200, text: SCRIPT });
    expect(hashedFile.headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect(hashedFile.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect((await app.send("GET /theme.js")).headers["cache-control"]).toBe("no-cache");
  });

  it("come compressed to clients that accept it", async () => {
    await using app = await start();
    const get = (acceptEncoding: string) =>
      app.send("GET /assets/index-1a2b.js", { headers: { "Accept-Encoding": acceptEncoding } });
    const brotli = await get("gzip, deflate, br");
    expect(brotli.headers["content-encoding"]).toBe("br");
    expect(brotli.headers["vary"]).toContain("Accept-Encoding");
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(SCRIPT);
    expect((await get("gzip")).headers["content-encoding"]).toBe("gzip");
    expect((await get("br;q=0, gzip")).headers["content-encoding"]).toBe("gzip");
    expect((await get("identity")).headers["content-encoding"]).toBeUndefined();
  });

  it("answer HEAD without the body, and no other method", async () => {
    await using app = await start();
    expect(await app.send("HEAD /assets/index-1a2b.js")).toMatchObject({ status: 200, text: "" });
    expect((await app.send("POST /assets/index-1a2b.js", { json: {} })).status).toBe(405);
  });

  it.each([
    "/assets/../../secret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/assets/%2e%2e/secret.txt",
    "/assets/",
    "/assets",
  ])("are the only reachable files, so not %s", async (path) => {
    await using app = await start();
    const { status, text } = await app.send(`GET ${path}`, BROWSER);
    expect(status).toBe(404);
    expect(text).not.toContain("not for you");
  });
});
