import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "rolldown/utils";

/** The imports between the files of a folder, including types; paths are relative to the folder. */
export type Imports = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads the imports of a package's sources. Tests do not count: they can import across folders. */
export function readImports(folder: string): Imports {
  const files = globSync("**/*.{ts,tsx}", { cwd: folder })
    .filter((file) => !/(?:^|\/)testing\/|\.test\.tsx?$/.test(file))
    .toSorted();
  const knownFiles = new Set(files);
  return new Map(
    files.map((file) => {
      const targets = requestsOf(join(folder, file))
        .filter((request) => request.startsWith("."))
        .map((request) => join(file, "..", request));
      return [file, new Set(targets.filter((one) => knownFiles.has(one)))];
    }),
  );
}

function requestsOf(path: string): string[] {
  const text = readFileSync(path, "utf8");
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const reexports = module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest));
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...reexports.flatMap((request) => (request ? [request.value] : [])),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
}
