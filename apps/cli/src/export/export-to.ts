import { access, mkdir, readdir, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, extname, join, resolve } from "node:path";
import { exportFiles, graphOfLines, LINES_FILE, writeZip } from "@knote/formats";
import { CliError } from "../cli-error.ts";

interface Target {
  readonly kind: "folder" | "archive" | "lines";
  readonly path: string;
  /** Whether an earlier export lies there. */
  readonly hasEarlier: boolean;
}

/** Checks that a target can be written, before anything is fetched. */
export async function openTarget(path: string): Promise<Target> {
  const whole = resolve(path);
  const kind = { ".zip": "archive", ".jsonl": "lines" }[extname(whole).toLowerCase()] ?? "folder";
  const entry = await stat(whole).catch(() => null);
  if (entry === null) return { kind: kind as Target["kind"], path: whole, hasEarlier: false };
  if (kind !== "folder" || !entry.isDirectory()) throw new CliError(`There is a ${path} already: give another name.`);
  const isEmpty = (await readdir(whole)).length === 0;
  const isExport = await access(join(whole, LINES_FILE)).then(
    () => true,
    () => false,
  );
  if (!isEmpty && !isExport) throw new CliError(`${path} is neither empty nor an export: give another name.`);
  return { kind: "folder", path: whole, hasEarlier: !isEmpty };
}

/**
 * Writes an export under a temporary name and then gives it its own. An earlier one is not removed, as its files can
 * have been edited: it gets another name, which is returned.
 */
export async function exportTo(
  { kind, path, hasEarlier }: Target,
  text: string,
): Promise<{ readonly notes: number; readonly links: number; readonly earlierPath: string | null }> {
  const graph = graphOfLines(text.split("\n"));
  const temporary = `${path}.partial-${process.pid}`;
  await mkdir(dirname(path), { recursive: true });
  let earlierPath: string | null = null;
  try {
    if (kind === "lines") await writeFile(temporary, text);
    else if (kind === "archive") {
      const blob = await writeZip(exportFiles(graph, text));
      await writeFile(temporary, new Uint8Array(await blob.arrayBuffer()));
    } else {
      await mkdir(join(temporary, dirname(LINES_FILE)), { recursive: true });
      for (const file of exportFiles(graph, text))
        await writeFile(join(temporary, file.path), file.text, { flag: "wx" });
      if (hasEarlier) {
        earlierPath = `${path} (until ${new Date().toISOString().replace(/[:.]/g, "-")})`;
        await rename(path, earlierPath);
      } else await rmdir(path).catch(ignoreAbsence);
    }
    await rename(temporary, path);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return { notes: graph.notes.length, links: graph.links.length, earlierPath };
}

function ignoreAbsence(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
