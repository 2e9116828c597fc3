import { finishNotes } from "./import/finish-notes.ts";
import type { FoundNote, Problem } from "./graph/found-note.ts";
import { pathPattern, type ImportOptions } from "./import/import-options.ts";
import type { ReadGraph } from "./import/read-graph.ts";
import { readLines } from "./lines/read-lines.ts";
import { readBear } from "./readers/bear.ts";
import { readKarakeep } from "./readers/karakeep.ts";
import { readLogseq } from "./readers/logseq.ts";
import { readMarkdownFolder } from "./readers/markdown.ts";
import { readNotion } from "./readers/notion.ts";
import type { Reader } from "./readers/reader.ts";
import { readReadwise } from "./readers/readwise.ts";
import { readRoam } from "./readers/roam.ts";
import { readTable } from "./readers/table.ts";
import { type Candidate, READER_LABELS, type ReaderName, recognize } from "./recognize.ts";
import { relationNames } from "./references/relation-names.ts";
import { readText } from "./sources/read-text.ts";
import type { Source } from "./sources/source.ts";

const READERS = {
  markdown: readMarkdownFolder,
  logseq: readLogseq,
  notion: readNotion,
  bear: readBear,
  roam: readRoam,
  karakeep: readKarakeep,
  readwise: readReadwise,
  table: readTable,
} as const satisfies Record<Exclude<ReaderName, "knote">, Reader>;

export interface ReadSource extends ReadGraph {
  readonly reader: ReaderName;
  /** The tool that wrote the source, as far as it tells. */
  readonly tool: string;
  /** All forms that the source could have, the likeliest first; empty when the caller chose. */
  readonly candidates: readonly Candidate[];
  /** Files that held no notes, such as attachments. */
  readonly otherFiles: number;
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
  const candidates = chosenReader === undefined ? await recognize(source, files, problems) : [];
  const candidate = candidates[0] ?? { reader: chosenReader!, tool: READER_LABELS[chosenReader!] };
  const { reader } = candidate;
  if (reader === "knote") {
    const texts = await Promise.all(files.map((file) => readText(file, problems)));
    const parts = texts.map((text) => readLines(text ?? ""));
    if (parts.some(({ isWhole }) => isWhole === false))
      problems.push({ kind: "refused", place: source.name, detail: "The export was cut off: lines are missing." });
    return {
      ...candidate,
      candidates,
      otherFiles: 0,
      notes: parts.flatMap(({ notes }) => notes),
      links: parts.flatMap(({ links }) => links),
      problems: [...problems, ...parts.flatMap((part) => part.problems)],
    };
  }
  let doneCount = 0;
  const onFile = () => {
    doneCount += 1;
    onProgress?.(doneCount, files.length);
  };
  const relations = relationNames(options.relations);
  const notes = await READERS[reader]({ files, relations, options, problems, onFile });
  const graph = finishNotes(notes, { reader, options });
  return {
    ...graph,
    reader,
    tool: toolOf(candidate, notes),
    candidates,
    otherFiles: files.length - doneCount,
    problems: [...problems, ...graph.problems],
  };
}

/** In Markdown of any tool, ids are Knote's, and keys that are no paths are permalinks of basic-memory. */
function toolOf({ reader, tool }: Candidate, notes: readonly FoundNote[]): string {
  if (reader !== "markdown" || tool !== "Markdown") return tool;
  if (notes.some(({ isOwn }) => isOwn)) return "Knote";
  return notes.some(({ key, path }) => key !== path) ? "basic-memory" : tool;
}
