import type { FoundNote, Problem } from "../graph/found-note.ts";
import { FormatError } from "../format-error.ts";
import { findLinks } from "../references/find-links.ts";
import { relationNames, type RelationNames } from "../references/relation-names.ts";
import { parseFrontMatter, splitFrontMatter } from "./front-matter.ts";
import { readProperty, isNoteType, isRelation } from "./note-properties.ts";
import { readForeignNote } from "./read-foreign-note.ts";
import {
  linksInValue,
  nameOfPath,
  propertyReferences,
  textReferences,
  type ParsedFile,
  type TextFile,
} from "./text-file.ts";
import { visibleText } from "./visible-text.ts";

export interface ReadResult {
  readonly note: FoundNote;
  /** The name that basic-memory gave the note; null in files of other tools. */
  readonly permalink: string | null;
  readonly problems: readonly Problem[];
}

/** Reads a Markdown file: to the letter where Knote wrote it, else by the customs of other tools. */
export function readNote(file: TextFile, relations: RelationNames): ReadResult {
  const { contents, problems } = parseFile(file);
  const id = readProperty(contents.values, "knote");
  if (typeof id === "string") return { note: ownNote(contents, id), permalink: null, problems };
  const read = readForeignNote(contents, relations);
  const permalink = contents.values.get("permalink");
  const isNamed = typeof permalink === "string" && permalink !== "";
  return { note: read.note, permalink: isNamed ? permalink : null, problems: [...problems, ...read.problems] };
}

function parseFile(file: TextFile): { readonly contents: ParsedFile; readonly problems: readonly Problem[] } {
  const { yaml, body } = splitFrontMatter(file.text);
  const problems: Problem[] = [];
  const report = (kind: Problem["kind"], detail: string) => void problems.push({ kind, place: file.path, detail });
  let values: ReadonlyMap<string, unknown> = new Map();
  let text = body;
  try {
    if (yaml !== null) values = parseFrontMatter(yaml);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    report("front-matter", error.message);
    text = file.text.replace(/^\uFEFF/, "");
  }
  const isOwn = typeof readProperty(values, "knote") === "string";
  const content = (isOwn ? text : text.replace(FOAM_LINKS, "")).trim();
  const visible = visibleText(content);
  if (visible === null) report("complex", "The text is too complex to be searched for links.");
  return { contents: { ...file, values, body: content, visible }, problems };
}

function ownNote({ path, values, body, visible }: ParsedFile, id: string): FoundNote {
  const title = readProperty(values, "title");
  const type = readProperty(values, "type");
  const tags = readProperty(values, "tags");
  const importance = readProperty(values, "importance");
  const createdAt = readProperty(values, "created");
  const name = typeof title === "string" ? title : nameOfPath(path);
  const ownProperties = new Map([...values].filter(([key]) => isRelation(key.replace(/^knote_/, ""))));
  return {
    key: id,
    isOwn: true,
    path,
    names: [name],
    title: name,
    content: body,
    note_type: isNoteType(type) ? type : "fact",
    tags: Array.isArray(tags) ? tags.map(String) : [],
    importance: typeof importance === "number" ? importance : 0.5,
    archived: readProperty(values, "archived") === true,
    ...(typeof createdAt === "string" && { created_at: new Date(createdAt).toISOString() }),
    references: [...propertyReferences(ownProperties, OWN_RELATIONS), ...textReferences(findLinks(visible ?? ""))],
    notLinked: linksInValue(readProperty(values, "not_linked")),
  };
}

/** Link definitions that Foam writes for other tools. No list goes on over the beginning of another. */
const FOAM_LINKS = /^\[\/\/begin\]: #(?:(?!^\[\/\/begin\]: #)[^])*?^\[\/\/end\]: #.*$/gm;
const OWN_RELATIONS = relationNames();
