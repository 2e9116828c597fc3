import { RELATIONS, type NoteType, type Relation } from "@knote/contract";
import { FormatError } from "../format-error.ts";
import { findLinks, type LinkTarget } from "../references/find-links.ts";
import {
  editFrontMatter,
  openFrontMatter,
  parseFrontMatter,
  splitFrontMatter,
  type FrontMatterValue,
} from "./front-matter.ts";
import { changesOf, isNoteType, PROPERTIES, readProperty, type Property } from "./note-properties.ts";
import { linksInValue, nameOfPath } from "./text-file.ts";
import { visibleText } from "./visible-text.ts";

/** A file as Knote's own rules read it, whatever other tools mean by their properties. */
export interface OwnFile {
  /** The note that the file says it is. */
  readonly id: string | null;
  readonly hasFrontMatter: boolean;
  /** The property, else the name of the file. */
  readonly title: string;
  /** Without the blanks around it. */
  readonly content: string;
  readonly note_type: NoteType;
  readonly tags: readonly string[];
  readonly importance: number;
  readonly archived: boolean;
  readonly created_at: string | null;
  readonly relations: readonly { readonly relation: Relation; readonly link: LinkTarget }[];
  /** Links of the running text; null when the text would take too long to search. */
  readonly textLinks: readonly LinkTarget[] | null;
  /** What the text names without a link between the two notes. */
  readonly notLinked: readonly LinkTarget[];
}

/** What a file is to say. */
export interface OwnFileEdit extends Pick<
  OwnFile,
  "title" | "content" | "note_type" | "tags" | "importance" | "archived"
> {
  readonly id: string;
  /** Set in a new file; in one that is there, `created` stays as it is. */
  readonly created_at: string;
  /** Whether a link that a property of the file names stays. */
  isLinkWanted(relation: Relation, link: LinkTarget): boolean;
  /** Links to add, such as `[[Owls]]`. */
  readonly addedLinks: readonly { readonly relation: Relation; readonly text: string }[];
}

/** Reads a file. Throws a `FormatError` when its front matter is broken. */
export function readOwnFile(path: string, text: string): OwnFile {
  const { yaml, body } = splitFrontMatter(text);
  if (yaml === null && OPEN_BLOCK.test(text)) throw new FormatError("The front matter has no end.");
  const values = yaml === null ? new Map<string, unknown>() : parseFrontMatter(yaml);
  const content = body.trim();
  return {
    ...fieldsOf(values, path),
    hasFrontMatter: yaml !== null,
    content,
    relations: RELATIONS.flatMap((relation) =>
      linksInValue(readProperty(values, relation)).map((link) => ({ relation, link })),
    ),
    textLinks: findTextLinks(content),
    notLinked: linksInValue(readProperty(values, "not_linked")),
  };
}

/** Returns the links of a running text, without those in code; null when it would take too long to search. */
export function findTextLinks(content: string): LinkTarget[] | null {
  const visible = visibleText(content);
  return visible === null ? null : findLinks(visible);
}

/**
 * Returns the text of a file that says what the edit wants. Of a text that is there, only what says something else
 * changes: our properties at their place, and what comes after the front matter. Throws a `FormatError`.
 */
export function editOwnFile(path: string, text: string | null, edit: OwnFileEdit): string {
  const name = nameOfPath(path);
  const source = text === null ? `---\n---\n${edit.content}\n` : withContent(text, edit.content);
  const { yaml } = splitFrontMatter(source);
  const frontMatter = yaml === null ? null : openFrontMatter(yaml);
  const values = frontMatter?.values ?? new Map<string, unknown>();
  const current = fieldsOf(values, path);
  const wantedProperties = new Map<Property, FrontMatterValue | undefined>();
  if (current.id !== edit.id) wantedProperties.set("knote", edit.id);
  if (current.title !== edit.title) wantedProperties.set("title", edit.title === name ? undefined : edit.title);
  if (current.note_type !== edit.note_type)
    wantedProperties.set("type", edit.note_type === "fact" ? undefined : edit.note_type);
  if (!isSameList(current.tags, edit.tags))
    wantedProperties.set("tags", edit.tags.length === 0 ? undefined : edit.tags);
  if (current.importance !== edit.importance)
    wantedProperties.set("importance", edit.importance === 0.5 ? undefined : edit.importance);
  if (current.archived !== edit.archived) wantedProperties.set("archived", edit.archived ? true : undefined);
  if (text === null) wantedProperties.set("created", edit.created_at);
  // Only an export writes it; it would be wrong as soon as the note changes.
  if (readProperty(values, "updated") !== undefined) wantedProperties.set("updated", undefined);
  for (const relation of RELATIONS) {
    const entries = editedEntries(readProperty(values, relation), relation, edit);
    if (entries !== null) wantedProperties.set(relation, entries.length === 0 ? undefined : entries);
  }
  const all = changesOf(values, wantedValues(wantedProperties));
  const properties = new Set<string>(
    [...wantedProperties.keys()].flatMap((property) => [property, `knote_${property}`]),
  );
  const changes = new Map([...all].filter(([key]) => properties.has(key)));
  return changes.size === 0 ? source : editFrontMatter(source, changes, frontMatter);
}

function fieldsOf(values: ReadonlyMap<string, unknown>, path: string) {
  const id = readProperty(values, "knote");
  const title = readProperty(values, "title");
  const type = readProperty(values, "type");
  const importance = readProperty(values, "importance");
  const creationTime = readProperty(values, "created");
  return {
    id: typeof id === "string" ? id : null,
    title: typeof title === "string" ? title.trim() : nameOfPath(path).trim(),
    note_type: isNoteType(type) ? type : ("fact" as const),
    tags: tagsIn(readProperty(values, "tags")),
    importance: typeof importance === "number" ? importance : 0.5,
    archived: readProperty(values, "archived") === true,
    created_at: typeof creationTime === "string" ? new Date(creationTime).toISOString() : null,
  };
}

/** Entries of a list count to the letter; a text is a list with commas, as Obsidian writes by hand. */
function tagsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value !== "string") return [];
  return value
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}

function withContent(text: string, content: string): string {
  const { yaml, body } = splitFrontMatter(text);
  if (body.trim() === content) return text;
  // A text that looks like front matter must not become it.
  if (yaml === null && OPEN_BLOCK.test(content)) return `---\n---\n${content}\n`;
  return `${text.slice(0, text.length - body.length)}${content}\n`;
}

/** Returns the entries of a relation after the edit; null when they stay as they are. */
function editedEntries(value: unknown, relation: Relation, edit: OwnFileEdit): readonly string[] | null {
  const addedTexts = edit.addedLinks.filter((one) => one.relation === relation).map((one) => one.text);
  const entries = entriesOf(value);
  let isChanged = addedTexts.length > 0;
  const stayingEntries = entries.flatMap((entry) => {
    const links = findLinks(entry);
    const wantedLinks = links.filter((link) => edit.isLinkWanted(relation, link));
    if (wantedLinks.length === links.length) return [entry];
    isChanged = true;
    return wantedLinks.map(({ target }) => `[[${target}]]`);
  });
  return isChanged ? [...stayingEntries, ...addedTexts] : null;
}

/** Returns the entries of a list as texts; a bare `[[A]]` arrives as a list in a list. */
function entriesOf(value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return [];
  const isBareLink = value.length > 0 && value.every((one) => Array.isArray(one) && !one.some(Array.isArray));
  if (isBareLink) return value.map((words: unknown[]) => `[[${words.join(", ")}]]`);
  return value.flatMap((one) => (Array.isArray(one) ? entriesOf(one) : [String(one)]));
}

function wantedValues(
  wantedProperties: ReadonlyMap<Property, FrontMatterValue | undefined>,
): ReadonlyMap<Property, FrontMatterValue> {
  return new Map(
    PROPERTIES.flatMap((property) => {
      const value = wantedProperties.get(property);
      return value === undefined ? [] : [[property, value] as const];
    }),
  );
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}

const OPEN_BLOCK = /^\uFEFF?---[ \t]*(?:\r?\n|$)/;
