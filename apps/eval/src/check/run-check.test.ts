import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startEval } from "../testing/start-eval.ts";

const lines = (...objects: readonly object[]) => objects.map((one) => JSON.stringify(one)).join("\n");
const OWLS = { id: "owls", title: "Owls", text: "They hunt mice by night and rest in hollow trees. See also bats." };
const CLAIMS = ["Ada drives a Sedan to work.", "Ada owns two cats.", "Ada drives a Scooter to work."];

const FILES: Readonly<Record<string, string>> = {
  "fever_symmetric/pairs.tsv": [
    "split\ttext_a\ttext_b\trelation",
    "dev\tThe film is set in Paris.\tThe film is set in Rome.\tcontradicts",
    "dev\tThe song was written by Ada.\tAda wrote the song.\tsupports",
  ].join("\n"),
  "locomo/corpus_obs.jsonl": lines(
    ...CLAIMS.map((title, id) => ({
      id: `c${id}`,
      title,
      text: `${title} (9 am on 2 May, 2023)`,
      group: "ada",
      speaker: "Ada",
    })),
  ),
  "scifact/corpus.jsonl": lines(OWLS, {
    id: "tea",
    title: "Tea calms people",
    text: "Tea calms people within an hour.",
  }),
  "scifact/queries.jsonl": lines({ id: "q1", text: "Tea calms people." }),
  "vault_nikiv/corpus.jsonl": lines(OWLS, { id: "bats", title: "Bats", text: "They hunt moths, as Owls do." }),
  "vault_nikiv/links.tsv": "source\ttarget\trelation\nbats\towls\trelates_to",
  "meme_facts/meme_facts.jsonl": lines({
    facts: [
      { n: 0, kind: "fact", entity: "lead", text: "Our team lead is Sarah Chen." },
      {
        n: 1,
        kind: "dependent",
        entity: "review",
        text: "Reviews go to David; if the team lead changes, so do they.",
        rests_on: "lead",
      },
      { n: 2, kind: "update", entity: "lead", text: "Update: Our team lead is Minjun Lee." },
    ],
  }),
};

it("measures every rule and prints how right and how noisy it is", async () => {
  const data = await mkdtemp(join(tmpdir(), "knote-check-data-"));
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(join(data, name, ".."), { recursive: true });
    await writeFile(join(data, name), `${text}\n`);
  }
  await using run = await startEval(["--check", "--data", data]);
  const { code, stdout } = await run.outcome;
  await rm(data, { recursive: true });
  expect(code).toBe(0);
  expect(stdout).toContain("A cue named the right note in 1 of 1 offers; 1 were to be found.");
  const { check } = await run.report();
  const figuresOf = (rule: string) => check.rules.filter((row: { rule: string }) => row.rule === rule);
  const counts = figuresOf("says_otherwise").map((row: { tally: object }) => row.tally);
  expect(counts).toContainEqual(expect.objectContaining({ hits: 1, positives: 1 }));
  expect(figuresOf("supersedes")[0].tally).toEqual({ positives: 1, negatives: 2, hits: 1, alarms: 0 });
  expect(figuresOf("depends_on, proposed")[0].tally).toEqual({ positives: 1, negatives: 2, hits: 1, alarms: 0 });
  expect(figuresOf("supersedes, proposed")[0].tally).toEqual({ positives: 1, negatives: 2, hits: 1, alarms: 0 });
  expect(figuresOf("contradicts, proposed")[0].tally).toMatchObject({ hits: 1, positives: 1, alarms: 0 });
  expect(figuresOf("no_claim")[0].tally).toEqual({ positives: 2, negatives: 3, hits: 2, alarms: 0 });
  expect(figuresOf("unlinked_quote")[0].tally).toMatchObject({ hits: 1, alarms: 0 });
  // The third claim says otherwise than the first.
  expect(check.alarms).toEqual({ notes: 3, perRule: { says_otherwise: 1 } });
});
