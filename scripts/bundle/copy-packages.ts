import { cpSync, existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export interface Copied {
  readonly name: string;
  /** Who depends on it: a file of the repository, or of a package that is copied, too. */
  readonly from: string;
  /** Files and folders of the package that are needed, beside its manifest and licence. */
  readonly files: readonly string[];
}

const ALWAYS = ["package.json", "LICENSE", "NOTICE"];

/** Puts packages that stay packages into the bundle's `node_modules`; returns where each came from. */
export function copyPackage({ name, from, files }: Copied, out: string): string {
  const folder = folderOf(name, from);
  for (const file of [...ALWAYS.filter((one) => existsSync(join(folder, one))), ...files])
    cpSync(join(folder, file), join(out, "node_modules", name, file), { recursive: true });
  return folder;
}

function folderOf(name: string, from: string): string {
  const paths = createRequire(from).resolve.paths(name) ?? [];
  const found = paths.map((path) => join(path, name)).find((path) => existsSync(join(path, "package.json")));
  if (found === undefined) throw new Error(`${name} is not installed for ${dirname(from)}.`);
  return realpathSync(found);
}
