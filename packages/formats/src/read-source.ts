import { FormatError } from "./format-error.ts";
import { finishNotes } from "./import/finish-notes.ts";
import type { Problem } from "./graph/found-note.ts";
import { pathPattern, type ImportOptions } from "./import/import-options.ts";
import type { ReadGraph } from "./import/read-graph.ts";
import { readLines } from "./lines/read-lines.ts";
import { readBear } from "./readers/bear.ts";
import { readKarakeep } from "./readers/karakeep.ts";
import { readLogseq } from "./readers/logseq.ts";
import { readMarkdownFolder } from "./readers/markdown.ts";
import { readNotion } from "./readers/notion.ts";
import { parseCsv } from "./readers/parse-csv.ts";
import type { Reader } from "./readers/reader.ts";
import { readReadwise } from "./readers/readwise.ts";
import { readRoam } from "./readers/roam.ts";
import { readTable } from "./readers/table.ts";
import { relationNames } from "./references/relation-names.ts";
import { readText } from "./sources/read-text.ts";
import type { Source, SourceFile } from "./sources/source.ts";

/** The forms that can be read; `knote` is an export of Knote as JSON lines. */
const READERS = {
  markdown: readMarkdownFolder,
  logseq: readLogseq,
  notion: readNotion,
  bear: readBear,
  roam: readRoam,
  karakeep: readKarakeep,
  readwise: readReadwise,
  table: readTable,
} as const satisfies Record<string, Reader>;
export type ReaderName = keyof typeof READERS | "knote";
export const READER_NAMES: readonly ReaderName[] = [...(Object.keys(READERS) as (keyof typeof READERS)[]), "knote"];

const NOTION_PAGE = / [\da-f]{32}\.(?:md|html)$/i;
const IS_DATA = /\.(?:json|jsonl|ndjson|csv|tsv)$/i;
/** Enough of a file to see what it is. */
const LOOK_LENGTH = 100_000;

export interface ReadSource extends ReadGraph {
  readonly reader: ReaderName;
}

/** Reads all notes of a source; `onProgress` gets how many of its files have been read. */
export async function readSource(
  source: Source,
  options: ImportOptions,
  {
    reader: chosenReader,
    onProgress,
  }: { readonly reader?: ReaderName; readonly onProgress?: (doneCount: number, total: number) => void } = {},
): Promise<ReadSource> {
  const skip = options.skip.map(pathPattern);
  const files = source.files.filter(({ path }) => !skip.some((pattern) => pattern.test(path)));
  const problems: Problem[] = [...source.problems];
  const reader = chosenReader ?? (await recognize(files, problems));
  if (reader === "knote") {
    const texts = await Promise.all(files.map((file) => readText(file, problems)));
    const parts = texts.map((text) => readLines(text ?? ""));
    if (parts.some(({ isWhole }) => isWhole === false))
      problems.push({ kind: "refused", place: source.name, detail: "The export was cut off: lines are missing." });
    return {
      reader,
      notes: parts.flatMap(({ notes }) => notes),
      links: parts.flatMap(({ links }) => links),
      problems: [...problems, ...parts.flatMap((part) => part.problems)],
    };
  }
  let doneCount = 0;
  const onFile = () => onProgress?.(++doneCount, files.length);
  const relations = relationNames(options.relations);
  const notes = await READERS[reader]({ files, relations, options, problems, onFile });
  const graph = finishNotes(notes, { reader, options });
  return { ...graph, reader, problems: [...problems, ...graph.problems] };
}

/** Finds out which tool wrote the files. */
async function recognize(files: readonly SourceFile[], problems: Problem[]): Promise<ReaderName> {
  const paths = files.map(({ path }) => path);
  if (paths.some((path) => path.endsWith("logseq/config.edn"))) return "logseq";
  if (paths.some((path) => /\.textbundle\/info\.json$/i.test(path))) return "bear";
  if (paths.some((path) => NOTION_PAGE.test(path))) return "notion";
  if (paths.some((path) => /\.(?:md|markdown)$/i.test(path))) return "markdown";
  const data = files.find(({ path }) => IS_DATA.test(path));
  if (data !== undefined) return dataReader(data.path, (await readText(data, problems)) ?? "");
  throw new FormatError("There is nothing to read: no Markdown, JSON or CSV.");
}

function dataReader(path: string, text: string): ReaderName {
  if (/\.[ct]sv$/i.test(path)) {
    const { columns } = parseCsv(text.slice(0, LOOK_LENGTH));
    return columns.includes("Highlight") && columns.includes("Book Title") ? "readwise" : "table";
  }
  if (/^\s*\{\s*"(?:note|link|end|notes)"/.test(text.replace(/^\uFEFF/, ""))) return "knote";
  if (/\.(?:jsonl|ndjson)$/i.test(path)) return "knote";
  const value: unknown = parseJson(text);
  if (typeof value === "object" && value !== null && "bookmarks" in value) return "karakeep";
  const isRoam = Array.isArray(value) && value.some((page: unknown) => isPage(page));
  return isRoam ? "roam" : "table";
}

function isPage(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && "title" in value && ("children" in value || "edit-time" in value)
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}
