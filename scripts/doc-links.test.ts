import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const root = dirname(import.meta.dirname);
const PAGES = ["*.md", "docs/**/*.md", "packages/*/*.md", "tooling/*/*.md"];
/** The target of a link to a file of the repository, without its anchor. */
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g;

it("has no page with a link to a missing file", () => {
  const pages = globSync(PAGES, { cwd: root });
  expect(pages.length).toBeGreaterThan(40);
  const links = pages.flatMap((page) =>
    Array.from(readFileSync(join(root, page), "utf8").matchAll(LINK), ([, target]) => [page, target!] as const),
  );
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter(([page, target]) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
});
