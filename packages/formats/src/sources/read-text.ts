import type { Problem } from "../graph/found-note.ts";
import { FormatError } from "../format-error.ts";
import type { SourceFile } from "./source.ts";

/** Reads a file as text; null when it cannot be read. Bytes that are not UTF-8 are replaced and reported. */
export async function readText(file: SourceFile, problems: Problem[]): Promise<string | null> {
  let bytes: Uint8Array;
  try {
    bytes = await file.bytes();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    problems.push({ kind: "refused", place: file.path, detail: error.message });
    return null;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    problems.push({ kind: "encoding", place: file.path, detail: "Some of the text is not UTF-8; it was replaced." });
    return new TextDecoder().decode(bytes);
  }
}
