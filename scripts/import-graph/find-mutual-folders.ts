import type { Imports } from "./read-imports.ts";

/** Finds pairs of sibling folders, at any depth, that import from each other. */
export function findMutualFolders(imports: Imports): [string, string][] {
  const arrows = new Set<string>();
  for (const [file, targets] of imports)
    for (const target of targets) {
      const [from, to] = siblingsOf(file.split("/"), target.split("/"));
      if (from && to) arrows.add(`${from} ${to}`);
    }
  const pairs = Array.from(arrows)
    .toSorted()
    .map((arrow) => arrow.split(" ") as [string, string]);
  return pairs.filter(([from, to]) => from < to && arrows.has(`${to} ${from}`));
}

/** Returns the sibling folders where two paths diverge; none if one of the files is beside the other's folder. */
function siblingsOf(from: readonly string[], to: readonly string[]): string[] {
  const sharedLength = from.findIndex((part, index) => part !== to[index]);
  if (sharedLength < 0 || sharedLength >= from.length - 1 || sharedLength >= to.length - 1) return [];
  return [from, to].map((path) => path.slice(0, sharedLength + 1).join("/"));
}
