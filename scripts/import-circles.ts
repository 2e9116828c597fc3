/**
 * Prints the import cycles of each package, and the pairs of folders that import from each other.
 *   node bootstrap.mjs node scripts/import-circles.ts
 */
import { globSync } from "node:fs";
import { resolve } from "node:path";
import { findCircles } from "./import-graph/find-circles.ts";
import { findMutualFolders } from "./import-graph/find-mutual-folders.ts";
import { readImports } from "./import-graph/read-imports.ts";

const root = resolve(import.meta.dirname, "..");
for (const folder of [...globSync("{apps,packages}/*/src", { cwd: root }).toSorted(), "scripts"]) {
  const imports = readImports(resolve(root, folder));
  const circles = findCircles(imports);
  const pairs = findMutualFolders(imports);
  process.stdout.write(`${folder}: ${circles.length} circles, ${pairs.length} pairs of folders\n`);
  for (const circle of circles) process.stdout.write(`  circle  ${circle.join("  ")}\n`);
  for (const pair of pairs) process.stdout.write(`  folders ${pair.join(" ⇄ ")}\n`);
}
