import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const root = dirname(import.meta.dirname);
const PROOF = /`([^`]+\.test\.ts)` › (.+?)(?=<br>| \|$)/g;

/** Returns the rows of the threat tables. */
function threats(): string[] {
  const lines = readFileSync(join(root, "docs/security.md"), "utf8").split("\n");
  const heads = lines.flatMap((line, index) => (/^\| threat +\|/.test(line) ? [index] : []));
  return heads.flatMap((head) => {
    const end = lines.findIndex((line, index) => index > head && !line.startsWith("|"));
    return lines.slice(head + 2, end);
  });
}

it("names an existing test for every threat", () => {
  const rows = threats();
  expect(rows.length).toBeGreaterThan(30);
  for (const row of rows) {
    const proofs = Array.from(row.matchAll(PROOF), ([, file, title]) => ({ file: file!, title: title!.trim() }));
    expect([row, proofs.length > 0]).toEqual([row, true]);
    for (const { file, title } of proofs) {
      expect([file, existsSync(join(root, file))]).toEqual([file, true]);
      expect([file, title, readFileSync(join(root, file), "utf8").includes(title)]).toEqual([file, title, true]);
    }
  }
});
