import type { Reference } from "../graph/found-note.ts";
import { findLinks, type LinkTarget } from "../references/find-links.ts";
import { foldRelation, type RelationNames } from "../references/relation-names.ts";

export interface TextFile {
  /** From the root, with slashes. */
  readonly path: string;
  readonly text: string;
  /** When the file was made or last changed, whichever is earlier. */
  readonly time?: string | undefined;
}

/** What a file says, before it is known who wrote it. */
export interface ParsedFile extends TextFile {
  readonly values: ReadonlyMap<string, unknown>;
  readonly body: string;
  /** The body without code; null when that would take too long. */
  readonly visible: string | null;
}

/** Returns the name of a file without its folders and extension. */
export function nameOfPath(path: string): string {
  return path
    .slice(path.lastIndexOf("/") + 1)
    .replace(/\.(?:md|markdown)$/i, "")
    .normalize("NFC");
}

/** Returns the links in the value of a property; `[[A]]` without quotes arrives as a list in a list. */
export function linksInValue(value: unknown): LinkTarget[] {
  if (typeof value === "string") return findLinks(value);
  if (!Array.isArray(value)) return [];
  const isBareLink =
    value.length > 0 && value.every((one) => Array.isArray(one) && one.every((word) => !Array.isArray(word)));
  if (isBareLink) return value.flatMap((words: unknown[]) => findLinks(`[[${words.join(", ")}]]`));
  return value.flatMap(linksInValue);
}

/** Returns the references that the properties of a file make. */
export function propertyReferences(values: ReadonlyMap<string, unknown>, relations: RelationNames): Reference[] {
  return [...values].flatMap(([name, value]) => {
    const namedRelation = relations.get(foldRelation(name.replace(/^knote_/, "")));
    return namedRelation === undefined ? [] : linksInValue(value).map((link) => ({ ...link, ...namedRelation }));
  });
}

export function textReferences(links: readonly LinkTarget[]): Reference[] {
  return links.map((link) => ({ ...link, relation: null, isInverse: false }));
}
