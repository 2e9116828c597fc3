import {
  BlobWriter,
  TextReader,
  Uint8ArrayReader,
  ZipWriter,
  type ZipWriterAddDataOptions,
} from "@zip.js/zip.js/index-native.js";
import type { ImportOptions } from "../import/import-options.ts";
import { readSource, type ReadSource } from "../read-source.ts";
import type { ReaderName } from "../recognize.ts";
import type { Source } from "../sources/source.ts";
import { someOptions } from "./some-options.ts";

export type SampleFiles = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

const ENTRY_TIME = { lastModDate: new Date("2021-03-04T05:06:08Z") };

/** A folder with these files. */
export function sourceOf(files: SampleFiles, time?: string): Source {
  return {
    name: "vault",
    problems: [],
    files: Object.entries(files).map(([path, content]) => ({
      path,
      time,
      bytes: async () => (typeof content === "string" ? new TextEncoder().encode(content) : content),
    })),
  };
}

/** An archive with these files, each written with these options. */
export async function zipOf(files: SampleFiles, options: ZipWriterAddDataOptions = {}): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter("application/zip"), { useWebWorkers: false });
  for (const [path, content] of Object.entries(files))
    await writer.add(path, typeof content === "string" ? new TextReader(content) : new Uint8ArrayReader(content), {
      ...ENTRY_TIME,
      ...options,
    });
  return await writer.close();
}

export async function readFiles(
  files: SampleFiles,
  options: Partial<ImportOptions> = {},
  reader?: ReaderName,
): Promise<ReadSource> {
  return await readSource(sourceOf(files), someOptions(options), reader ? { reader } : {});
}

/** Returns the links as lines, with titles in place of keys. */
export function linesOfLinks({ notes, links }: ReadSource): string[] {
  const titles = new Map(notes.map(({ key, title }) => [key, title]));
  return links
    .map(({ source, relation, target }) => {
      const ends = [titles.get(source) ?? source, titles.get(target) ?? target];
      return [relation, ...(relation === "relates_to" ? ends.toSorted() : ends)].join(" ");
    })
    .toSorted();
}

/** Returns the notes by their titles. */
export function byTitle({ notes }: ReadSource) {
  return Object.fromEntries(notes.map((note) => [note.title, note]));
}

/** Returns how many problems there are of each kind. */
export function countsOf({ problems }: ReadSource): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(problems, ({ kind }) => kind)].map(([kind, of]) => [kind, of.length]));
}
