import { hashOf } from "../import/import-key.ts";
import type { FoundNote } from "../graph/found-note.ts";
import { fittingTags, storedTime, withShortTitle, type Report } from "../markdown/read-foreign-note.ts";
import { firstSentence } from "./first-sentence.ts";
import { PLAIN_NOTE, type Reader } from "./reader.ts";
import { objectsIn, readJson } from "./read-json.ts";

interface Bookmark extends Partial<Record<"archived", unknown>> {
  readonly createdAt?: unknown;
  readonly title?: unknown;
  readonly tags?: unknown;
  readonly lists?: unknown;
  readonly content?: unknown;
  readonly note?: unknown;
}

/** Reads karakeep's export: its bookmarks have no ids, so their address or text names them. */
export const readKarakeep: Reader = async ({ files, problems, onFile }) => {
  const notes: FoundNote[] = [];
  for (const file of files) {
    const value = (await readJson(file, problems)) as { bookmarks?: unknown; lists?: unknown } | undefined;
    onFile();
    const listNames = new Map(objectsIn(value?.lists).map((list) => [list["id"], list["name"]]));
    for (const bookmark of objectsIn(value?.bookmarks)) {
      const note = noteOf(bookmark, listNames, (kind, detail) => {
        problems.push({ kind, place: textOf(bookmark["title"]) || file.path, detail });
      });
      if (note !== null) notes.push(note);
    }
  }
  return notes;
};

function noteOf(bookmark: Bookmark, listNames: ReadonlyMap<unknown, unknown>, report: Report): FoundNote | null {
  const content = typeof bookmark.content === "object" ? (bookmark.content as Record<string, unknown> | null) : null;
  const url = textOf(content?.["url"]);
  const text = textOf(content?.["text"]);
  const own = url || text;
  const title = textOf(bookmark.title) || (text === "" ? url : firstSentence(text));
  if (own === "" && title === "") {
    report("refused", "The bookmark has neither an address nor a text.");
    return null;
  }
  const body = [text, textOf(bookmark.note), url].filter(Boolean).join("\n\n");
  const time = typeof bookmark.createdAt === "number" ? storedTime(bookmark.createdAt * 1_000, report) : undefined;
  const lists = textsIn(bookmark.lists).map((id) => textOf(listNames.get(id)) || id);
  return {
    ...PLAIN_NOTE,
    key: hashOf(own || title),
    names: [title],
    ...withShortTitle(title, body, report),
    tags: fittingTags([...textsIn(bookmark.tags), ...lists], report),
    ...(bookmark.archived === true && { archived: true }),
    ...(time !== undefined && { created_at: time }),
  };
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map((one) => textOf(one)).filter(Boolean) : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
