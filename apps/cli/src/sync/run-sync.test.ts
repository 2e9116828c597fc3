import { access, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { syncVaults } from "../testing/sync-vaults.ts";
import { showStatus, syncFolder } from "./run-sync.ts";

const ID_LINE = /^knote: [\da-f-]{36}\n/m;
const ALIKE = { code: 0, text: "Both sides are alike.\n" };

/** What Obsidian leaves in a vault, and what people write there. */
const VAULT = {
  ".obsidian/app.json": '{"alwaysUpdateLinks": true}',
  ".obsidian/workspace.json": "{}",
  ".trash/Old.md": "thrown away",
  "Attachments/owl.png": "\u0089PNG",
  "Birds/Owls hunt at night.md":
    '---\ntags:\n  - birds\naliases: [Owl]  # mine\ncssclasses: wide\ndepends_on: "[[Mice are awake]]"\n---\n# Why\n\nThey hear mice. ![[owl.png]]\n\n> [!note] See [[Birds/Bats hunt too|bats]]\n',
  "Birds/Bats hunt too.md": "%% a comment %%\nThey click, see [[Owls hunt at night#Why]]. #inline\n",
  "Mice are awake.md": "| a | b |\n|---|---|\n| [[Owls hunt at night\\|owls]] | 1 |\n",
  "Untitled.canvas": "{}",
};

it("makes one graph of an Obsidian vault, and changes nothing in its files but the knote line", async () => {
  await using service = await syncVaults();
  const vault = await service.vault();
  await vault.write(VAULT);
  const first = await vault.sync();
  expect(first.text).toContain(`${service.server.url} (ada)\n  new notes from files: 3\n`);
  expect(first.text).toContain('Each synced file gets a line "knote: <id>"');
  expect(first).toMatchObject({ code: 0, text: expect.stringMatching(/Both sides are alike\.\n$/) });
  const { body } = await service.api("GET", "/api/graph/notes");
  expect(body.notes.map(({ title }: { title: string }) => title).toSorted()).toEqual([
    "Bats hunt too",
    "Mice are awake",
    "Owls hunt at night",
  ]);
  const { links } = (await service.api("GET", "/api/graph/links")).body;
  expect(links.map(({ relation }: { relation: string }) => relation).toSorted()).toEqual(["depends_on", "relates_to"]);
  const texts = await vault.texts();
  const withoutLines = Object.entries(texts).map(([path, text]) => [
    path,
    text.replace(ID_LINE, "").replace(/^---\n---\n/, ""),
  ]);
  expect(Object.fromEntries(withoutLines)).toEqual(VAULT);
  expect(await vault.sync()).toEqual(ALIKE);
  expect(await vault.texts()).toEqual(texts);
});

it("carries edits between two folders of one server, and makes a conflict note of what does not fit", async () => {
  await using service = await syncVaults();
  const [desk, phone] = [await service.vault("desk"), await service.vault("phone")];
  await desk.write({ "Owls.md": "one\n\ntwo\n\nthree\n" });
  await desk.sync();
  await phone.sync();
  expect(Object.keys(await phone.texts())).toEqual(["Owls.md"]);
  const edit = async (vault: typeof desk, from: string, to: string) =>
    vault.write({ "Owls.md": (await vault.texts())["Owls.md"]!.replace(from, to) });
  await edit(desk, "one", "ONE");
  await edit(phone, "three", "THREE");
  await desk.sync();
  await phone.sync();
  expect(await desk.sync()).toMatchObject({ code: 0 });
  for (const { "Owls.md": text } of [await desk.texts(), await phone.texts()])
    expect(text).toContain("ONE\n\ntwo\n\nTHREE\n");
  await edit(desk, "two", "two of the desk");
  await edit(phone, "two", "two of the phone");
  await desk.sync();
  const conflict = await phone.sync();
  expect(conflict).toMatchObject({
    code: 1,
    text: expect.stringContaining("conflict notes: 1\n    Owls (conflict, phone"),
  });
  await desk.sync();
  const [ofDesk, ofPhone] = [await desk.texts(), await phone.texts()];
  expect(ofPhone["Owls.md"]).toContain("two of the desk");
  const other = Object.keys(ofPhone).find((path) => path.includes("conflict, phone"))!;
  expect(ofPhone[other]).toContain("two of the phone");
  expect(Object.keys(ofDesk).toSorted()).toEqual(Object.keys(ofPhone).toSorted());
});

it("moves what is gone on one side to the trash of the other, and asks first when it is much", async () => {
  await using service = await syncVaults();
  const vault = await service.vault();
  const names = Array.from({ length: 20 }, (_, index) => `Owl ${index}.md`);
  await vault.write(Object.fromEntries(names.map((name) => [name, `About ${name}\n`])));
  await vault.sync();
  await rm(join(vault.path, "Owl 0.md"));
  const one = await vault.sync();
  expect(one).toMatchObject({
    code: 0,
    text: expect.stringContaining("notes to the trash, as their file is gone: 1\n"),
  });
  for (const name of names.slice(1, 12)) await rm(join(vault.path, name));
  const many = await vault.sync();
  expect(many.code).toBe(1);
  expect(many.text).toContain("11 files are gone, more than a fifth of all. Their notes stay; --allow-deletes");
  expect((await service.api("GET", "/api/graph/stats")).body.total_notes).toBe(19);
  expect(await vault.sync({ allowDeletes: true })).toMatchObject({ code: 0 });
  expect((await service.api("GET", "/api/graph/stats")).body.total_notes).toBe(8);
});

it("shows what would happen, and does nothing of it", async () => {
  await using service = await syncVaults();
  const vault = await service.vault();
  await vault.write({ "Owls.md": "Hunt\n" });
  await vault.sync();
  expect(await vault.status()).toEqual(ALIKE);
  await vault.write({
    "Bats.md": "Fly\n",
    "Empty.md": "",
    "Bad.md": "---\ntags: [\n---\ntext",
    "skip/A.md": "a",
    ".knoteignore": "skip/",
  });
  const before = await vault.texts();
  const status = await vault.status();
  expect(status.code).toBe(1);
  expect(status.text).toContain("  new notes from files: 1\n  held, until they can be read: 2\n");
  expect(status.text).toContain("    Empty.md: It is empty.\n");
  expect(status.text).not.toContain("skip");
  expect(await vault.texts()).toEqual(before);
  expect((await service.api("GET", "/api/graph/stats")).body.total_notes).toBe(1);
  const later = await vault.sync({ json: true });
  expect(later.code).toBe(1);
  expect(JSON.parse(later.text)).toMatchObject({
    alike: true,
    acts: { create: 1, label: 1 },
    conflicts: [],
    failures: [],
    guards: [],
  });
});

describe("a folder that cannot be synced", () => {
  it("gets a sentence, and stays as it is", async () => {
    await using service = await syncVaults();
    const vault = await service.vault();
    await vault.write({ "Owls.md": "Hunt\n" });
    await writeFile(join(vault.path, "..", "file"), "");
    await expect(vault.sync({ init: false })).rejects.toThrow(
      "has no .knote: it is not synced yet, or its disk is away",
    );
    await expect(vault.sync({ yes: false })).rejects.toThrow("Add --yes to begin without a question.");
    const readOnly = await service.server.token("ada", { scope: "notes:read" });
    await expect(vault.sync({ token: readOnly })).rejects.toThrow("The token may not write notes");
    await expect(vault.sync({ token: "a.b.c" })).rejects.toThrow("The service answered 401");
    await expect(vault.sync({ url: "http://127.0.0.1:1" })).rejects.toThrow("http://127.0.0.1:1 cannot be reached");
    const options = { url: service.server.url, init: true, yes: true, json: false, allowDeletes: false, adopt: false };
    await expect(syncFolder(`${vault.path}/none`, options, service.deps())).rejects.toThrow("There is no ");
    await expect(showStatus(`${vault.path}/../file`, options, service.deps())).rejects.toThrow("is no folder.");
    await expect(syncFolder(vault.path, options, service.deps())).rejects.toThrow("needs a --token");
    expect(await readdir(vault.path)).toEqual(["Owls.md"]);
    expect((await service.api("GET", "/api/graph/stats")).body.total_notes).toBe(0);
  });

  it("is one of another user or server, unless the notes are the same ones elsewhere", async () => {
    await using service = await syncVaults();
    const vault = await service.vault();
    await vault.write({ "Owls.md": "Hunt\n" });
    await vault.sync();
    const bob = await service.server.token("bob");
    await expect(vault.sync({ token: bob })).rejects.toThrow(`is synced with ${service.server.url} (ada), not with`);
    const elsewhere = service.server.url.replace("127.0.0.1", "localhost");
    await expect(vault.sync({ url: elsewhere })).rejects.toThrow("remove .knote/sync.json");
    await rm(join(vault.path, ".knote", "sync.json"));
    expect(await vault.sync({ url: elsewhere })).toMatchObject({ code: 0 });
    expect((await service.api("GET", "/api/graph/stats")).body.total_notes).toBe(1);
  });

  it("lost its .knote or went away, and then nothing is deleted", async () => {
    await using service = await syncVaults();
    const vault = await service.vault();
    await vault.write({ "Owls.md": "Hunt\n" });
    await vault.sync();
    await rename(vault.path, `${vault.path}-away`);
    await expect(vault.sync({ init: false })).rejects.toThrow("There is no ");
    const empty = await service.vault();
    await expect(empty.sync({ init: false })).rejects.toThrow("its disk is away");
    expect((await service.api("GET", "/api/graph/stats")).body.total_notes).toBe(1);
    await expect(access(join(vault.path, ".knote"))).rejects.toThrow("ENOENT");
  });
});

it("leaves it to the service whose a token is that does not say so", async () => {
  await using service = await syncVaults();
  const vault = await service.vault();
  await vault.write({ "Owls.md": "Hunt\n" });
  await vault.sync();
  await expect(vault.sync({ token: `knote_pat_${"x".repeat(36)}` })).rejects.toThrow("The service answered 401");
});

describe("hostile files", () => {
  it("are held with a reason, byte for byte, and the rest is synced", async () => {
    await using service = await syncVaults();
    const vault = await service.vault();
    const nestingOf = (depth: number) => `---\na: ${"[".repeat(depth)}${"]".repeat(depth)}\n---\ntext\n`;
    const files = {
      "Bomb.md": `---\n${aliasBomb()}\n---\ntext\n`,
      "Broken.md": "---\na: [\n---\ntext\n",
      "Deep.md": nestingOf(5_000),
      "Empty.md": "",
      "Huge.md": "x".repeat(17 * 1024 * 1024),
      "Long.md": "x".repeat(50_001),
      "Long enough.md": "x".repeat(50_000),
      "Quotes.md": `${">".repeat(5_000)} text\n`,
    };
    await vault.write(files);
    await writeFile(join(vault.path, "Bytes.md"), Buffer.from([0xff, 0xfe, 0x41]));
    const file = await open(join(vault.path, "Gigabyte.md"), "w");
    await file.truncate(1024 ** 3);
    await file.close();
    const { code, text } = await vault.sync({ json: true });
    expect(code).toBe(1);
    const { held: holds, failures } = JSON.parse(text) as {
      held: { path: string; reason: string }[];
      failures: unknown[];
    };
    expect(Object.fromEntries(holds.map(({ path, reason }) => [path, reason]))).toEqual({
      "Bomb.md": "front-matter",
      "Broken.md": "front-matter",
      "Bytes.md": "encoding",
      "Deep.md": "front-matter",
      "Empty.md": "empty",
      "Gigabyte.md": "too-large",
      "Huge.md": "too-large",
      "Long.md": "refused",
    });
    expect(failures).toEqual([]);
    const { body } = await service.api("GET", "/api/graph/notes");
    expect(body.notes.map(({ title }: { title: string }) => title).toSorted()).toEqual(["Long enough", "Quotes"]);
    for (const [path, before] of Object.entries(files))
      if (holds.some((one) => one.path === path)) expect(await readFile(join(vault.path, path), "utf8")).toBe(before);
    await rm(join(vault.path, "Gigabyte.md"));
  });
});

function aliasBomb(): string {
  const names = [..."abcdefghijkl"];
  const lines = names.map((name, level) => {
    const entry = level === 0 ? "x" : `*${names[level - 1]}`;
    return `${name}: &${name} [${Array.from({ length: 9 }, () => entry).join(",")}]`;
  });
  return lines.join("\n");
}
