import { expect, it } from "vitest";
import { createNames } from "./names.ts";

const COMPOSED = "\u00DCber";
const DECOMPOSED = "U\u0308ber";

it.each([
  ["case", ["Owls.md", "owls.md"]],
  ["composition", [`${COMPOSED}.md`, `${DECOMPOSED}.md`]],
  ["both", [`${COMPOSED}.md`, `${DECOMPOSED}.md`, `${COMPOSED.toLowerCase()}.md`, `${DECOMPOSED.toLowerCase()}.md`]],
])("leads to the file that a link names to the letter, of files that differ in %s alone", (_, paths) => {
  for (const order of [paths, paths.toReversed()]) {
    const find = createNames(order.map((path) => ({ path, names: [] })));
    for (const path of paths) {
      expect(find({ target: path, isRelative: false }, "")?.note.path).toBe(path);
      expect(find({ target: path.replace(".md", ""), isRelative: false }, "")?.note.path).toBe(path);
    }
  }
});

it("leads to a file that differs in composition alone, where none has the name to the letter", () => {
  const find = createNames([COMPOSED.toLowerCase(), COMPOSED].map((name) => ({ path: `${name}.md`, names: [] })));
  expect(find({ target: DECOMPOSED, isRelative: false }, "")?.note.path).toBe(`${COMPOSED}.md`);
});
