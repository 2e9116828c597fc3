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
])("lets streams have half of %s descriptors, and no more than can be served: %i", (openFiles, most) => {
  expect(streamLimit(64, limits(openFiles))).toEqual({ most, mostOfOne: 64 });
});

it("goes by what can be served where nobody tells of descriptors", () => {
  expect(streamLimit(64, null)).toEqual({ most: 20_000, mostOfOne: 64 });
});

it("reads what this process may open", () => {
  expect(streamLimit(64).most).toBeGreaterThan(0);
});
