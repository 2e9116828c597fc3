import type { FoundNote, Reference } from "../graph/found-note.ts";
import { fittingTags, readForeignNote } from "../markdown/read-foreign-note.ts";
import { visibleText } from "../markdown/visible-text.ts";
import { readText } from "../sources/read-text.ts";
import type { Reader } from "./reader.ts";

const BUNDLE_TEXT = /^(.*\.textbundle)\/text\.(?:md|markdown|txt)$/i;
const OWN_FIELDS = "net.shinyfrog.bear";
/** `#two words#`, which ends before a blank or at the end of its line. */
const LONG_TAG = /(?<!\S)#([^\s#][^#\r\n]*?[^\s#])#(?=[\s.,;:!?)]|$)/gm;
const COLOUR = /^[\da-f]{6}$/i;
const NOTE_ADDRESS = /bear:\/\/[^\s)]*?open-note\?(?:[^\s)]*&)?id=([\da-f-]+)/gi;
const FIRST_HEADING = /^#[ \t]+(\S.*?)[ \t]*(?:\r?\n|$)/;

/** Reads a backup of Bear: one bundle for each note. */
export const readBear: Reader = async (input) => {
  const { problems } = input;
  const filesByPath = new Map(input.files.map((file) => [file.path, file]));
  const notes: FoundNote[] = [];
  for (const file of input.files) {
    const bundle = BUNDLE_TEXT.exec(file.path)?.[1];
    if (bundle === undefined) continue;
    const info = filesByPath.get(`${bundle}/info.json`);
    const fields = info ? fieldsOf((await readText(info, problems)) ?? "") : {};
    input.onFile();
    if (fields["trashed"] === 1 || fields["trashed"] === true) continue;
    const text = await readText(file, problems);
    if (text === null) continue;
    const heading = FIRST_HEADING.exec(text.trimStart());
    const name = bundle.slice(bundle.lastIndexOf("/") + 1).replace(/\.textbundle$/i, "");
    const body = heading ? text.trimStart().slice(heading[0].length).trim() : text.trim();
    const creationDate = fields["creationDate"];
    const values = new Map<string, unknown>([
      ["title", heading?.[1] ?? name],
      ["archived", fields["archived"] === 1 || fields["archived"] === true],
      ...(typeof creationDate === "string" ? [["created", creationDate] as const] : []),
    ]);
    const visible = visibleText(body);
    const longTags = [...(visible ?? "").matchAll(LONG_TAG)]
      .map((match) => match[1]!)
      .filter((tag) => tag.includes(" "));
    const shortText = visible?.replace(LONG_TAG, (tag, words: string) => (words.includes(" ") ? "" : tag)) ?? null;
    const read = readForeignNote(
      { path: bundle, text, time: file.time, values, body, visible: shortText },
      input.relations,
    );
    problems.push(...read.problems);
    const tags = [...longTags, ...read.note.tags].filter((tag) => !COLOUR.test(tag));
    const id = textOr(fields["uniqueIdentifier"], bundle);
    notes.push({
      ...read.note,
      key: id,
      names: [...read.note.names, id],
      tags: fittingTags(tags, (kind, detail) => void problems.push({ kind, place: bundle, detail })),
      references: [...read.note.references, ...addressReferences(body)],
    });
  }
  return notes;
};

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const info: unknown = JSON.parse(text);
    const fields = (info as Record<string, unknown> | null)?.[OWN_FIELDS];
    return typeof fields === "object" && fields !== null ? (fields as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function addressReferences(text: string): Reference[] {
  return [...text.matchAll(NOTE_ADDRESS)].map((match) => {
    return { target: match[1]!, isRelative: false, relation: null, isInverse: false };
  });
}

function textOr(value: unknown, other: string): string {
  return typeof value === "string" ? value : other;
}
