import { join } from "node:path";
import { expect, it } from "vitest";
import { dataFolder } from "../testing/data-folder.ts";
import { chooseSets, discoverSets } from "./discover-sets.ts";

const FILES = {
  "plain/corpus.jsonl": "",
  "plain/queries.jsonl": "",
  "plain/qrels.tsv": "",
  "plain/links.tsv": "",
  "plain/links_noise.tsv": "",
  "talk/corpus.jsonl": "",
  "talk/corpus_day.jsonl": "",
  "talk/corpus_turn.jsonl": "",
  "talk/queries.jsonl": "",
  "talk/queries_turn.jsonl": "",
  "talk/qrels.tsv": "",
  "talk/qrels_day.tsv": "",
  "talk/qrels_turn.tsv": "",
  "talk/links.tsv": "",
  "unjudged/corpus.jsonl": "",
  "unjudged/queries.jsonl": "",
  "pairs/pairs.tsv": "",
};

it("finds the sets in subfolders, each variant with its own files where it has some", async () => {
  await using folder = await dataFolder(FILES);
  const sets = await discoverSets(folder.path);
  expect(sets.map(({ name }) => name)).toEqual(["plain", "talk", "talk/day", "talk/turn"]);
  const talk = (file: string) => join(folder.path, "talk", file);
  expect(sets[2]).toMatchObject({ queries: talk("queries.jsonl"), qrels: talk("qrels_day.tsv"), links: null });
  expect(sets[3]).toMatchObject({ corpus: talk("corpus_turn.jsonl"), queries: talk("queries_turn.jsonl") });
});

it("takes links only with the decoys that make them fair", async () => {
  await using folder = await dataFolder(FILES);
  const [plain, talk] = await discoverSets(folder.path);
  expect(plain!.links).toHaveLength(2);
  expect(talk!.links).toBeNull();
});

it("accepts the folder itself as a set", async () => {
  await using folder = await dataFolder(FILES);
  expect(await discoverSets(join(folder.path, "plain"))).toMatchObject([{ name: "plain", byDefault: true }]);
});

it("measures variants instead of the plain corpus, unless it is named", async () => {
  await using folder = await dataFolder(FILES);
  const sets = await discoverSets(folder.path);
  const names = (requestedNames: readonly string[] | undefined) =>
    chooseSets(sets, requestedNames).map(({ name }) => name);
  expect(names(undefined)).toEqual(["plain", "talk/day", "talk/turn"]);
  expect(names(["talk", "plain"])).toEqual(["talk", "plain"]);
  expect(() => names(["walk"])).toThrow("There is no set walk; there are: plain, talk, talk/day, talk/turn.");
});

it("reports a folder that does not exist", async () => {
  await expect(discoverSets(join(import.meta.dirname, "nowhere"))).rejects.toThrow(/^There is no folder \S+nowhere\.$/);
});
