import { expect, it } from "vitest";
import { excerptOf } from "./excerpt.ts";

it.each([
  ["# Title\n\n- **one** `two`", "", "Title one two"],
  ["[a link](https://example.com) and <b>html</b>", "", "a link and <b>html</b>"],
  ["5 > 3 and 1 * 2", "", "5 > 3 and 1 2"],
])("omits the Markdown marks of %j", (content, query, expectedExcerpt) => {
  expect(excerptOf(content, query)).toBe(expectedExcerpt);
});

it("starts near the first match", () => {
  const excerpt = excerptOf(`${"word ".repeat(100)}needle ${"word ".repeat(100)}`, "needle");
  expect(excerpt.startsWith("…")).toBe(true);
  expect(excerpt.indexOf("needle")).toBeLessThan(70);
  expect(excerpt.length).toBeLessThanOrEqual(241);
});
