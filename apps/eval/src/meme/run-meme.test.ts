import { expect, it } from "vitest";
import { anEpisode } from "../testing/an-episode.ts";
import { dataFolder } from "../testing/data-folder.ts";
import { startEval } from "../testing/start-eval.ts";
import { ARMS } from "./meme-writes.ts";

const LINE = `${JSON.stringify(anEpisode())}\n`;

it("tells episodes, asks before and after the change, and prints a column for each arm", async () => {
  await using folder = await dataFolder({ "meme_facts.jsonl": LINE });
  await using run = await startEval(["--meme", folder.path, "--details"]);
  const { code, stdout, stderr } = await run.outcome;
  expect(code).toBe(0);
  const lineOf = (arm: string) => `meme ${arm}: answered by knote-extract-1.\n`;
  expect(stderr).toMatch(new RegExp(`^${ARMS.map(lineOf).join("")}meme found: .* and 2 in all\\.\n$`));
  expect(stdout).toMatch(/^\| MEME's facts +\| +off \| +on \| +found \|\n/);
  expect(stdout).toMatch(/\n\| deletion +\| +1\.000 \(1 of 1\) \| +1\.000 \(1 of 1\) \|/);
  expect(stdout).toMatch(/\n\| calm values +\| +1\.000 \(1 of 1\) \| +1\.000 \(1 of 1\) \|/);
  expect(stdout).toMatch(/\n\| calm doubts +\| +0\.000 \(0 of 1\) \| +0\.000 \(0 of 1\) \|/);
  expect(stdout).toMatch(/\n\| exact recall +\| +– \| +– \|/);
  const { settings, meme } = await run.report();
  expect(settings).toMatchObject({ meme: folder.path, arms: ["off", "on", "found"] });
  expect(meme).toMatchObject([
    { arm: "off", models: ["knote-extract-1"], foundLinks: null },
    { arm: "on", models: ["knote-extract-1"], foundLinks: null },
    { arm: "found", foundLinks: { statedLinks: 2 } },
  ]);
  expect(meme[0].answers.map(({ task }: { task: string }) => task)).toEqual(["Cas", "Del", "Abs", "calm"]);
  expect(meme[0].answers[1]).toMatchObject({ answerBefore: expect.stringContaining("#owls"), rightBefore: true });
  expect(meme[0].answers[1].answer).not.toContain("#owls");
});

it("says what it skips without the data", async () => {
  await using folder = await dataFolder({});
  await using run = await startEval(["--meme", folder.path]);
  const { code, stdout, stderr } = await run.outcome;
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  expect(stderr).toMatch(/^meme: skipped, because there is no .*meme_facts\.jsonl\.\n$/);
});

it.each([
  ["an episode twice", LINE + LINE, [], "The episode ep_1 occurs twice."],
  ["a wrong line", '{"id": "ep_1"}\n', [], "meme_facts.jsonl:1: domain: "],
  ["an unknown arm", LINE, ["--arms", "off,half"], "--arms takes off, on, found, not half."],
  ["options of another measurement", LINE, ["--sample", "3"], "--sample cannot be combined with --meme."],
])("refuses %s", async (_, text, args, message) => {
  await using folder = await dataFolder({ "meme_facts.jsonl": text });
  await using run = await startEval(["--meme", folder.path, ...args]);
  const { code, stderr } = await run.outcome;
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
});
