import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSource } from "./open-source.ts";

async function folderWith(paths: readonly string[]) {
  const path = await mkdtemp(join(tmpdir(), "knote-source-"));
  for (const name of paths) {
    await mkdir(join(path, name, ".."), { recursive: true });
    await writeFile(join(path, name), "text");
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

it("lists a folder in order, with the names of hidden folders and without what is in them", async () => {
  await using folder = await folderWith(["b.md", "A/c.md", ".obsidian/app.json", "A/.git/config"]);
  await symlink("/etc", join(folder.path, "etc"));
  const { files, hiddenFolders, problems } = await openSource(folder.path);
  expect(files.map(({ path }) => path)).toEqual(["A/c.md", "b.md"]);
  expect(hiddenFolders!.toSorted()).toEqual([".git", ".obsidian"]);
  expect(problems).toEqual([{ kind: "refused", place: "etc", detail: "It is a link." }]);
});

it("says of each file of a folder that vanished that it is gone", async () => {
  await using folder = await folderWith(["a.md", "B/c.md"]);
  const { files } = await openSource(folder.path);
  await rm(folder.path, { recursive: true });
  expect(files).toHaveLength(2);
  for (const file of files)
    await expect(file.bytes()).rejects.toThrow("The file cannot be read; it may have been moved or deleted.");
  await expect(openSource(folder.path)).rejects.toThrow("There is no");
});
