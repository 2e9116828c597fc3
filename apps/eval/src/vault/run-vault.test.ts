import { startServerProcess, apiOf } from "@knote/testkit";
import { expect, it } from "vitest";
import { dataFolder } from "../testing/data-folder.ts";
import { startEval } from "../testing/start-eval.ts";

const NOTE = { note_type: "fact", tags: ["kitchen"] };
const FILES = {
  "notes.jsonl": lines(
    { key: "kettle/red", title: "The kettle is painted red", created_at: "2024-01-05T10:00:00Z", ...NOTE },
    { key: "kettle/blue", title: "The kettle is painted blue", age_days: 30, ...NOTE },
    {
      key: "owls",
      title: "Owls hunt at night",
      content: "They hear a mouse under the snow.",
      created_at: "2025-03-01T10:00:00Z",
      ...NOTE,
    },
  ),
  "links.jsonl": lines({ source: "kettle/blue", target: "kettle/red", relation: "supersedes" }),
  "questions.jsonl": lines(
    { ...aLine("colour", "What colour is the kettle painted?"), sources: ["kettle/blue"], right: ["blue"] },
    { ...aLine("owls", "When do owls hunt?"), sources: ["owls"], right: ["by day"] },
    { ...aLine("submarine", "Which submarine crossed the Atlantic in 1958?"), kind: "unanswerable", abstain: true },
  ),
};

it("imports a vault, asks its questions and prints how many answers were right", async () => {
  await using folder = await dataFolder(FILES);
  await using run = await startEval(["--vault", folder.path, "--details"]);
  const { code, stdout, stderr } = await run.outcome;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "vault: answered by knote-extract-1.\n" });
  expect(stdout).toMatch(/^\| questions +\| +n \| +right \| +in part \| +wrong \| +abstained \| +invented \|/);
  expect(stdout).toMatch(/\n\| fact +\| +2 \| +1 \| +1 \| +0 \| +0 \| +0 \|/);
  expect(stdout).toMatch(/\n\| unanswerable +\| +1 \| +1 \| +0 \| +0 \| +0 \| +0 \|/);
  const { settings, vault } = await run.report();
  expect(settings).toMatchObject({ vault: folder.path, details: true });
  expect(vault).toMatchObject({ models: ["knote-extract-1"], notes: 3, links: 1 });
  expect(vault.questions).toMatchObject([
    { key: "colour", verdict: "right", stale: [], rank: 1, sources: ["kettle/blue"] },
    { key: "owls", verdict: "in part", rank: 1, sources: ["owls"] },
    { key: "submarine", verdict: "right", rank: null, sources: [] },
  ]);
  expect(vault.figures.at(-1)).toMatchObject({ group: "all", n: 3, answerable: 2, firstEight: 2 });
});

it("leaves nothing in a running service", async () => {
  await using folder = await dataFolder(FILES);
  await using server = await startServerProcess({ env: { JWT_SECRET: "" } });
  await using run = await startEval(["--vault", folder.path, "--url", server.url], { DATA_DIR: server.dataDir });
  expect(await run.outcome).toMatchObject({ code: 0, stderr: expect.stringContaining("3 notes removed.") });
  const { run: name, vault } = await run.report();
  expect(vault).not.toHaveProperty("questions");
  const api = await apiOf(server, `eval:vault:${name}`);
  expect((await api("GET", "/api/graph/notes")).body).toEqual({ notes: [] });
});

it("reports the line that the service refuses", async () => {
  const notes = lines({ key: "old", title: "Too old", created_at: "1960-01-01T00:00:00Z", ...NOTE });
  await using folder = await dataFolder({ "notes.jsonl": notes, "links.jsonl": "", "questions.jsonl": "" });
  await using run = await startEval(["--vault", folder.path]);
  const { code, stderr } = await run.outcome;
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("created_at must not be before 1970") });
});

function aLine(key: string, question: string) {
  return { key, kind: "fact", language: "en", question };
}

function lines(...values: object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}
