import { readdir } from "node:fs/promises";
import { apiOf, aNoteBody, eventually, startServerProcess } from "@knote/testkit";
import { describe, expect, it } from "vitest";
import { TINY } from "./testing/data-folder.ts";
import { startFakeService } from "./testing/fake-service.ts";
import { startEval } from "./testing/start-eval.ts";

const SECRET = "a secret of the tests, of 32 bytes or more";

describe("with a service of its own", () => {
  it("measures recall with and without links, suggestions and answers", async () => {
    await using run = await startEval(["--data", TINY, "--modes", "keyword,graph", "--answers", "--details"]);
    const { code, stdout, stderr } = await run.outcome;
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("garden: 3 links posted.") });
    const { sets, versions, machine, settings } = await run.report();
    const [garden, wiki] = sets;

    // By words alone, one question is answered first, one by half, one not at all: (1 + 1/1.6309 + 0) / 3.
    expect(garden).toMatchObject({ name: "garden", task: "recall", documents: 10, users: 1 });
    expect(garden.passes.map((pass: { links: number }) => pass.links)).toEqual([0, 3]);
    expect(garden.passes[0].recall[0]).toMatchObject({
      mode: "keyword",
      n: 3,
      ndcg10: expect.closeTo((1 + 0.6131) / 3, 3),
      recall5: 0.5,
      recall10: 0.5,
      mrr10: expect.closeTo(2 / 3, 5),
      all5: expect.closeTo(1 / 3, 5),
    });
    expect(garden.passes[1].recall[1]).toMatchObject({ mode: "graph", n: 3 });
    expect(garden.passes[0].recall[0].queries[0]).toMatchObject({ query: "q1", relevant: ["g04"] });
    expect(garden.passes[0].recall[0].queries[0].ranking[0]).toBe("g04");
    const categories = garden.passes[0].answers.figures.map((row: { category: string; n: number }) => [
      row.category,
      row.n,
    ]);
    expect(categories).toEqual([
      ["adversarial", 1],
      ["multi_hop", 1],
      ["single_hop", 2],
      ["all answerable", 3],
    ]);

    // Ada has three notes and Grace two; neither is offered the other's notes.
    expect(wiki).toMatchObject({ name: "wiki/notes", task: "suggestions", users: 2 });
    expect(wiki.passes).toMatchObject([
      { links: 0, recall: [{ mode: "suggestions", n: 2, recall10: 1 }], answers: null },
    ]);
    expect(wiki.passes[0].recall[0].queries[1]).toMatchObject({ query: "kettle.md", ranking: ["tea.md"] });

    expect(versions).toMatchObject({ node: process.version, service: versions.knote });
    expect(machine).toMatchObject({ cpu: expect.any(String), cores: expect.any(Number) });
    expect(settings).toMatchObject({ data: TINY, modes: ["keyword", "graph"], answers: true });
    expect(stdout).toMatch(/^\| set +\| links \| mode +\| +n \| nDCG@10 \|.*\n/);
    expect(stdout).toMatch(/\| garden +\| – +\| keyword +\| +3 \| +0\.538 \| +0\.500 \|/);
    expect(stdout).toContain("all answerable");
    expect(await readdir(run.folder)).not.toContainEqual(expect.stringMatching(/^knote-eval-/));
  });
});

describe("with a running service", () => {
  it("leaves nothing behind", async () => {
    await using server = await startServerProcess({ env: { JWT_SECRET: "" } });
    const owner = await apiOf(server, "local:owner");
    await owner("POST", "/api/workspace/notes", aNoteBody("Mine"));
    const args = ["--data", TINY, "--url", server.url, "--modes", "keyword"];
    await using run = await startEval(args, { DATA_DIR: server.dataDir });
    expect(await run.outcome).toMatchObject({ code: 0, stderr: expect.stringContaining("15 notes removed.") });

    const { run: name, sets } = await run.report();
    expect(sets[0].passes[0].recall[0]).not.toHaveProperty("queries");
    for (const user of [`eval:garden:${name}:`, `eval:wiki/notes:${name}:ada`, `eval:wiki/notes:${name}:grace`]) {
      const api = await apiOf(server, user);
      expect((await api("GET", "/api/graph/notes")).body).toEqual({ notes: [] });
      expect((await api("GET", "/api/graph/stats")).body).toMatchObject({ total_notes: 0, total_links: 0 });
    }
    expect((await owner("GET", "/api/graph/stats")).body).toMatchObject({ total_notes: 1 });
  });

  it.runIf(process.platform !== "win32")("removes what it stored when it is interrupted", async () => {
    const notes = new Map<string, object>();
    await using service = await startFakeService((call, body) => storing(notes, call, body));
    await using run = await startEval(["--data", TINY, "--url", service.url], { JWT_SECRET: SECRET });
    await eventually(() => expect(notes.size).toBe(10));
    run.child.kill("SIGINT");
    expect(await run.outcome).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("Stopped") });
    expect(notes.size).toBe(0);
    expect(service.calls).not.toContain("POST /api/recall");
  });
});

describe("refuses with one sentence", () => {
  it.each([
    ["a folder that is not there", ["--data", "nowhere"], "There is no folder"],
    ["neither a folder nor a vault", [], "Give --data <folder>, --vault or --meme <folder>."],
    ["both a folder and a vault", ["--vault", "--data", TINY], "--data cannot be combined with --vault."],
    ["modes for a vault", ["--vault", "--modes", "graph"], "--modes cannot be combined with --vault."],
    ["a check without a folder", ["--check"], "Give --data <folder>."],
    ["modes for a check", ["--check", "--data", TINY, "--modes", "graph"], "--modes cannot be combined with --check."],
    ["a check without its sets", ["--check", "--data", TINY], "lacks fever_symmetric, locomo, meme_facts, scifact"],
    ["a vault that is not there", ["--vault", "nowhere"], "There is no file"],
    ["a folder without a set", ["--data", "."], "holds nothing to measure"],
    ["an unknown set", ["--data", TINY, "--sets", "jungle"], "there are: garden, wiki/notes."],
    ["an unknown mode", ["--data", TINY, "--modes", "keyword,luck"], "not luck."],
    ["a sample of nothing", ["--data", TINY, "--answers", "--sample", "0"], "--sample is"],
    ["a sample without answers", ["--data", TINY, "--sample", "3"], "--sample needs --answers."],
    ["an invalid address", ["--data", TINY, "--url", "here"], "--url is"],
    ["a service that is not there", ["--data", TINY, "--url", "http://127.0.0.1:9"], "does not answer."],
  ])("%s", async (_, args, message) => {
    await using run = await startEval(args, { JWT_SECRET: SECRET });
    const { code, stdout, stderr } = await run.outcome;
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("    at ");
  });
});

/** Answers like a service that stores notes and never indexes them. */
function storing(notes: Map<string, object>, call: string, body: string) {
  if (call === "GET /health") {
    const checks = { storage: "ok", search: "ok", models: "ok" };
    return { body: { status: "ok", version: "1.0.0", uptime_seconds: 1, checks, pending: 1 } };
  }
  if (call.startsWith("DELETE")) {
    notes.delete(call.split(/[/?]/)[4]!);
    return { status: 204 };
  }
  const serverFields = { state: "active", created_at: "2026-03-01T12:00:00.000Z" };
  if (call.startsWith("GET /api/graph/notes")) return { body: { notes: [...notes.values()] } };
  const note = { ...JSON.parse(body), ...serverFields, id: crypto.randomUUID() };
  notes.set(note.id, note);
  return { status: 201, body: { ...note, auto_links: [] } };
}
