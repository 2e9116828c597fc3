import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Two sets: `garden`, ten notes with links and answers, and `wiki/notes` for link suggestions. */
export const TINY = fileURLToPath(new URL("tiny", import.meta.url));

/** Creates a folder with these files; removed at the end. */
export async function dataFolder(files: Readonly<Record<string, string>>) {
  const path = await mkdtemp(join(tmpdir(), "knote-eval-data-"));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), text);
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, maxRetries: 5 }) };
}
