import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { apiOf, startServerProcess, type ServerProcess } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { tempFolder, type TempFolder } from "./testing/temp-folder.ts";

const VAULT = {
  "Owls hunt at night.md": '---\ntags: [birds]\nextends: "[[Owls see well]]"\n---\nThey hear mice. See [[Nowhere]].',
  "Birds/Owls see well.md": "Big eyes.",
  "Templates/Daily.md": "{{title}}",
  ".obsidian/app.json": "{}",
};

async function writeFiles(folder: TempFolder, name: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const whole = join(folder.path, name, path);
    await mkdir(dirname(whole), { recursive: true });
    await writeFile(whole, text);
  }
}

async function service(server: ServerProcess, sub = "local:owner"): Promise<string[]> {
  return ["--url", server.url, "--token", await server.token(sub)];
}

async function reportIn(folder: TempFolder): Promise<string> {
  const names = (await readdir(folder.path)).filter((name) => name.includes(".import-"));
  expect(names).toHaveLength(1);
  return names[0]!;
}

describe("knote import", () => {
  it("shows the plan, sends notes and links, and doubles nothing when it runs again", async () => {
    await using server = await startServerProcess();
    await using folder = await tempFolder();
    await writeFiles(folder, "vault", VAULT);
    await symlink("/etc/hostname", join(folder.path, "vault", "Link.md"));
    const args = ["import", "vault", "--skip", "Templates/**", "--yes", ...(await service(server))];
    const first = await folder.knote(args);
    expect(first).toMatchObject({ code: 0 });
    expect(first.stdout).toContain("vault (Obsidian): 2 notes, 1 links, 1 tags\n");
    expect(first.stdout).toContain("links: extends 1");
    expect(first.stdout).toContain("Nowhere leads nowhere.");
    expect(first.stdout).toContain("Link.md: It is a link.");
    expect(first.stdout).toContain("2 notes created, 1 links made, 0 there already");
    const api = await apiOf(server, "local:owner");
    const { body } = await api("GET", "/api/graph/notes");
    expect(body.notes.map(({ title }: { title: string }) => title).toSorted()).toEqual([
      "Owls hunt at night",
      "Owls see well",
    ]);
    const again = await folder.knote(args);
    expect(again.stdout).toContain("0 notes created, 0 links made, 3 there already (0 of them with another text)");
  });

  it("takes back what it created, except notes that were changed since", async () => {
    await using server = await startServerProcess();
    await using folder = await tempFolder();
    await writeFiles(folder, "vault", VAULT);
    const access = await service(server);
    await folder.knote(["import", "vault", "--yes", ...access]);
    const report = await reportIn(folder);
    const api = await apiOf(server, "local:owner");
    const { body } = await api("GET", "/api/graph/notes?q=eyes");
    await api("PUT", `/api/workspace/notes/${body.notes[0].id}`, { importance: 0.9 });
    const undo = await folder.knote(["import", "--undo", report, ...access]);
    expect(undo.stdout).toBe("2 notes deleted, 1 left because they were changed since, 0 gone already.\n");
    const rest = await api("GET", "/api/graph/notes");
    expect(rest.body.notes.map(({ title }: { title: string }) => title)).toEqual(["Owls see well"]);
    expect((await folder.knote(["import", "--undo", report, ...access])).stdout).toContain("2 gone already");
    const elsewhere = ["--url", "http://127.0.0.1:1", "--token", "x"];
    expect(await folder.knote(["import", "--undo", report, ...elsewhere])).toMatchObject({ code: 1 });
  });

  it("sends nothing for a plan, or without a yes", async () => {
    await using server = await startServerProcess();
    await using folder = await tempFolder();
    await writeFiles(folder, "vault", VAULT);
    const access = await service(server);
    const plan = await folder.knote(["import", "vault", "--dry-run"]);
    expect(plan).toMatchObject({ code: 0, stdout: expect.stringContaining("3 notes") });
    const silent = await folder.knote(["import", "vault", ...access]);
    expect(silent).toMatchObject({ code: 1, stderr: expect.stringContaining("Add --yes") });
    const api = await apiOf(server, "local:owner");
    expect((await api("GET", "/api/graph/stats")).body.total_notes).toBe(0);
    expect((await readdir(folder.path)).toSorted()).toEqual(["vault"]);
  });

  it("finds the local server and its owner by itself, unless people sign in there", async () => {
    await using server = await startServerProcess({ env: { JWT_SECRET: "" } });
    await using folder = await tempFolder();
    await writeFile(join(folder.path, "notes.csv"), "title,content\nOwls,Hunt\n");
    const args = ["import", "notes.csv", "--yes"];
    const env = { DATA_DIR: server.dataDir };
    const withSignIn = await folder.knote(args, { ...env, GITHUB_CLIENT_ID: "id", GITHUB_CLIENT_SECRET: "secret" });
    expect(withSignIn).toMatchObject({ code: 1, stderr: expect.stringContaining("give it with --token") });
    const outcome = await folder.knote(args, env);
    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringContaining("1 notes created") });
  });

  it("takes the token of a service elsewhere from KNOTE_TOKEN, and none of it for the local server", async () => {
    await using server = await startServerProcess({ env: { JWT_SECRET: "" } });
    await using folder = await tempFolder();
    await writeFile(join(folder.path, "notes.csv"), "title,content\nOwls,Hunt\n");
    const args = ["import", "notes.csv", "--yes"];
    const there = await folder.knote([...args, "--url", server.url], { KNOTE_TOKEN: "refused" });
    expect(there).toMatchObject({ code: 1, stderr: expect.stringContaining("The service answered 401") });
    const here = await folder.knote(args, { DATA_DIR: server.dataDir, KNOTE_TOKEN: "refused" });
    expect(here).toMatchObject({ code: 0, stdout: expect.stringContaining("1 notes created") });
    const tokenOutcome = await folder.knote(["token"], { DATA_DIR: server.dataDir });
    const again = await folder.knote([...args, "--url", server.url], { KNOTE_TOKEN: tokenOutcome.stdout.trim() });
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("0 notes created") });
  });

  it.each([
    ["nothing", [], "Name the folder, archive or file to import."],
    ["a source that is not there", ["none"], "There is no none."],
    [
      "a service without a token",
      ["vault", "--yes", "--url", "http://127.0.0.1:1"],
      "A service at --url needs a --token or KNOTE_TOKEN.",
    ],
    ["a service that is away", ["vault", "--yes", "--url", "http://127.0.0.1:1", "--token", "x"], "cannot be reached"],
    ["a rule that is none", ["vault", "--relation", "up"], "up is no rule"],
    ["a report that is none", ["--undo", "vault/a.md", "--url", "http://127.0.0.1:1", "--token", "x"], "is no report"],
    ["an archive that is none", ["bad.zip"], "The archive cannot be read"],
  ])("refuses %s in a sentence", async (_name, args, sentence) => {
    await using folder = await tempFolder();
    await writeFiles(folder, "vault", { "a.md": "text" });
    await writeFile(join(folder.path, "bad.zip"), "no archive");
    const { code, stderr } = await folder.knote(["import", ...args]);
    expect(code).toBe(1);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain("    at ");
  });
});

describe("knote export", () => {
  it("writes a folder, an archive and lines that come back whole", async () => {
    await using server = await startServerProcess();
    await using folder = await tempFolder();
    await writeFiles(folder, "vault", VAULT);
    const access = await service(server);
    await folder.knote(["import", "vault", "--skip", "Templates/**", "--yes", ...access]);
    const outcome = await folder.knote(["export", "out", ...access]);
    expect(outcome).toMatchObject({ code: 0, stdout: "2 notes and 1 links exported to out.\n" });
    expect((await readdir(join(folder.path, "out"))).toSorted()).toEqual([
      ".knote",
      "Owls hunt at night.md",
      "Owls see well.md",
    ]);
    const text = await readFile(join(folder.path, "out", "Owls hunt at night.md"), "utf8");
    expect(text).toMatch(/^---\nknote: [\da-f-]{36}\ntags:\n {2}- birds\n/);
    expect(text).toContain('extends:\n  - "[[Owls see well]]"\n---\nThey hear mice.');
    expect(await readFile(join(folder.path, "out", ".knote", "graph.jsonl"), "utf8")).toContain('{"key":{');
    await folder.knote(["export", "out.zip", ...access]);
    await folder.knote(["export", "out.jsonl", "--tag", "birds", ...access]);
    const other = await service(server, "github:2");
    for (const [source, counts] of [
      ["out", "2 notes created, 1 links made"],
      ["out.zip", "0 notes created, 0 links made, 3 there already (0 of them"],
      ["out.jsonl", "0 notes created, 0 links made, 1 there already (0 of them"],
    ]) {
      const back = await folder.knote(["import", source!, "--yes", ...other]);
      expect(back.stdout).toContain(counts);
    }
    expect((await readdir(folder.path)).filter((name) => name.includes("partial"))).toEqual([]);
  });

  it("replaces nothing: an earlier export gets another name, any other target is refused", async () => {
    await using server = await startServerProcess();
    await using folder = await tempFolder();
    const access = await service(server);
    await writeFiles(folder, "mine", { "a.md": "mine" });
    await writeFile(join(folder.path, "there.jsonl"), "mine");
    for (const target of ["mine", "there.jsonl"]) {
      const { code, stderr } = await folder.knote(["export", target, ...access]);
      expect([code, stderr]).toEqual([1, expect.stringContaining("give another name")]);
    }
    expect(await readFile(join(folder.path, "there.jsonl"), "utf8")).toBe("mine");
    await mkdir(join(folder.path, "out"));
    await folder.knote(["export", "out", ...access]);
    await writeFile(join(folder.path, "out", "edited.md"), "mine");
    const { stdout } = await folder.knote(["export", "out", ...access]);
    expect(stdout).toContain("The earlier export is now");
    const earlier = (await readdir(folder.path)).find((name) => name.startsWith("out (until"))!;
    expect(await readdir(join(folder.path, earlier))).toContain("edited.md");
    expect(await readdir(join(folder.path, "out"))).not.toContain("edited.md");
  });
});
