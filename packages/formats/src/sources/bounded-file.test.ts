import { describe, expect, it } from "vitest";
import { boundedFile, isArchive } from "./bounded-file.ts";

const MIB = 1024 * 1024;
const disk = { path: "a.md", timeMs: 0, read: async () => new Uint8Array([97]) };

describe("a file", () => {
  it.each([
    [false, 16],
    [true, 256],
  ])("that stands alone (%s) is read up to %s MiB", async (isSingle, most) => {
    const file = (size: number) => boundedFile({ ...disk, isSingle, size }).bytes();
    expect(await file(most * MIB)).toHaveLength(1);
    await expect(file(most * MIB + 1)).rejects.toThrow(`The file has more than ${most} MiB.`);
  });

  it("of a gigabyte is not even opened", async () => {
    let reads = 0;
    const read = async () => new Uint8Array(++reads);
    await expect(boundedFile({ ...disk, isSingle: true, size: 1e9, read }).bytes()).rejects.toThrow("256 MiB");
    expect(reads).toBe(0);
  });

  it("that is gone by now says so", async () => {
    const read = () => Promise.reject(new Error("ENOENT"));
    await expect(boundedFile({ ...disk, isSingle: false, size: 1, read }).bytes()).rejects.toThrow(
      "The file cannot be read; it may have been moved or deleted.",
    );
  });

  it.each([
    ["Export.zip", true],
    ["Backup.BEAR2BK", true],
    ["zip.md", false],
  ])("is an archive by its name: %s %s", (name, isOne) => {
    expect(isArchive(name)).toBe(isOne);
  });
});
