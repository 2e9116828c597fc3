import { join } from "node:path";
import * as z from "zod";
import { readJsonLines, readTable } from "../sets/read-lines.ts";
import { noteTexts } from "../sets/note-texts.ts";

const Line = z.object({
  id: z.string(),
  title: z.string().default(""),
  text: z.string().default(""),
  group: z.string().default(""),
  speaker: z.string().default(""),
});

export interface TitledText {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly group: string;
  readonly speaker: string;
}

/** Reads the notes of a corpus. */
export async function readTexts(folder: string, file = "corpus.jsonl"): Promise<TitledText[]> {
  const lines = await readJsonLines(join(folder, file), Line);
  return lines.map(({ title, text, ...rest }) => ({ ...rest, ...noteTexts(title, text) }));
}

/** Returns the sentences of FEVER-Symmetric and SciFact that make one claim. */
export async function readSingleClaims(data: string): Promise<string[]> {
  const pairs = await readTable(join(data, "fever_symmetric", "pairs.tsv"));
  const sentences = pairs.flatMap(({ cells: [split, one, other] }) => (split === "split" ? [] : [one, other]));
  const queries = await readTexts(join(data, "scifact"), "queries.jsonl");
  const all = [...sentences, ...queries.map(({ title }) => title)];
  return [...new Set(all)].filter((text) => text.length <= 300);
}
