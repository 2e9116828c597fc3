import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { ImportOptions } from "../import/import-options.ts";
import type { ReadSource } from "../read-source.ts";
import { readFiles, type SampleFiles } from "./source-of.ts";

const SAMPLES = join(import.meta.dirname, "../readers/samples");

/** The files that a tool left, from `readers/samples/<tool>`. */
export async function sampleOf(tool: string): Promise<SampleFiles> {
  const folder = join(SAMPLES, tool);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const files = paths.toSorted().map(async (path): Promise<[string, Uint8Array<ArrayBuffer>]> => {
    return [relative(folder, path).split(sep).join("/"), new Uint8Array(await readFile(path))];
  });
  return Object.fromEntries(await Promise.all(files));
}

export async function readSample(tool: string, options: Partial<ImportOptions> = {}): Promise<ReadSource> {
  return await readFiles(await sampleOf(tool), options);
}
