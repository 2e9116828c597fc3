import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author: string | undefined;
  /** The folder where the package is installed. */
  readonly folder: string;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string | { readonly type: string };
  readonly author?: string | { readonly name: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Returns the third-party packages that the apps depend on, directly or not, without optional platform packages. */
export function installedPackages(root: string, apps: readonly string[]): InstalledPackage[] {
  const packagesById = new Map<string, InstalledPackage>();
  const seenFolders = new Set<string>();
  const visit = (folder: string) => {
    if (seenFolders.has(folder)) return;
    seenFolders.add(folder);
    const { name, version, license, author, dependencies = {} } = manifestOf(folder);
    if (!name.startsWith("@knote/"))
      packagesById.set(`${name} ${version}`, {
        name,
        version,
        license: licenseName(license),
        author: nameOf(author),
        folder,
      });
    for (const dependency of Object.keys(dependencies)) visit(folderOf(dependency, folder));
  };
  for (const app of apps) visit(realpathSync(join(root, app)));
  return [...packagesById.values()].toSorted(
    (one, other) => compare(one.name, other.name) || compare(one.version, other.version),
  );
}

/** Returns the folder where Node finds a dependency, starting from a package's folder. */
function folderOf(dependency: string, from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", dependency);
    if (existsSync(join(candidate, "package.json"))) return realpathSync(candidate);
    if (folder === dirname(folder)) throw new Error(`${dependency} of ${from} is not installed.`);
  }
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

function licenseName(license: Manifest["license"]): string {
  return typeof license === "object" ? license.type : (license ?? "none");
}

function nameOf(author: Manifest["author"]): string | undefined {
  return typeof author === "object" ? author.name : author;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
