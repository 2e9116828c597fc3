import { readdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { EvalError } from "../eval-error.ts";

/** The files of one set. */
export interface SetFiles {
  /** The folder's name, with `/variant` for `corpus_variant.jsonl`. */
  readonly name: string;
  readonly corpus: string;
  readonly queries: string;
  readonly qrels: string;
  /** True links and decoys, always together. */
  readonly links: readonly [string, string] | null;
  /** Whether it is measured when no sets are named: a folder's variants or, without variants, its plain corpus. */
  readonly byDefault: boolean;
}

const CORPUS = /^corpus(?:_(.+))?\.jsonl$/;

/** Returns the sets in a folder and its subfolders, sorted by name. */
export async function discoverSets(folder: string): Promise<SetFiles[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR")
      throw new EvalError(`There is no folder ${resolve(folder)}.`);
    throw error;
  });
  const subfolders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
  const setsPerFolder = await Promise.all([folder, ...subfolders].map(setsIn));
  return setsPerFolder.flat().sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns the named sets in the order of the names; without names, those measured by default. */
export function chooseSets(sets: readonly SetFiles[], names: readonly string[] | undefined): SetFiles[] {
  if (!names) return sets.filter((set) => set.byDefault);
  return names.map((name) => {
    const match = sets.find((set) => set.name === name);
    if (match) return match;
    throw new EvalError(`There is no set ${name}; there are: ${sets.map((set) => set.name).join(", ") || "none"}.`);
  });
}

async function setsIn(folder: string): Promise<SetFiles[]> {
  const files = new Set(await readdir(folder));
  const variants = [...files].flatMap((file) => {
    const match = CORPUS.exec(file);
    return match ? [match[1]] : [];
  });
  const sets = variants.flatMap((variant) => filesOf(folder, files, variant) ?? []);
  const hasVariants = sets.some((set) => !set.byDefault);
  return sets.map((set) => ({ ...set, byDefault: set.byDefault !== hasVariants }));
}

/** Returns null without questions or judgements. Here `byDefault` is true for the plain corpus only. */
function filesOf(folder: string, files: ReadonlySet<string>, variant: string | undefined): SetFiles | null {
  const suffix = variant === undefined ? "" : `_${variant}`;
  const queries = [`queries${suffix}.jsonl`, "queries.jsonl"].find((file) => files.has(file));
  const qrels = `qrels${suffix}.tsv`;
  if (!queries || !files.has(qrels)) return null;
  const hasLinks = variant === undefined && files.has("links.tsv") && files.has("links_noise.tsv");
  const path = (file: string) => join(folder, file);
  return {
    name: basename(resolve(folder)) + (variant === undefined ? "" : `/${variant}`),
    corpus: path(`corpus${suffix}.jsonl`),
    queries: path(queries),
    qrels: path(qrels),
    links: hasLinks ? [path("links.tsv"), path("links_noise.tsv")] : null,
    byDefault: variant === undefined,
  };
}
