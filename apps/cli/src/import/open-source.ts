import { openAsBlob } from "node:fs";
import { lstat, readdir, readFile, stat } from "node:fs/promises";
import { basename, extname, join, relative, resolve, sep } from "node:path";
import {
  boundedFile,
  isArchive,
  openZip,
  type Problem,
  refusalOfPath,
  type Source,
  type SourceFile,
} from "@knote/formats";
import { CliError } from "../cli-error.ts";

/** Opens a folder, an archive or a single file. */
export async function openSource(path: string): Promise<Source> {
  const whole = resolve(path);
  const entry = await stat(whole).catch(() => null);
  if (entry === null) throw new CliError(`There is no ${path}.`);
  const name = entry.isDirectory() ? basename(whole) : basename(whole, extname(whole));
  if (entry.isDirectory()) return await openFolder(name, whole);
  if (isArchive(whole)) return await openZip(name, await openAsBlob(whole));
  const file = await sourceFile(whole, basename(whole), true);
  return { name, files: [file], problems: [] };
}

/** Lists a folder, without what lies in folders whose names begin with a dot. */
async function openFolder(name: string, root: string): Promise<Source> {
  const files: SourceFile[] = [];
  const problems: Problem[] = [];
  const hiddenFolders: string[] = [];
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
    if (entries === null) {
      const place = relative(root, folder) || name;
      problems.push({
        kind: "refused",
        place,
        detail: "The folder cannot be read; it may have been moved or deleted.",
      });
      continue;
    }
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const whole = join(folder, entry.name);
      const path = relative(root, whole).split(sep).join("/");
      const refusal = entry.isSymbolicLink() ? "It is a link." : refusalOfPath(path);
      if (refusal !== null) problems.push({ kind: "refused", place: path, detail: refusal });
      else if (entry.isDirectory()) (entry.name.startsWith(".") ? hiddenFolders : waiting).push(whole);
      else if (entry.isFile()) {
        // A file can go while the folder is listed.
        const file = await sourceFile(whole, path, false).catch(() => null);
        if (file === null) problems.push({ kind: "refused", place: path, detail: "The file is gone." });
        else files.push(file);
      }
    }
  }
  return {
    name,
    problems,
    hiddenFolders: hiddenFolders.map((folder) => basename(folder)),
    files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
  };
}

async function sourceFile(whole: string, path: string, isSingle: boolean): Promise<SourceFile> {
  const { size, birthtimeMs, mtimeMs } = await lstat(whole);
  const timeMs = birthtimeMs > 0 ? Math.min(birthtimeMs, mtimeMs) : mtimeMs;
  return boundedFile({ path, size, timeMs, isSingle, read: () => readFile(whole) });
}
