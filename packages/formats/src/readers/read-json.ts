import type { Problem } from "../graph/found-note.ts";
import { readText } from "../sources/read-text.ts";
import type { SourceFile } from "../sources/source.ts";

/** Reads a file of JSON; undefined, with a problem, when it is none. */
export async function readJson(file: SourceFile, problems: Problem[]): Promise<unknown> {
  const text = await readText(file, problems);
  if (text === null) return undefined;
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
  } catch {
    problems.push({ kind: "refused", place: file.path, detail: "The file is no JSON." });
    return undefined;
  }
}

/** Returns the objects of a list; none of a value that is no list. */
export function objectsIn(value: unknown): Record<string, unknown>[] {
  if (!Array.isArray(value)) return [];
  return value.filter((one): one is Record<string, unknown> => typeof one === "object" && one !== null);
}
