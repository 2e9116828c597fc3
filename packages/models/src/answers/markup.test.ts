import { expect, it } from "vitest";
import { tableReader, withoutMarkup } from "./markup.ts";

it.each([
  ["**Deploy** with `make ship`, *not* by ~~hand~~.", "Deploy with make ship, not by hand."],
  ["See [the plan](https://example.org/plan) and [[Roof|the roof]].", "See the plan and the roof."],
  ["2 * 3 * 4 and snake_case_name and a_b", "2 * 3 * 4 and snake_case_name and a_b"],
  ["Cites [1] and [2](x)", "Cites [1] and [2](x)"],
])("removes the marks of %j", (text, plainText) => {
  expect(withoutMarkup(text)).toBe(plainText);
});

it("reads the rows of a table as sentences that name their columns", () => {
  const lines = ["| room | size | floor |", "|---|---:|---|", "| attic | 20 m² | wood |", "text", "| a | b |"];
  const read = tableReader();
  expect(lines.map((line, index) => read(line, lines[index + 1]))).toEqual([
    "",
    "",
    "attic: size 20 m², floor wood",
    null,
    "a: b",
  ]);
});
