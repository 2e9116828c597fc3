import { cpSync, existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export interface PackageCopy {
  readonly name: string;
  /** A file of the dependent: of the repository, or of another copied package. */
  readonly from: string;
  /** Needed files and folders of the package, beside its manifest and licence. */
  readonly files: readonly string[];
}

const ALWAYS = ["package.json", "LICENSE", "NOTICE"];

/** Copies a package that cannot be bundled to the bundle's `node_modules`; returns its source folder. */
export function copyPackage({ name, from, files }: PackageCopy, out: string): string {
  const folder = folderOf(name, from);
  for (const file of [...ALWAYS.filter((one) => existsSync(join(folder, one))), ...files])
    cpSync(join(folder, file), join(out, "node_modules", name, file), { recursive: true });
  return folder;
}

function folderOf(name: string, from: string): string {
  const paths = createRequire(from).resolve.paths(name) ?? [];
  const packageFolder = paths.map((path) => join(path, name)).find((path) => existsSync(join(path, "package.json")));
  if (packageFolder === undefined) throw new Error(`${name} is not installed for ${dirname(from)}.`);
  return realpathSync(packageFolder);
}
