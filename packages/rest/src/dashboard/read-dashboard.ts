import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, sep } from "node:path";

/** A file of the built dashboard, with its compressed copies. */
export interface DashboardFile {
  /** `/assets/index-1a2b3c.js` */
  readonly path: string;
  readonly file: string;
  /** Copies compressed at build time, by encoding, the smallest first. */
  readonly encodings: readonly { readonly name: "br" | "gzip"; readonly file: string }[];
}

/** The built dashboard: its page and the files that the page loads. */
export interface Dashboard {
  readonly page: DashboardFile;
  readonly files: readonly DashboardFile[];
}

const PAGE = "/index.html";
const ENCODINGS = [
  { name: "br", suffix: ".br" },
  { name: "gzip", suffix: ".gz" },
] as const;

/** Lists the built files in the folder, or returns null when there is no build. Only these files are ever served. */
export async function readDashboard(folder: string): Promise<Dashboard | null> {
  if (!existsSync(join(folder, PAGE))) return null;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => `${entry.parentPath.slice(folder.length).replaceAll(sep, "/")}/${entry.name}`);
  const present = new Set(paths);
  const files = paths
    .filter((path) => !ENCODINGS.some(({ suffix }) => path.endsWith(suffix)))
    .map((path) => dashboardFile(folder, path, present));
  const page = files.find(({ path }) => path === PAGE)!;
  return { page, files: files.filter((file) => file !== page) };
}

function dashboardFile(folder: string, path: string, present: ReadonlySet<string>): DashboardFile {
  const encodings = ENCODINGS.filter(({ suffix }) => present.has(path + suffix)).map(({ name, suffix }) => ({
    name,
    file: join(folder, path + suffix),
  }));
  return { path, file: join(folder, path), encodings };
}
