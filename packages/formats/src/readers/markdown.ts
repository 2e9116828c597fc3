import type { FoundNote } from "../graph/found-note.ts";
import { readNote } from "../markdown/read-note.ts";
import { findRelationLines } from "../references/find-fields.ts";
import { foldRelation } from "../references/relation-names.ts";
import { readText } from "../sources/read-text.ts";
import type { Reader, ReaderInput } from "./reader.ts";

const IS_NOTE = /\.(?:md|markdown)$/i;
/** Fewer files can share an hour by chance. */
const MANY_FILES = 20;

/** Reads a folder of Markdown as Obsidian, Foam, Dataview, basic-memory and Knote itself write it. */
export const readMarkdownFolder: Reader = async (input) => {
  const notes: FoundNote[] = [];
  const files = noteFiles(input);
  const hours: string[] = [];
  for (const file of files) {
    const text = await readText(file, input.problems);
    input.onFile();
    if (text === null) continue;
    const { note, problems, permalink } = readNote({ path: file.path, text, time: file.time }, input.relations);
    input.problems.push(...problems);
    if (note.created_at !== undefined && note.created_at === file.time) hours.push(note.created_at.slice(0, 13));
    notes.push(permalink === null ? note : { ...note, key: permalink });
    if (permalink !== null) reportRelations(note, input);
  }
  reportSharedHour(hours, input);
  return notes;
};

/** Returns the files that hold notes, without those in folders that begin with a dot. */
export function noteFiles({ files }: Pick<ReaderInput, "files">) {
  return files.filter(({ path }) => IS_NOTE.test(path) && !path.split("/").some((name) => name.startsWith(".")));
}

/** In basic-memory any word can name a relation. */
function reportRelations({ path, content }: FoundNote, { relations, problems }: ReaderInput): void {
  for (const { name } of findRelationLines(content))
    if (!relations.has(foldRelation(name)))
      problems.push({ kind: "relation", place: path, detail: `${name} became relates_to.` });
}

function reportSharedHour(hours: readonly string[], { problems, options }: ReaderInput): void {
  const largest = Math.max(0, ...[...Map.groupBy(hours, (hour) => hour).values()].map(({ length }) => length));
  if (hours.length < MANY_FILES || largest <= hours.length / 2) return;
  const detail = "Most files are of the same hour, so their times say when they were copied.";
  problems.push({ kind: "time", place: options.source, detail });
}
