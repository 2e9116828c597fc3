import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { aNoteBody, apiOf, startServerProcess } from "@knote/testkit";
import { expect, it } from "vitest";
import { startKnote } from "../testing/start-knote.ts";

function doctor(dataDir: string, ...args: readonly string[]) {
  return startKnote(["doctor", ...args], { env: { DATA_DIR: dataDir } }).outcome;
}

it("checks while the server runs, repairs once it has stopped, and reports by its exit code", async () => {
  await using server = await startServerProcess();
  const before = await apiOf(server, "github:1");
  const { body: note } = await before("POST", "/api/workspace/notes", { ...aNoteBody("Owls hunt"), tags: ["Birds"] });

  const sound = await doctor(server.dataDir);
  expect(sound).toMatchObject({ code: 0, stderr: "" });
  expect(sound.stdout).toMatch(/^(ok {7}\w+ +\S.*\n)+\nAll \d+ checks are fine\.\n$/);

  {
    using db = new DatabaseSync(join(server.dataDir, "knote.db"), { timeout: 5_000 });
    db.exec("DELETE FROM note_tags WHERE tag = 'birds'");
  }
  const brokenOutcome = await doctor(server.dataDir);
  expect(brokenOutcome).toMatchObject({ code: 1, stderr: "" });
  expect(brokenOutcome.stdout).toContain(
    `wrong    tags         notes listed under other tags than theirs: 1, for example ${note.id}\n`,
  );
  expect(brokenOutcome.stdout).toContain("Stop the server and run knote doctor --repair");
  expect(brokenOutcome.stdout).not.toContain("Owls");
  expect(await doctor(server.dataDir, "--repair")).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(/^The data folder \S+ is in use by another Knote server\.\n$/),
  });

  await server.kill("SIGTERM");
  const repairOutcome = await doctor(server.dataDir, "--repair");
  expect(repairOutcome).toMatchObject({ code: 0, stderr: "" });
  expect(repairOutcome.stdout).toContain("repaired tags         notes listed under other tags than theirs: 1");
  const { findings } = JSON.parse((await doctor(server.dataDir, "--json")).stdout);
  expect(findings).toContainEqual(expect.objectContaining({ check: "tags", problems: [], mended: [] }));
  await server.restart();
  const after = await apiOf(server, "github:1");
  expect((await after("GET", "/api/graph/notes?tag=birds")).body.notes).toHaveLength(1);
});

it("proposes the multilingual embedder where most notes are not English, and changes no exit code by it", async () => {
  await using server = await startServerProcess();
  const api = await apiOf(server, "github:1");
  for (let note = 0; note < 20; note++) {
    const body = { ...aNoteBody(`Eule ${note}`), content: "Eulen jagen in der Nacht, weil ihre Beute dann wach ist." };
    await api("POST", "/api/workspace/notes", body);
  }
  const advice =
    /\nAll \d+ checks are fine\.\nMost notes are not in English.* EMBEDDING_MODEL=built-in-multilingual .*\n$/;
  expect(await doctor(server.dataDir)).toMatchObject({ code: 0, stdout: expect.stringMatching(advice) });
  const json = JSON.parse((await doctor(server.dataDir, "--json")).stdout);
  expect(json.advice).toEqual([expect.stringContaining("built-in-multilingual")]);
  const env = { DATA_DIR: server.dataDir, EMBEDDING_MODEL: "built-in-multilingual" };
  const { stdout } = await startKnote(["doctor"], { env }).outcome;
  expect(stdout).toMatch(/All \d+ checks are fine\.\n$/);
});

it("advises restoring a backup when the lost data cannot be derived", async () => {
  await using server = await startServerProcess();
  const api = await apiOf(server, "github:1");
  const { body: note } = await api("POST", "/api/workspace/notes", aNoteBody("Owls hunt"));
  await api("PUT", `/api/workspace/notes/${note.id}`, { title: "Owls hunt at night" });
  await server.kill("SIGTERM");
  {
    using db = new DatabaseSync(join(server.dataDir, "knote.db"));
    db.exec("DELETE FROM revisions");
  }
  const { code, stdout } = await doctor(server.dataDir, "--repair");
  expect(code).toBe(1);
  expect(stdout).toContain("notes whose earlier revisions are not all there: 1");
  expect(stdout).toContain("knote restore <file>");
  expect(stdout).not.toContain("run knote doctor --repair");
});

it("reports once what a repair could only stop counting", async () => {
  await using server = await startServerProcess();
  const api = await apiOf(server, "github:1");
  const ids: string[] = [];
  for (const title of ["Owls hunt", "Bats hunt"])
    ids.push((await api("POST", "/api/workspace/notes", aNoteBody(title))).body.id);
  const link = { source_id: ids[0], target_id: ids[1], relation: "extends" };
  expect((await api("POST", "/api/workspace/links", link)).status).toBe(201);
  await server.kill("SIGTERM");
  {
    using db = new DatabaseSync(join(server.dataDir, "knote.db"));
    db.exec("DELETE FROM links WHERE user = (SELECT user FROM users WHERE sub = 'github:1')");
  }
  const brokenOutcome = await doctor(server.dataDir);
  expect(brokenOutcome.code).toBe(1);
  expect(brokenOutcome.stdout).toContain(
    "wrong    counters     users with fewer links than were counted: 1, for example github:1\n",
  );
  expect(brokenOutcome.stdout).toContain("knote restore <file>");
  const repairOutcome = await doctor(server.dataDir, "--repair");
  expect(repairOutcome.code).toBe(1);
  expect(repairOutcome.stdout).toContain(
    "lost     counters     users with fewer links than were counted: 1, for example github:1\n",
  );
  expect(repairOutcome.stdout).toContain("only this run reports it");
  expect(await doctor(server.dataDir)).toMatchObject({ code: 0 });
});

it("ends with 2 when it cannot check", async () => {
  const folder = await mkdtemp(join(tmpdir(), "knote-doctor-"));
  try {
    expect(await doctor(join(folder, "none"))).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("There is no data folder"),
    });
    expect(await doctor(folder)).toMatchObject({ code: 2, stderr: expect.stringContaining("There is no database") });
  } finally {
    await rm(folder, { recursive: true });
  }
});
