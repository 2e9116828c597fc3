import { join } from "node:path";
import { startServerProcess } from "@knote/testkit";
import { createSqliteStorage } from "@knote/storage-sqlite";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../testing/temp-folder.ts";

const UNKNOWN = "knote_pat_EXAMPLEexampleEXAMPLEexample002hf6JF";

describe("knote token create, list and revoke", () => {
  it("work beside a running server: what is revoked is refused from the next request on", async () => {
    await using server = await startServerProcess();
    await using folder = await tempFolder();
    const env = { DATA_DIR: server.dataDir };
    const knote = (...args: string[]) => folder.knote(["token", ...args], env);
    const status = async (token: string, path = "/api/graph/notes") =>
      (await fetch(server.url + path, { headers: { Authorization: `Bearer ${token}` } })).status;

    const making = await knote("create", "--name", "backup script");
    expect(making).toMatchObject({ code: 0, stdout: expect.stringMatching(/^knote_pat_[0-9A-Za-z]{36}\n$/) });
    const token = making.stdout.trim();
    expect(making.stderr).toContain("local:owner, valid for 90 days (notes:read)");
    expect(making.stderr).not.toContain(token);
    expect(await status(token)).toBe(200);

    const more = ["--name", "agent", "--sub", "github:1", "--scope", "ask notes:write webhooks", "--days", "none"];
    const other = (await knote("create", ...more)).stdout.trim();
    expect([await status(other, "/api/quota"), await status(other)]).toEqual([200, 403]);

    const { stdout } = await knote("list", "--json");
    const [shownToken, ...others] = JSON.parse(stdout);
    expect(others).toEqual([]);
    expect(shownToken).toMatchObject({ kind: "personal", name: "backup script", scopes: ["notes:read"] });
    expect(shownToken.last_used_at).not.toBeNull();
    expect(stdout).not.toContain(token);
    const { stdout: line } = await knote("list", "--sub", "github:1");
    expect(line).toMatch(
      /^\S+ {2}….{4} {2}personal {2}notes:write ask webhooks {2}last used \S+ {2}no end {2}"agent"\n$/,
    );

    expect(await knote("revoke", shownToken.id, "--sub", "github:1")).toMatchObject({ code: 1, stdout: "" });
    expect(await status(token)).toBe(200);
    expect(await knote("revoke", shownToken.id)).toEqual({ code: 0, stdout: "Revoked.\n", stderr: "" });
    expect(await status(token)).toBe(401);
    expect(await knote("revoke", other)).toEqual({ code: 0, stdout: "Revoked.\n", stderr: "" });
    expect(await status(other, "/api/quota")).toBe(401);
    expect(await knote("list")).toEqual({ code: 0, stdout: "", stderr: "local:owner has no tokens.\n" });
    expect(await knote("revoke", shownToken.id)).toMatchObject({
      code: 1,
      stderr: `local:owner has no token with the id ${shownToken.id}.\n`,
    });
    const unknown = await knote("revoke", other);
    expect(unknown).toEqual({ code: 1, stdout: "", stderr: "There is no such token.\n" });
  });

  it("make tokens although access tokens come from an issuer", async () => {
    await using folder = await tempFolder();
    await givenData(folder.path);
    const env = { JWT_JWKS_URL: "https://id.example.com/keys" };
    const { code, stdout } = await folder.knote(["token", "create", "--name", "ours", "--sub", "someone"], env);
    expect({ code, isToken: stdout.startsWith("knote_pat_") }).toEqual({ code: 0, isToken: true });
  });

  it("make no token that ALLOWED_USERS would refuse", async () => {
    await using folder = await tempFolder();
    await givenData(folder.path, [
      { userId: "github:7", login: "ada" },
      { userId: "github:8", login: "eve" },
    ]);
    const github = { GITHUB_CLIENT_ID: "id", GITHUB_CLIENT_SECRET: "secret" };
    const create = async (sub: string, env: object) =>
      (await folder.knote(["token", "create", "--name", "-", "--sub", sub], { ...github, ...env })).code;
    const allowList = { ALLOWED_USERS: "ada,9" };
    const users = ["github:7", "github:8", "github:9", "github:10", "local:owner"];
    expect(await Promise.all(users.map((user) => create(user, allowList)))).toEqual([0, 1, 0, 1, 1]);
    expect(await create("github:10", {})).toBe(0);
    const { stderr } = await folder.knote(["token", "create", "--name", "-"], { ...github, ...allowList });
    expect(stderr).toContain("local:owner may not sign in here");
  });

  it.each([
    ["no name", ["create"], "--name"],
    ["an empty name", ["create", "--name", " "], "--name must not be empty."],
    ["a long name", ["create", "--name", "n".repeat(101)], "--name must have at most 100 characters."],
    ["no scope", ["create", "--name", "-", "--scope", " "], "--scopes must name at least one of"],
    ["an unknown scope", ["create", "--name", "-", "--scope", "everything"], "not everything."],
    [
      "a day too few",
      ["create", "--name", "-", "--days", "0"],
      "--days must be a whole number from 1 to 365, or none.",
    ],
    ["a day too many", ["create", "--name", "-", "--days", "366"], "--days must be a whole number"],
    ["half a day", ["create", "--name", "-", "--days", "0.5"], "--days must be a whole number"],
    ["a reserved user", ["create", "--name", "-", "--sub", "demo:graph"], "--sub must be a user id"],
    ["nothing to revoke", ["revoke"], "token"],
    ["an unknown token", ["revoke", UNKNOWN], "There is no such token."],
    ["an unknown command", ["dance"], "dance"],
  ])("refuse %s in a sentence", async (_, args, sentence) => {
    await using folder = await tempFolder();
    await givenData(folder.path);
    const { code, stdout, stderr } = await folder.knote(["token", ...args]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain("    at ");
    expect(stderr).not.toContain(UNKNOWN);
  });
});

it("a restored backup brings no token back, and says so", async () => {
  await using folder = await tempFolder();
  await givenData(folder.path);
  for (const name of ["one", "two"]) await folder.knote(["token", "create", "--name", name]);
  await folder.knote(["backup", "copy.db"]);
  const { stdout } = await folder.knote(["restore", "copy.db"]);
  expect(stdout).toContain(" 2 access tokens of the backup have ended.");
  expect((await folder.knote(["token", "list"])).stderr).toBe("local:owner has no tokens.\n");
});

/** Creates the data folder, with sessions of these users. */
async function givenData(folder: string, users: readonly { userId: string; login: string }[] = []): Promise<void> {
  const storage = await createSqliteStorage({ dataDir: join(folder, "data") });
  const now = Date.now();
  const times = { createdAt: now, lastUsedAt: now, expiresAt: now + 60_000 };
  for (const { userId, login } of users) {
    const session = { id: userId, userId, name: login, login, userAgent: "", ...times };
    await storage.sessions.create(`digest of ${userId}`, session, null);
  }
  await storage.close();
}
