import { FormatError } from "./format-error.ts";
import type { Problem } from "./graph/found-note.ts";
import { isLineOfExport } from "./lines/read-lines.ts";
import { parseCsv } from "./readers/parse-csv.ts";
import { toolOfJson } from "./readers/table.ts";
import { readText } from "./sources/read-text.ts";
import type { Source, SourceFile } from "./sources/source.ts";

/** The forms that can be read, by what people call them; `knote` is an export of Knote as JSON lines. */
export const READER_LABELS = {
  markdown: "Markdown (Obsidian, Foam, basic-memory, …)",
  logseq: "Logseq",
  notion: "Notion",
  bear: "Bear",
  roam: "Roam",
  karakeep: "karakeep",
  readwise: "Readwise",
  table: "Table (CSV or JSON)",
  knote: "Knote (JSON lines)",
} as const;
export type ReaderName = keyof typeof READER_LABELS;
export const READER_NAMES = Object.keys(READER_LABELS) as readonly ReaderName[];

/** A form that a source can have. */
export interface Candidate {
  readonly reader: ReaderName;
  /** The tool that wrote it, as far as its files tell. */
  readonly tool: string;
}

const NOTION_PAGE = / [\da-f]{32}\.(?:md|html)$/i;
const IS_MARKDOWN = /\.(?:md|markdown)$/i;
const IS_DATA = /\.(?:json|jsonl|ndjson|csv|tsv)$/i;
/** Folders that tools for Markdown make beside the notes. */
const MARKDOWN_TOOLS: readonly (readonly [folder: string, tool: string])[] = [
  [".knote", "Knote"],
  [".obsidian", "Obsidian"],
  [".foam", "Foam"],
];
/** Enough of a file to see what it is. */
const LOOK_LENGTH = 100_000;

/** Finds out which forms a source can have, the likeliest first; throws a `FormatError` when there is none. */
export async function recognize(
  { hiddenFolders = [] }: Pick<Source, "hiddenFolders">,
  files: readonly SourceFile[],
  problems: Problem[],
): Promise<readonly [Candidate, ...Candidate[]]> {
  const paths = files.map(({ path }) => path);
  const has = (sign: RegExp) => paths.some((path) => sign.test(path));
  const folders = new Set([...hiddenFolders, ...paths.flatMap((path) => path.split("/").slice(0, -1))]);
  const markdownTool = MARKDOWN_TOOLS.find(([folder]) => folders.has(folder))?.[1];
  const candidates: Candidate[] = [];
  if (has(/(?:^|\/)logseq\/config\.edn$/)) candidates.push({ reader: "logseq", tool: "Logseq" });
  if (has(/\.textbundle\/info\.json$/i)) candidates.push({ reader: "bear", tool: "Bear" });
  if (has(NOTION_PAGE)) candidates.push({ reader: "notion", tool: "Notion" });
  // Most tools write Markdown: beside signs of another tool it takes one of its own.
  if (has(IS_MARKDOWN) && (candidates.length === 0 || markdownTool !== undefined))
    candidates.push({ reader: "markdown", tool: markdownTool ?? "Markdown" });
  const data = candidates.length === 0 ? files.find(({ path }) => IS_DATA.test(path)) : undefined;
  if (data !== undefined) candidates.push(recognizeData(data.path, (await readText(data, problems)) ?? ""));
  const [first, ...others] = candidates;
  if (first === undefined) throw new FormatError("There is nothing to read: no Markdown, JSON or CSV.");
  return [first, ...others];
}

function recognizeData(path: string, text: string): Candidate {
  if (/\.[ct]sv$/i.test(path)) {
    const { columns } = parseCsv(text.slice(0, LOOK_LENGTH));
    const isReadwise = columns.includes("Highlight") && columns.includes("Book Title");
    return isReadwise ? { reader: "readwise", tool: "Readwise" } : { reader: "table", tool: "CSV" };
  }
  if (isLineOfExport(text) || /\.(?:jsonl|ndjson)$/i.test(path)) return { reader: "knote", tool: "Knote" };
  const value: unknown = parseJson(text);
  if (typeof value === "object" && value !== null && "bookmarks" in value)
    return { reader: "karakeep", tool: "karakeep" };
  const isRoam = Array.isArray(value) && value.some((page: unknown) => isPage(page));
  return isRoam ? { reader: "roam", tool: "Roam" } : { reader: "table", tool: toolOfJson(value) ?? "JSON" };
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
