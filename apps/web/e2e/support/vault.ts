import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** A folder with these files, which goes with its disposal. */
export async function vaultWith(files: Readonly<Record<string, string>>) {
  const parent = await mkdtemp(join(tmpdir(), "knote-vault-"));
  const path = join(parent, "My vault");
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), text);
  }
  return { path, name: basename(path), [Symbol.asyncDispose]: () => rm(parent, { recursive: true }) };
}
