import { describe, expect, it } from "vitest";
import { pickFromDrop, pickFromInput } from "./picked.ts";

function fileAt(path: string): File {
  const file = new File(["x"], path.split("/").at(-1)!);
  Object.defineProperty(file, "webkitRelativePath", { value: path.includes("/") ? path : "" });
  return file;
}

/** A folder as a browser hands it over: its entries in parts of two; null stands for a file that is gone. */
function entryOf(name: string, content: Tree | string | null): object {
  if (content === null || typeof content === "string")
    return {
      name,
      isFile: true,
      isDirectory: false,
      file: (resolve: (file: File) => void, reject: (error: Error) => void) =>
        content === null ? reject(new Error("gone")) : resolve(new File([content], name)),
    };
  return {
    name,
    isFile: false,
    isDirectory: true,
    createReader() {
      const waiting = Object.entries(content).map(([child, below]) => entryOf(child, below));
      return { readEntries: (resolve: (entries: object[]) => void) => resolve(waiting.splice(0, 2)) };
    },
  };
}

interface Tree {
  readonly [name: string]: Tree | string | null;
}

function dropOf(tree: Tree): DataTransfer {
  const items = Object.entries(tree).map(([name, content]) => ({ webkitGetAsEntry: () => entryOf(name, content) }));
  // Safe because only the entries of the items are read.
  return { items } as unknown as DataTransfer;
}

const pathsOf = ({ files }: { readonly files: readonly { readonly path: string }[] }) => files.map(({ path }) => path);

describe("what was chosen", () => {
  it("as a folder has paths below it, without those of hidden folders", () => {
    const selection = pickFromInput(
      ["Vault/b.md", "Vault/A/c.md", "Vault/.obsidian/app.json", "Vault/A/.git/x"].map(fileAt),
    );
    expect(selection).toMatchObject({ name: "Vault", isFolder: true, hiddenFolders: [".obsidian", ".git"] });
    expect(pathsOf(selection)).toEqual(["A/c.md", "b.md"]);
  });

  it.each([
    [["Export.v2.zip"], "Export.v2"],
    [["b.md", "a.md"], "several"],
  ])("as files %j is called %s", (names, name) => {
    expect(pickFromInput(names.map(fileAt))).toMatchObject({ name, isFolder: false });
  });
});

describe("what was dropped", () => {
  it("as a folder is listed to its end", async () => {
    const selection = await pickFromDrop(
      dropOf({ Vault: { "e.md": "x", "d.md": "x", "c.md": null, A: { B: { "a.md": "x" } }, ".obsidian": { x: "y" } } }),
    );
    expect(selection).toMatchObject({
      name: "Vault",
      isFolder: true,
      hiddenFolders: [".obsidian"],
      unreadable: ["c.md"],
    });
    expect(pathsOf(selection)).toEqual(["A/B/a.md", "d.md", "e.md"]);
  });

  it("as several folders and files keeps their names apart", async () => {
    const selection = await pickFromDrop(dropOf({ One: { "a.md": "x" }, Two: { "a.md": "x" }, "b.md": "x" }));
    expect(selection).toMatchObject({ name: "several", isFolder: true });
    expect(pathsOf(selection)).toEqual(["One/a.md", "Two/a.md", "b.md"]);
  });

  it("as a file is that file", async () => {
    expect(await pickFromDrop(dropOf({ "notes.csv": "x" }))).toMatchObject({ name: "notes", isFolder: false });
  });
});
