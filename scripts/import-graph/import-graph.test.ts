import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findCircles } from "./find-circles.ts";
import { findMutualFolders } from "./find-mutual-folders.ts";
import { readImports } from "./read-imports.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "knote-imports-"));

afterAll(() => rmSync(folder, { recursive: true }));

describe("the imports of a folder", () => {
  const imports = () =>
    filesOf({
      "app.ts": 'import { a } from "./one/a.ts";\nimport { z } from "zod";\nexport * from "./two/b.ts";',
      "one/a.ts": 'import type { B } from "../two/b.ts";\nexport const a = 1;',
      "one/a.test.ts": 'import "./deep/d.ts";',
      "one/deep/d.ts": "export const d = 1;",
      "two/b.ts": 'export { c } from "./c.ts";\nexport type B = 1;',
      "two/c.ts": 'export const c = () => import("../one/deep/d.ts");',
    });

  it("include types, re-exports and dynamic imports, but no tests and packages", () => {
    expect(Object.fromEntries(imports())).toEqual({
      "app.ts": new Set(["one/a.ts", "two/b.ts"]),
      "one/a.ts": new Set(["two/b.ts"]),
      "one/deep/d.ts": new Set(),
      "two/b.ts": new Set(["two/c.ts"]),
      "two/c.ts": new Set(["one/deep/d.ts"]),
    });
  });

  it("show which folders need each other, even if no files do", () => {
    expect(findMutualFolders(imports())).toEqual([["one", "two"]]);
    expect(findCircles(imports())).toEqual([]);
  });

  it("ignore a folder and the file beside it", () => {
    const both = filesOf({ "a.ts": 'import "./x/b.ts";', "x/b.ts": 'import "../a.ts";' });
    expect(findMutualFolders(both)).toEqual([]);
    expect(findCircles(both)).toEqual([["a.ts", "x/b.ts"]]);
  });
});

describe("circles", () => {
  it("are found separately, without nodes that only lead to them", () => {
    const edges = { a: ["b"], b: ["c"], c: ["b", "d"], d: [], e: ["f", "a"], f: ["g"], g: ["e"] };
    expect(findCircles(new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to)])))).toEqual([
      ["b", "c"],
      ["e", "f", "g"],
    ]);
  });
});

it.each([
  "apps/cli",
  "apps/eval",
  "apps/server",
  "apps/web",
  "packages/api",
  "packages/auth",
  "packages/config",
  "packages/contract",
  "packages/formats",
  "packages/local",
  "packages/mcp",
  "packages/models",
  "packages/outbound",
  "packages/rest",
  "packages/storage-mongo",
  "packages/storage-sqlite",
  "packages/sync",
  "packages/testkit",
])("%s has folders that import in one direction only", (name) => {
  const imports = readImports(join(root, name, "src"));
  expect(imports.size).toBeGreaterThan(3);
  expect([findCircles(imports), findMutualFolders(imports)]).toEqual([[], []]);
});

function filesOf(files: Readonly<Record<string, string>>) {
  const place = mkdtempSync(join(folder, "case-"));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, file)), { recursive: true });
    writeFileSync(join(place, file), text);
  }
  return readImports(place);
}
