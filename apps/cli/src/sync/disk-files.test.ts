import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "@knote/sync";
import { expect, it } from "vitest";
import { tempFolder } from "../testing/temp-folder.ts";
import { diskFiles } from "./disk-files.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const code = (work: Promise<unknown>) => work.then(() => "", codeOf);

it("lists files, folders and what is neither, and follows no link", async () => {
  await using folder = await tempFolder();
  await mkdir(join(folder.path, "Birds"));
  await writeFile(join(folder.path, "Owls.md"), "Hunt");
  await symlink("Owls.md", join(folder.path, "Link.md"));
  const files = diskFiles(folder.path);
  const items = await files.list("");
  expect(items.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
    { name: "Birds", kind: "folder" },
    { name: "Link.md", kind: "other" },
    { name: "Owls.md", kind: "file" },
  ]);
  expect((await files.stat("Link.md")).kind).toBe("other");
  expect(await code(files.read("Link.md"))).toBe("ELOOP");
  expect(await code(files.list("None"))).toBe("ENOENT");
});

it("tells states of a file apart, and a file under another name as the same", async () => {
  await using folder = await tempFolder();
  const files = diskFiles(folder.path);
  await files.create("a.md", bytes("one"), 0o640);
  const first = await files.stat("a.md");
  expect(first).toMatchObject({ kind: "file", size: 3, mode: 0o640, modifiedNs: expect.stringMatching(/^\d{19}$/) });
  await writeFile(join(folder.path, "a.md"), "three");
  await files.rename("a.md", "b.md");
  const second = await files.stat("b.md");
  expect([second.inode, second.device]).toEqual([first.inode, first.device]);
  expect([second.size, second.modifiedNs]).not.toEqual([first.size, first.modifiedNs]);
});

it("puts nothing onto a name that is taken", async () => {
  await using folder = await tempFolder();
  const files = diskFiles(folder.path);
  await files.create("a.md", bytes("a"));
  await files.create("b.md", bytes("b"));
  expect(await code(files.create("a.md", bytes("x")))).toBe("EEXIST");
  expect(await code(files.link("b.md", "a.md"))).toBe("EEXIST");
  expect(await readFile(join(folder.path, "a.md"), "utf8")).toBe("a");
  await files.link("b.md", "c.md");
  await files.unlink("b.md");
  expect(new TextDecoder().decode(await files.read("c.md"))).toBe("b");
});

it("writes through no link", async () => {
  await using folder = await tempFolder();
  await using elsewhere = await tempFolder();
  const files = diskFiles(folder.path);
  await files.create("a.md", bytes("a"));
  await writeFile(join(elsewhere.path, "b.md"), "b");
  await symlink(elsewhere.path, join(folder.path, "Linked"));
  for (const work of [
    () => files.create("Linked/c.md", bytes("c")),
    () => files.link("a.md", "Linked/a.md"),
    () => files.rename("a.md", "Linked/a.md"),
    () => files.rename("Linked/b.md", "b.md"),
    () => files.unlink("Linked/b.md"),
    () => files.makeFolder("Linked"),
    () => files.makeFolder("Linked/sub"),
  ])
    expect(await code(work())).toBe("ELOOP");
  expect(await readdir(elsewhere.path)).toEqual(["b.md"]);
  expect((await readdir(folder.path)).toSorted()).toEqual(["Linked", "a.md"]);
});

it("makes folders and adds lines", async () => {
  await using folder = await tempFolder();
  const files = diskFiles(folder.path);
  await files.makeFolder(".knote/tmp");
  await files.makeFolder(".knote/tmp");
  await files.flushFolder(".knote");
  await files.append(".knote/journal.jsonl", bytes("1\n"), true);
  await files.append(".knote/journal.jsonl", bytes("2\n"), false);
  expect(await readFile(join(folder.path, ".knote", "journal.jsonl"), "utf8")).toBe("1\n2\n");
});

it("lends its lock to one at a time, and says so of a file that cannot be a lock", async () => {
  await using folder = await tempFolder();
  const [one, other] = [diskFiles(folder.path), diskFiles(folder.path)];
  const release = await one.lock("lock");
  expect(release).not.toBeNull();
  expect(await other.lock("lock")).toBeNull();
  await release!();
  const again = await other.lock("lock");
  expect(again).not.toBeNull();
  await again!();
  expect((await stat(join(folder.path, "lock"))).size).toBe(0);
  await writeFile(join(folder.path, "lock"), "x".repeat(2_000));
  await expect(one.lock("lock")).rejects.toThrow("It holds no notes");
});
