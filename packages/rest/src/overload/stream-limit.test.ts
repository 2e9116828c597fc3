import { expect, it } from "vitest";
import { streamLimit } from "./stream-limit.ts";

function limits(openFiles: string): string {
  return [
    "Limit                     Soft Limit           Hard Limit           Units     ",
    "Max processes             63704                63704                processes ",
    `Max open files            ${openFiles.padEnd(20)} 1048576              files     `,
    "Max locked memory         8388608              8388608              bytes     ",
  ].join("\n");
}

it.each([
  ["1024", 512],
  ["39999", 19_999],
  ["40000", 20_000],
  ["1048576", 20_000],
  ["unlimited", 20_000],
])("gives streams half of %s descriptors, up to the usual limit: %i", (openFiles, most) => {
  expect(streamLimit(64, limits(openFiles))).toEqual({ most, mostOfOne: 64 });
});

it("uses the usual limit where the descriptors are unknown", () => {
  expect(streamLimit(64, null)).toEqual({ most: 20_000, mostOfOne: 64 });
});

it("reads how many files this process can open", () => {
  expect(streamLimit(64).most).toBeGreaterThan(0);
});
