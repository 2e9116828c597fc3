import {
  boundedFile,
  exportFiles,
  FormatError,
  graphOfLines,
  type ImportOptions,
  isArchive,
  openZip,
  type Problem,
  type ReaderName,
  readSource,
  type ReadSource,
  refusalOfPath,
  type Source,
  type SourceFile,
  writeZip,
} from "@knote/formats";
import type { FileSelection } from "./picked.ts";

/** A message from the page to the worker; each worker serves one request. */
export type FormatsRequest =
  | {
      readonly kind: "read";
      readonly selection: FileSelection;
      readonly options: ImportOptions;
      readonly reader: ReaderName | null;
    }
  /** Makes a file of what the service sent. */
  | { readonly kind: "export"; readonly text: string; readonly format: ExportFormat };

/** JSON lines as the service sends them, or an archive of Markdown. */
export type ExportFormat = "lines" | "markdown";

export interface ExportFile {
  readonly blob: Blob;
  readonly notes: number;
  readonly links: number;
}

/** A message from the worker. `refused` is a sentence about what was picked. */
export type FormatsAnswer =
  | { readonly kind: "progress"; readonly doneCount: number; readonly total: number }
  | { readonly kind: "done"; readonly result: ReadSource | ExportFile }
  | { readonly kind: "refused"; readonly detail: string };

/** Files between two messages about progress. */
const STEP = 50;

/** Answers a request with its progress and its result. Errors that are no fault of the input are thrown. */
export async function serveFormats(request: FormatsRequest, post: (answer: FormatsAnswer) => void): Promise<void> {
  const onProgress = (doneCount: number, total: number): void => {
    if (doneCount % STEP === 0 || doneCount === total) post({ kind: "progress", doneCount, total });
  };
  try {
    const result = request.kind === "read" ? await read(request, onProgress) : await makeFile(request, onProgress);
    post({ kind: "done", result });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    post({ kind: "refused", detail: error.message });
  }
}

async function read(
  { selection, options, reader }: FormatsRequest & { readonly kind: "read" },
  onProgress: (doneCount: number, total: number) => void,
): Promise<ReadSource> {
  return await readSource(await openPicked(selection), options, { ...(reader && { reader }), onProgress });
}

/** Opens what was picked: archives by their entries, everything else by its files. */
async function openPicked({ name, isFolder, files, hiddenFolders, unreadable }: FileSelection): Promise<Source> {
  const sourceFiles: SourceFile[] = [];
  const problems: Problem[] = unreadable.map((place) => ({
    kind: "refused",
    place,
    detail: "It cannot be read; it may have been moved or deleted.",
  }));
  for (const { path, file } of files) {
    const refusal = refusalOfPath(path);
    if (refusal !== null) problems.push({ kind: "refused", place: path, detail: refusal });
    else if (!isFolder && isArchive(path)) {
      const inside = await openZip(name, file);
      sourceFiles.push(...inside.files);
      problems.push(...inside.problems);
    } else {
      const readFile = async () => new Uint8Array(await file.arrayBuffer());
      const { size, lastModified: timeMs } = file;
      sourceFiles.push(boundedFile({ path, size, timeMs, isSingle: !isFolder, read: readFile }));
    }
  }
  return { name, files: sourceFiles, problems, hiddenFolders };
}

async function makeFile(
  { text, format }: FormatsRequest & { readonly kind: "export" },
  onProgress: (doneCount: number, total: number) => void,
): Promise<ExportFile> {
  const graph = graphOfLines(text.split("\n"));
  const { notes, links } = graph;
  const counts = { notes: notes.length, links: links.length };
  if (format === "lines") return { blob: new Blob([text], { type: "application/x-ndjson" }), ...counts };
  function* files() {
    let doneCount = 0;
    for (const file of exportFiles(graph, text)) {
      yield file;
      onProgress(Math.min(doneCount++, notes.length), notes.length);
    }
  }
  return { blob: await writeZip(files()), ...counts };
}
