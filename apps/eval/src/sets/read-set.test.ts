import { expect, it } from "vitest";
import { dataFolder } from "../testing/data-folder.ts";
import { discoverSets } from "./discover-sets.ts";
import type { EvaluationSet } from "./evaluation-set.ts";
import { readSet } from "./read-set.ts";
import { remarksOn } from "./remarks-on.ts";

const CORPUS = `{"id": "a", "title": "A title", "text": "A text."}\n{"id": "b", "title": "Another", "text": ""}\n`;
const QUERIES = `{"id": "q1", "text": "Which?", "answer": 35, "category": "count"}\n{"id": "q2", "text": "Why?"}\n`;
const QRELS = "query_id\tdoc_id\trelevance\nq1\ta\t1\nq1\tb\t0\nq2\tb\t2\n";

interface Read {
  readonly set: EvaluationSet;
  readonly remarks: readonly string[];
}

async function read(files: Record<string, string> = {}): Promise<Read> {
  await using folder = await dataFolder({
    "corpus.jsonl": CORPUS,
    "queries.jsonl": QUERIES,
    "qrels.tsv": QRELS,
    ...files,
  });
  const [setFiles] = await discoverSets(folder.path);
  const set = await readSet(setFiles!);
  return { set, remarks: remarksOn(set, setFiles!) };
}

it("reads documents, questions and judgements", async () => {
  const { set, remarks } = await read();
  expect(set.task).toBe("recall");
  expect(set.documents).toEqual([
    { id: "a", group: "", title: "A title", content: "A text." },
    { id: "b", group: "", title: "Another", content: "Another" },
  ]);
  expect(set.queries).toMatchObject([{ id: "q1", text: "Which?", answer: "35", category: "count" }, { id: "q2" }]);
  expect(set.relevant).toEqual(
    new Map([
      ["q1", new Set(["a"])],
      ["q2", new Set(["b"])],
    ]),
  );
  expect(remarks).toEqual([]);
});

it("cuts to what a note can hold, by code points", async () => {
  const line = { id: "a", title: "🌳".repeat(301), text: "x".repeat(50_001) };
  const { set } = await read({ "corpus.jsonl": JSON.stringify(line) });
  expect([...set.documents[0]!.title]).toHaveLength(300);
  expect(set.documents[0]!.title.isWellFormed()).toBe(true);
  expect(set.documents[0]!.content).toHaveLength(50_000);
});

it("measures link suggestions when the questions are documents", async () => {
  const { set } = await read({ "qrels.tsv": "a\tb\t1\n", "queries.jsonl": `{"id": "a", "text": "A title"}` });
  expect(set.task).toBe("suggestions");
});

it.each([
  ["corpus.jsonl", `${CORPUS}{"id": "c"\n`, "corpus.jsonl:3: this is not JSON."],
  ["corpus.jsonl", `{"title": "A", "text": "B"}`, "corpus.jsonl:1: id: "],
  ["corpus.jsonl", `\n{"id": "a", "title": " "}`, "corpus.jsonl:2: title and text are both empty."],
  ["corpus.jsonl", CORPUS + CORPUS, "corpus.jsonl: the id a occurs twice."],
  ["queries.jsonl", `{"id": "q1"}`, "queries.jsonl:1: text: "],
  ["queries.jsonl", `[]`, "queries.jsonl:1: "],
  ["qrels.tsv", "q1\ta\n", "qrels.tsv:1: three columns"],
  ["qrels.tsv", "q1\ta\t1\nq1\tb\tyes\n", "qrels.tsv:2: the relevance yes is not a number."],
])("names the line of %s that does not fit", async (file, text, message) => {
  await expect(read({ [file]: text })).rejects.toThrow(message);
});

it("joins links and decoys, each pair once", async () => {
  const { set } = await read({ "links.tsv": "source\ttarget\trelation\na\tb\thop\n", "links_noise.tsv": "b\ta\tx\n" });
  expect(set.links).toHaveLength(1);
});

it.each([
  ["out of the corpus", CORPUS],
  ["from group to group", `{"id": "a", "title": "A", "group": 1}\n{"id": "b", "title": "B", "group": 2}\n`],
])("leaves out links when some lead %s, and says so", async (_, corpus) => {
  const target = corpus === CORPUS ? "z" : "b";
  const { set, remarks } = await read({
    "corpus.jsonl": corpus,
    "links.tsv": `a\t${target}\thop\n`,
    "links_noise.tsv": "",
  });
  expect(set.links).toBeNull();
  expect(remarks).toEqual([expect.stringContaining("without links")]);
});

it("says which relevant documents can never be found, and when nothing is judged", async () => {
  expect((await read({ "qrels.tsv": `${QRELS}q2\tz\t1\n` })).remarks).toEqual([
    "1 relevant documents are not in the corpus and cannot be found.",
  ]);
  expect((await read({ "qrels.tsv": "other\ta\t1\n" })).remarks).toEqual([expect.stringContaining("left out")]);
});
