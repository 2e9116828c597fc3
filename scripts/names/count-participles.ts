import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { declaredNames } from "./declared-names.ts";
import { isBareParticiple } from "./is-bare-participle.ts";

export interface ParticipleCount {
  /** All declared names of the repository's own sources and tests. */
  readonly names: number;
  /** The bare participles among them, each with its file, in the order of files. */
  readonly participles: readonly { readonly name: string; readonly file: string }[];
}

/** Counts the bare participles among the names that TypeScript files of this repository declare. */
export function countParticiples(root: string): ParticipleCount {
  const files = globSync("{*,apps/**/*,examples/**/*,packages/**/*,scripts/**/*,tooling/**/*}.{ts,tsx}", {
    cwd: root,
    exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path) || path.endsWith(".d.ts"),
  });
  const declarations = files
    .toSorted()
    .flatMap((file) => declaredNames(file, readFileSync(join(root, file), "utf8")).map((name) => ({ name, file })));
  return { names: declarations.length, participles: declarations.filter(({ name }) => isBareParticiple(name)) };
}
