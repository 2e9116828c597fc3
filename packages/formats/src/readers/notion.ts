import type { FoundNote, Reference } from "../graph/found-note.ts";
import { FormatError } from "../format-error.ts";
import { readForeignNote } from "../markdown/read-foreign-note.ts";
import { visibleText } from "../markdown/visible-text.ts";
import { foldRelation, type RelationNames } from "../references/relation-names.ts";
import { readText } from "../sources/read-text.ts";
import { noteFiles } from "./markdown.ts";
import type { Reader, ReaderInput } from "./reader.ts";
import { parseCsv } from "./parse-csv.ts";

const PAGE = /^(.*) ([\da-f]{32})\.md$/i;
const TABLE = /^(.*) ([\da-f]{32})(?:_all)?\.csv$/i;
const HEADING = /^#[ \t]+(.+?)[ \t]*(?:\r?\n|$)/;
const PROPERTY = /^([^:\r\n]{1,100}): (.*)$/;
const ADDRESS = /https:\/\/(?:(?:www\.)?notion\.so|app\.notion\.com\/p)\/[^\s)]*?([\da-f]{32})(?:\?[^\s)]*)?/gi;
const TIME_COLUMNS = ["created", "created time", "date created", "created at", "date"];

/** Reads Notion's export "Markdown & CSV". */
export const readNotion: Reader = async (input) => {
  const { problems } = input;
  const pages = noteFiles(input).filter(({ path }) => PAGE.test(path));
  if (pages.length === 0)
    throw new FormatError("This is no export of Notion as Markdown: export it again and choose “Markdown & CSV”.");
  const columns = await readColumns(input);
  const notes: FoundNote[] = [];
  for (const { path, time, bytes } of pages) {
    const text = await readText({ path, time, bytes }, problems);
    input.onFile();
    if (text === null) continue;
    const [, name, id] = PAGE.exec(path)!;
    const heading = HEADING.exec(text);
    const title = heading?.[1] ?? name!.slice(name!.lastIndexOf("/") + 1);
    const { properties, body } = splitProperties(text.slice(heading?.[0].length ?? 0), columns.get(folderOf(path)));
    const values = valuesOf(properties, title);
    const content = body.trim();
    const read = readForeignNote(
      { path, text, time, values, body: content, visible: visibleText(content) },
      input.relations,
    );
    problems.push(...read.problems);
    const references = [
      ...relationReferences(properties, input.relations),
      ...addressReferences([content, ...properties.values()].join("\n")),
      ...read.note.references,
    ];
    notes.push({ ...read.note, key: id!.toLowerCase(), names: [...read.note.names, id!], references });
  }
  return notes;
};

/** Returns the columns of each database by the folder of its pages. */
async function readColumns({ files, problems }: ReaderInput): Promise<Map<string, Set<string>>> {
  const columns = new Map<string, Set<string>>();
  for (const file of files) {
    const table = TABLE.exec(file.path);
    if (table === null) continue;
    const text = await readText(file, problems);
    // Pages lie in a folder with the name of the table, of newer exports without its id.
    for (const folder of text === null ? [] : [`${table[1]} ${table[2]}`, table[1]!]) {
      const names = columns.get(folder) ?? new Set();
      for (const name of parseCsv(text!).columns) names.add(name);
      columns.set(folder, names);
    }
  }
  return columns;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Takes the lines under the heading that are columns of the page's database. */
function splitProperties(text: string, columns: ReadonlySet<string> | undefined) {
  const properties = new Map<string, string>();
  if (columns === undefined) return { properties, body: text };
  const lines = text.replace(/^\s+/, "").split(/(?<=\n)/);
  let count = 0;
  for (; count < lines.length; count++) {
    const [, key, value] = PROPERTY.exec(lines[count]!.trimEnd()) ?? [];
    if (key === undefined || !columns.has(key)) break;
    properties.set(key, value!);
  }
  return { properties, body: lines.slice(count).join("") };
}

function valuesOf(properties: ReadonlyMap<string, string>, title: string): Map<string, unknown> {
  const values = new Map<string, unknown>([["title", title]]);
  for (const [name, value] of properties) {
    const key = name.toLowerCase();
    if (key === "tags" || key === "tag")
      values.set(
        "tags",
        value.split(",").map((tag) => tag.trim()),
      );
    else if (key === "type" || key === "importance" || key === "aliases")
      values.set(key, key === "importance" ? Number(value) : value);
    else if (TIME_COLUMNS.includes(key)) values.set("created", timeOf(value) ?? value);
  }
  return values;
}

/** Reads a date as Notion writes it, `March 4, 2021 5:06 AM`. */
function timeOf(text: string): string | null {
  const moment = Date.parse(`${text} UTC`);
  return Number.isNaN(moment) ? null : new Date(moment).toISOString();
}

function relationReferences(properties: ReadonlyMap<string, string>, relations: RelationNames): Reference[] {
  return [...properties].flatMap(([name, value]) => {
    const namedRelation = relations.get(foldRelation(name));
    return namedRelation === undefined
      ? []
      : idsIn(value).map((target) => ({ target, isRelative: false, ...namedRelation }));
  });
}

function addressReferences(text: string): Reference[] {
  return idsIn(text).map((target) => ({ target, isRelative: false, relation: null, isInverse: false }));
}

function idsIn(text: string): string[] {
  return [...text.matchAll(ADDRESS)].map((match) => match[1]!.toLowerCase());
}
