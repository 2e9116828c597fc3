import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  aNoteBody,
  apiOf,
  createBrowser,
  eventually,
  type ServerProcess,
  startFakeGitHub,
  startServerProcess,
} from "@knote/testkit";
import { describe, expect, it } from "vitest";

/** For tests that start and restart servers, which is slow on a busy machine. */
const SLOW = { timeout: 180_000 };

const LINK = /^Sign in, once and within ten minutes: (\S+)$/gm;

/** Returns the codes of the links printed so far, oldest first. */
function printedCodes(server: ServerProcess): string[] {
  return Array.from(server.output().matchAll(LINK), ([, link]) => new URL(link!).searchParams.get("code")!);
}

/** Returns each table that holds one of the texts, with that text. */
function traces({ dataDir }: ServerProcess, texts: readonly string[]): [table: string, text: string][] {
  using db = new DatabaseSync(join(dataDir, "knote.db"), { readOnly: true });
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return tables.flatMap(({ name }) => {
    const rows = db.prepare(`SELECT * FROM "${String(name)}"`, { readBigInts: true }).all();
    const all = rows
      .flatMap((row) => Object.values(row).map(textOf))
      .join("\n")
      .toLowerCase();
    return texts.filter((text) => all.includes(text)).map((text) => [String(name), text] as [string, string]);
  });
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value);
}

describe("the link in the banner", () => {
  it("signs in the owner of a local service, once, for as long as the session lasts", SLOW, async () => {
    await using server = await startServerProcess();
    const [code] = printedCodes(server);
    const browser = createBrowser(server.url);
    expect(await browser.visit(`/auth/local?code=${code}`)).toBe(`/signin#code=${code}`);
    expect((await browser.send("POST /auth/token")).status).toBe(401);
    expect((await browser.send("POST /auth/local", { json: { code } })).status).toBe(204);
    expect((await createBrowser(server.url).send("POST /auth/local", { json: { code } })).status).toBe(401);
    const port = new URL(server.url).port;
    await server.restart({ PORT: port });
    expect((await browser.send("GET /auth/account")).body).toEqual({ id: "local:owner", name: "Owner", tier: "agent" });
    expect(new Set(printedCodes(server)).size).toBe(2);
  });

  it("is the only way in, from this machine too", async () => {
    await using server = await startServerProcess();
    for (const request of ["POST /auth/token", "GET /auth/account", "GET /api/graph/notes", "DELETE /auth/sessions"])
      expect((await createBrowser(server.url).send(request)).status).toBe(401);
  });

  it("is missing when people sign in with GitHub, or not at all", SLOW, async () => {
    await using github = await startFakeGitHub();
    for (const env of [github.env, { JWT_SECRET: "", JWT_JWKS_URL: `${github.url}/keys` }]) {
      await using server = await startServerProcess({ env });
      expect(server.output()).toContain("is running at");
      expect(printedCodes(server)).toEqual([]);
    }
  });
});

describe("signed in with GitHub", () => {
  it("a person writes, signs out everywhere, and older tokens of any kind are refused at once", async () => {
    await using github = await startFakeGitHub();
    await using server = await startServerProcess({ env: github.env });
    const browser = createBrowser(server.url);
    await browser.visit("/auth/github");
    const ofTheCommandLine = await apiOf(server, "github:4711");
    await ofTheCommandLine("POST", "/api/workspace/notes", aNoteBody("Owls hunt at night"));
    expect((await browser.send("DELETE /auth/sessions")).status).toBe(204);
    expect((await ofTheCommandLine("GET", "/api/graph/notes")).status).toBe(401);
    await browser.visit("/auth/github");
    const { access_token } = (await browser.send("POST /auth/token")).body;
    const headers = { Authorization: `Bearer ${access_token}` };
    expect((await browser.send("GET /api/graph/notes", { headers })).body.notes).toHaveLength(1);
  });

  it("erasing the account leaves nothing in any table", SLOW, async () => {
    await using github = await startFakeGitHub({ id: 90_210, login: "zaphod-b", name: "Zaphod Beeblebrox" });
    await using server = await startServerProcess({ env: github.env });
    const browser = createBrowser(server.url, "Marvin/42");
    await browser.visit("/auth/github");
    const api = await apiOf(server, "github:90210");
    const other = await apiOf(server, "github:1");
    const otherId = (await other("POST", "/api/workspace/notes", aNoteBody("Towels are useful"))).body.id as string;
    const noteIds: string[] = [];
    for (const title of ["Xylophones ring", "Xylophones sound bright"])
      noteIds.push((await api("POST", "/api/workspace/notes", aNoteBody(title))).body.id as string);
    const [one, two] = noteIds;
    await api("PUT", `/api/workspace/notes/${one}`, { content: "Marimbas do not.", tags: ["percussion"] });
    await api("POST", "/api/workspace/links", { source_id: one, target_id: two, relation: "supersedes" });
    await api("DELETE", `/api/workspace/notes/${two}`);
    await api("POST", "/api/ask", { query: "Do xylophones ring?" });
    await eventually(async () => expect((await other("GET", "/health")).body.pending).toBe(0));
    const texts = ["xylophon", "marimba", "percussion", "github:90210", "zaphod", "marvin/42", one!, two!];
    const foundTexts = new Set(traces(server, texts).map(([, text]) => text));
    expect(texts.filter((text) => !foundTexts.has(text))).toEqual([]);

    expect((await browser.send("DELETE /auth/account", { json: { confirm: "erase" } })).status).toBe(204);
    expect(traces(server, texts)).toEqual([]);
    expect((await api("GET", "/api/graph/notes")).status).toBe(401);
    expect((await other("GET", "/api/graph/notes?q=towels")).body.notes).toMatchObject([{ id: otherId }]);
    await browser.visit("/auth/github");
    expect((await browser.send("GET /auth/account")).body).toMatchObject({ id: "github:90210", tier: "free" });
    const { access_token } = (await browser.send("POST /auth/token")).body;
    const search = { headers: { Authorization: `Bearer ${access_token}` } };
    expect((await browser.send("GET /api/graph/notes?q=xylophones", search)).body).toEqual({ notes: [] });
  });

  it("a user removed from ALLOWED_USERS is signed out by the next start", SLOW, async () => {
    await using github = await startFakeGitHub({ login: "Ada" });
    await using server = await startServerProcess({ env: { ...github.env, ALLOWED_USERS: "ada,grace" } });
    const browser = createBrowser(server.url);
    await browser.visit("/auth/github");
    const { port } = new URL(server.url);
    expect((await browser.send("POST /auth/token")).status).toBe(200);
    await server.restart({ ...github.env, ALLOWED_USERS: "grace", PORT: port });
    expect((await browser.send("POST /auth/token")).status).toBe(401);
  });

  it("no credential is logged, at any level, or stored in plain text", async () => {
    await using github = await startFakeGitHub();
    await using server = await startServerProcess({ env: { ...github.env, LOG_LEVEL: "trace" } });
    const browser = createBrowser(server.url);
    await browser.visit("/auth/github?return_to=/notes");
    const cookies = [...browser.cookies.values()];
    const { access_token } = (await browser.send("POST /auth/token")).body;
    github.failure = "profile";
    await createBrowser(server.url).visit("/auth/github");
    await browser.send("POST /auth/logout");
    await server.kill("SIGTERM");
    const output = server.output();
    expect(output).toContain("/auth/github/callback");
    expect(output).toContain("sign-in failed: provider");
    const secrets = [...github.secrets, ...cookies, access_token, github.env["GITHUB_CLIENT_SECRET"]!];
    for (const secret of secrets) expect(output).not.toContain(secret);
    expect(readdirSync(server.dataDir)).not.toContain("address");
    expect(
      traces(
        server,
        secrets.map((secret) => secret.toLowerCase()),
      ),
    ).toEqual([]);
  });
});
