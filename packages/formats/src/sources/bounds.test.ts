import type { ZipWriterAddDataOptions } from "@zip.js/zip.js/index-native.js";
import { describe, expect, it } from "vitest";
import { readSource } from "../read-source.ts";
import { someOptions } from "../testing/some-options.ts";
import { countsOf, readFiles, sourceOf, zipOf } from "../testing/source-of.ts";
import { boundedFile } from "./bounded-file.ts";
import { openZip } from "./open-zip.ts";
import { ENTRY_BYTES, FREE_BYTES, MOST_INFLATION, refusalOfPath, SOURCE_BYTES } from "./source.ts";

describe("a path", () => {
  it.each([
    ["../a.md", "The path leads out of its folder."],
    ["a/../../b.md", "The path leads out of its folder."],
    ["/etc/a.md", "The path is absolute."],
    ["C:/a.md", "The path is absolute."],
    ["a\\b.md", "The name holds a backslash."],
    ["a\0.md", "The name holds a NUL character."],
    ["a..b/c.md", null],
    ["...md", null],
  ])("%j: %s", (path, refusal) => {
    expect(refusalOfPath(path)).toBe(refusal);
  });
});

describe("an archive", () => {
  it("loses entries that lead elsewhere, and says so", async () => {
    const source = await openZip("zip", await zipOf({ "../evil.md": "x", "/abs.md": "x", "good.md": "y" }));
    const result = await readSource(source, someOptions());
    expect(result.notes.map(({ title }) => title)).toEqual(["good"]);
    expect(result.problems.map(({ place, kind }) => [place, kind])).toEqual([
      ["../evil.md", "refused"],
      ["/abs.md", "refused"],
    ]);
  });

  it("stops inflating an entry at 16 MiB", async () => {
    const bomb = new Uint8Array(ENTRY_BYTES + 1).fill(97);
    const whole = new Uint8Array(ENTRY_BYTES).fill(98);
    const source = await openZip("zip", await zipOf({ "bomb.md": bomb, "whole.txt": whole, "good.md": "y" }));
    const result = await readSource(source, someOptions());
    expect(result.notes.map(({ title }) => title)).toEqual(["good"]);
    expect(result.problems).toEqual([{ kind: "refused", place: "bomb.md", detail: "The entry has more than 16 MiB." }]);
    const file = source.files.find(({ path }) => path === "whole.txt")!;
    expect(await file.bytes()).toHaveLength(ENTRY_BYTES);
  });

  it("whose entries overlap gives only one of them", async () => {
    const text = "same text for both";
    const bytes = new Uint8Array(await (await zipOf({ "a.md": text, "b.md": text })).arrayBuffer());
    const source = await openZip("zip", new Blob([overlap(bytes)]));
    const result = await readSource(source, someOptions());
    expect(result.notes.length).toBeLessThan(2);
    expect(countsOf(result)["refused"]).toBeGreaterThan(0);
  });

  it("loses one within it that cannot be opened, and nothing else", async () => {
    const source = await openZip("zip", await zipOf({ "old.zip": "no archive", "good.md": "y" }));
    const result = await readSource(source, someOptions());
    expect(result.notes.map(({ title }) => title)).toEqual(["good"]);
    expect(result.problems).toMatchObject([
      { kind: "refused", place: "old.zip", detail: expect.stringMatching(/^The archive cannot be read/) },
    ]);
  });

  it("has at most 1 GiB in all, counted while it is read", async () => {
    expect(SOURCE_BYTES).toBe(1024 ** 3);
    const blob = await zipOf({ "a.md": "0123456789", "b.md": "0123456789" });
    const read = async (mostBytes: number) => await readSource(await openZip("zip", blob, mostBytes), someOptions());
    expect(await read(20)).toMatchObject({ notes: [{ title: "a" }, { title: "b" }], problems: [] });
    const { notes, problems } = await read(19);
    expect(notes.map(({ title }) => title)).toEqual(["a"]);
    expect(problems).toEqual([{ kind: "refused", place: "b.md", detail: "The archive has more than 1 GiB." }]);
  });

  const UNLIKELY = "The archive holds more than 100 times its own size, as only one does that is made to do harm.";

  it("is refused before anything is inflated when its entries claim more than its size makes likely", async () => {
    const blob = await zipOf({ "a.md": "0".repeat(40_000), "b.md": "0".repeat(40_000) });
    expect(blob.size * MOST_INFLATION).toBeLessThan(80_000);
    await expect(openZip("zip", blob, SOURCE_BYTES, 79_999)).rejects.toThrow(UNLIKELY);
    const { notes, problems } = await readSource(await openZip("zip", blob, SOURCE_BYTES, 80_000), someOptions());
    expect([notes.length, problems]).toEqual([2, []]);
  });

  it("that claims less than it holds gives nothing", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `${index}.md`);
    const blob = await zipOf(Object.fromEntries(names.map((name) => [name, "0".repeat(100_000)])));
    const whole = await openZip("zip", blob);
    expect(await whole.files[0]!.bytes()).toHaveLength(100_000);
    const { files } = await openZip(
      "zip",
      new Blob([claimNothing(new Uint8Array(await blob.arrayBuffer()))]),
      SOURCE_BYTES,
      0,
    );
    expect(files).toHaveLength(20);
    for (const file of files) await expect(file.bytes()).rejects.toThrow("Invalid uncompressed size");
  });

  it("may be small for what it holds up to 64 MiB, and hold any amount that is likely for its size", async () => {
    expect([FREE_BYTES, MOST_INFLATION]).toEqual([64 * 1024 ** 2, 100]);
    const words = Array.from({ length: 3_000 }, (_, index) => `owl ${(index * 7_919) % 3_001}\n`).join("");
    const blob = await zipOf({ "a.md": words });
    const source = await openZip("zip", blob, SOURCE_BYTES, 0);
    expect(await source.files[0]!.bytes()).toHaveLength(words.length);
  });

  it("within an archive counts in all, too", async () => {
    const inner = new Uint8Array(await (await zipOf({ "a.md": "0".repeat(5_000) })).arrayBuffer());
    const blob = await zipOf({ "Part-1.zip": inner });
    const detail = "The archive has more than 1 GiB.";
    expect(await openZip("zip", blob, inner.length - 1)).toMatchObject({
      files: [],
      problems: [{ kind: "refused", place: "Part-1.zip", detail }],
    });
    const source = await openZip("zip", blob, inner.length + 5_000);
    expect(await source.files[0]!.bytes()).toHaveLength(5_000);
  });

  it.each<[string, ZipWriterAddDataOptions, string]>([
    ["is encrypted", { password: "secret", zipCrypto: true }, "The entry is encrypted."],
    ["is a link", { externalFileAttributes: 0o120777 * 2 ** 16, versionMadeBy: 0x0314 }, "The entry is a link."],
  ])("loses an entry that %s, and says so", async (_name, options, detail) => {
    const source = await openZip("zip", await zipOf({ "a.md": "../../etc/passwd" }, options));
    expect(source.files).toEqual([]);
    expect(source.problems).toEqual([{ kind: "refused", place: "a.md", detail }]);
    expect((await openZip("zip", await zipOf({ "a.md": "x" }))).files).toHaveLength(1);
  });

  it("that is none is refused with a sentence", async () => {
    await expect(openZip("zip", new Blob(["no archive"]))).rejects.toThrow("The archive cannot be read");
  });
});

describe("a hostile text", () => {
  it.each([
    ["5,000 nested quotes", `${">".repeat(5_000)} [[A]] \`x\``],
    ["5,000 nested lists", Array.from({ length: 5_000 }, (_, depth) => `${" ".repeat(depth)}- \`x\``).join("\n")],
    ["many brackets", `${"[".repeat(40_000)} \`x\``],
    ["many link beginnings", "](".repeat(20_000)],
    ["many wiki beginnings", "[[a".repeat(16_000)],
    ["many fields", "(a:: ".repeat(9_000)],
    ["many colons", "a::".repeat(16_000)],
    ["many stars", `${"*".repeat(49_000)}:: [[A]]`],
    ["many tags", `${"#".repeat(25_000)}${" #a".repeat(8_000)}`],
    ["25,000 blank lines", "\n".repeat(25_000)],
    ["many percent signs", "%%".repeat(24_999)],
    ["many lists of Foam's without an end", "\n[//begin]: #".repeat(400_000)],
  ])("is read or refused without end: %s", async (_name, text) => {
    const result = await readFiles({ "a.md": `x ${text} x`, "A b.md": "y" });
    // Whatever was not searched is said.
    expect(result.notes.length + result.problems.length).toBeGreaterThanOrEqual(2);
  });

  it("that is too complex keeps its words", async () => {
    const text = `${"> ".repeat(30)}\`x\` [[b]]`;
    const result = await readFiles({ "a.md": text, "b.md": "y" });
    expect(result.notes[0]!.content).toBe(text);
    expect([result.links, countsOf(result)]).toEqual([[], { complex: 1 }]);
  });

  it("of lines as long as a file is refused line by line", async () => {
    const result = await readFiles(
      { "a.jsonl": `{"note":{"title":"${"x".repeat(2_000_000)}"}}\n{"end":{"notes":0,"links":0}}` },
      {},
      "knote",
    );
    expect(result.problems).toEqual([
      { kind: "refused", place: "line 1", detail: "The line is longer than an import takes." },
    ]);
  });

  it("that holds a NUL is refused, and the others come in", async () => {
    const { notes, problems } = await readFiles({ "a.md": "x\0y", "b.md": "x\u0001y" });
    expect(notes.map(({ title }) => title)).toEqual(["b"]);
    expect(problems).toMatchObject([{ kind: "refused", place: "a.md" }]);
  });

  it("of a file that is gone is a problem of its own", async () => {
    const source = sourceOf({ "a.md": "x" });
    const read = () => Promise.reject(new Error("ENOENT"));
    const goneFile = boundedFile({ path: "b.md", size: 1, timeMs: 0, isSingle: false, read });
    const result = await readSource({ ...source, files: [...source.files, goneFile] }, someOptions());
    expect(result.notes.map(({ title }) => title)).toEqual(["a"]);
    expect(result.problems).toMatchObject([{ kind: "refused", place: "b.md" }]);
  });

  it("that the machine cannot read for another reason ends the reading", async () => {
    const files = [{ path: "b.md", bytes: () => Promise.reject(new Error("bug")) }];
    await expect(readSource({ name: "x", problems: [], files }, someOptions())).rejects.toThrow("bug");
  });
});

/** Makes every entry claim, wherever its size stands, that it is one byte long once inflated. */
function claimNothing(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  const sizeAt = new Map([
    [0x02014b50, 24],
    [0x04034b50, 22],
    [0x08074b50, 12],
  ]);
  for (let at = 0; at + 16 <= copy.length; at++) {
    const offset = sizeAt.get(view.getUint32(at, true));
    if (offset !== undefined) view.setUint32(at + offset, 1, true);
  }
  return copy;
}

/** Makes the second entry of an archive begin where the first one does. */
function overlap(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  const records: number[] = [];
  for (let at = 0; at + 4 <= copy.length; at++) if (view.getUint32(at, true) === 0x02014b50) records.push(at);
  const localOffset = (record: number) => record + 42;
  view.setUint32(localOffset(records[1]!), view.getUint32(localOffset(records[0]!), true), true);
  return copy;
}
