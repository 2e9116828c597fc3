import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { apiOf, aNoteBody, startServerProcess } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { tempFolder } from "./testing/temp-folder.ts";

const SECRET = "a secret of the tests, of 32 bytes or more";

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString());
}

describe("knote token", () => {
  it("prints nothing but the token on stdout", async () => {
    await using folder = await tempFolder();
    const { code, stdout, stderr } = await folder.knote(["token"], { JWT_SECRET: SECRET });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    expect(stderr).not.toContain(stdout.trim());
    const { sub, scope, exp, iat, aud, iss } = claimsOf(stdout) as { exp: number; iat: number } & Record<
      string,
      unknown
    >;
    expect({ sub, scope, aud, iss }).toEqual({
      sub: "local:owner",
      scope: "notes:read notes:write ask",
      aud: "knote-api",
      iss: "knote",
    });
    expect(exp - iat).toBe(3_600);
  });

  it("sets user, scope, lifetime and name", async () => {
    await using folder = await tempFolder();
    const args = ["token", "--sub", "github:1", "--scope", "notes:read", "--hours", "0.5", "--name", "Ada"];
    const { stdout } = await folder.knote(args, { JWT_SECRET: SECRET });
    const claims = claimsOf(stdout) as { exp: number; iat: number };
    expect(claims).toMatchObject({ sub: "github:1", scope: "notes:read", name: "Ada" });
    expect(claims.exp - claims.iat).toBe(1_800);
  });

  it.each([
    ["a reserved user", ["--sub", "demo:graph"], {}],
    ["no user", ["--sub", ""], {}],
    ["an unknown scope", ["--scope", "everything"], {}],
    ["a lifetime of zero", ["--hours", "0"], {}],
    ["a time that is not a number", ["--hours", "soon"], {}],
    ["a weak secret", [], { JWT_SECRET: "short" }],
    ["a key set instead of a secret", [], { JWT_SECRET: "", JWT_JWKS_URL: "https://id.example.com/keys" }],
  ])("refuses %s in a sentence", async (_, args, env) => {
    await using folder = await tempFolder();
    const { code, stdout, stderr } = await folder.knote(["token", ...args], { JWT_SECRET: SECRET, ...env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/\S.*\.\n$/);
    expect(stderr).not.toContain("    at ");
  });
});

describe("beside a running server", () => {
  it("mints tokens that the server accepts, and sets tiers that apply at once", async () => {
    await using server = await startServerProcess({ env: { JWT_SECRET: "" } });
    await using folder = await tempFolder();
    const env = { DATA_DIR: server.dataDir };
    const token = (await folder.knote(["token", "--sub", "github:1"], env)).stdout.trim();
    const quota = async () =>
      (await fetch(`${server.url}/api/quota`, { headers: { Authorization: `Bearer ${token}` } })).json();
    expect(await quota()).toMatchObject({ tier: "free" });
    expect(await folder.knote(["tier", "github:1", "pro"], env)).toMatchObject({
      code: 0,
      stdout: "github:1 now has the tier pro.\n",
    });
    expect(await quota()).toMatchObject({ tier: "pro", queries_limit: -1 });
    expect(await folder.knote(["tier", "github:1", "gold"], env)).toMatchObject({ code: 1, stdout: "" });
  });

  it("backs up while it runs, and restores once it has stopped", async () => {
    await using server = await startServerProcess();
    await using folder = await tempFolder();
    const env = { DATA_DIR: server.dataDir };
    const before = await apiOf(server, "github:1");
    await before("POST", "/api/workspace/notes", aNoteBody("In the backup"));
    expect(await folder.knote(["backup", "notes.db"], env)).toMatchObject({ code: 0, stderr: "" });
    await before("POST", "/api/workspace/notes", aNoteBody("After the backup"));

    expect(await folder.knote(["backup", "notes.db"], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("exists already"),
    });
    expect(await folder.knote(["restore", "notes.db"], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("in use"),
    });
    await server.kill("SIGTERM");
    const damagedBytes = await readFile(join(folder.path, "notes.db"));
    damagedBytes[damagedBytes.indexOf("In the backup")]! ^= 1;
    await writeFile(join(folder.path, "damaged.db"), damagedBytes);
    expect(await folder.knote(["restore", "damaged.db"], env)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^The backup \S+damaged\.db is damaged: it is not what was written\.\n$/),
    });
    expect(await folder.knote(["restore", "notes.db"], env)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("kept in"),
    });
    await server.restart();
    const { body } = await (await apiOf(server, "github:1"))("GET", "/api/graph/notes");
    expect(body.notes.map((note: { title: string }) => note.title)).toEqual(["In the backup"]);
  });
});

describe("without data", () => {
  it.each([["backup", "notes.db"], ["tier", "github:1", "pro"], ["reindex"]])(
    "%s says where it looked",
    async (...args) => {
      await using folder = await tempFolder();
      const { code, stderr } = await folder.knote(args);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^There is no data folder \S+: start the server once, or set DATA_DIR\.\n$/);
    },
  );

  it("restore refuses a file that is not a backup", async () => {
    await using folder = await tempFolder();
    await writeFile(join(folder.path, "notes.db"), "not a database");
    expect(await folder.knote(["restore", "notes.db"])).toMatchObject({ code: 1, stdout: "" });
    expect(await folder.knote(["restore", "none.db"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is no file"),
    });
  });
});

it("prints its version and its commands", async () => {
  await using folder = await tempFolder();
  expect((await folder.knote(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  const { stdout } = await folder.knote(["--help"]);
  for (const command of ["token", "tier", "backup", "restore", "reindex", "doctor"]) expect(stdout).toContain(command);
  expect(await folder.knote(["dance"])).toMatchObject({ code: 1, stdout: "" });
});
