import type { FoundNote } from "../graph/found-note.ts";
import { readForeignNote, storedTime, type Report } from "../markdown/read-foreign-note.ts";
import { nameOfPath } from "../markdown/text-file.ts";
import { visibleText } from "../markdown/visible-text.ts";
import { readText } from "../sources/read-text.ts";
import { noteFiles } from "./markdown.ts";
import type { Reader } from "./reader.ts";

const CONFIG = "logseq/config.edn";
const IN_GRAPH = /(?:^|\/)(?:pages|journals)\/[^/]+\.md$/i;
const LEFT_ASIDE = /(?:^|\/)logseq\/(?:bak|\.recycle)\//;
const JOURNAL = /(?:^|\/)journals\/(\d{4})[_-](\d\d)[_-](\d\d)\.md$/i;
const PROPERTY = /^[ \t]*(?:-[ \t]+)?([\p{L}\p{N}_-]+)::[ \t]*(.*)$/u;
/** Lines by which Logseq finds blocks again. */
const HOUSEKEEPING = /^[ \t]*(?:-[ \t]+)?(?:id|collapsed):: .*(?:\r?\n|$)/gm;
const BLOCK_ID = /^[ \t]*id:: ([\da-f-]{36})[ \t]*$/;
const BLOCK_REFERENCE = /\(\(([\da-f-]{36})\)\)/g;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Reads a graph of Logseq that consists of files. */
export const readLogseq: Reader = async (input) => {
  const { problems } = input;
  const config = input.files.find(({ path }) => path.endsWith(CONFIG));
  const configText = config ? ((await readText(config, problems)) ?? "") : "";
  const isTripleLowbar = /:file\/name-format\s+:triple-lowbar/.test(configText);
  const pages: { readonly path: string; readonly time?: string | undefined; readonly text: string }[] = [];
  const blocks = new Map<string, string>();
  for (const file of noteFiles(input)) {
    if (!IN_GRAPH.test(file.path) || LEFT_ASIDE.test(file.path)) continue;
    const text = await readText(file, problems);
    input.onFile();
    if (text === null) continue;
    collectBlocks(text, blocks);
    pages.push({ path: file.path, time: file.time, text });
  }
  return pages.map(({ path, time, text }): FoundNote => {
    const withBlocks = text.replace(BLOCK_REFERENCE, (reference, id: string) => blocks.get(id) ?? reference);
    const { properties, body } = splitProperties(withBlocks.replace(/^\uFEFF/, ""));
    const content = body.replace(HOUSEKEEPING, "").trim();
    const journal = JOURNAL.exec(path);
    const name = journal ? journal.slice(1).join("-") : pageName(path, isTripleLowbar);
    const values = valuesOf(properties, name);
    const parsedFile = { path, text, time, values, body: content, visible: visibleText(withoutTagBrackets(content)) };
    const read = readForeignNote(parsedFile, input.relations);
    problems.push(...read.problems);
    const names = [...read.note.names, name, ...(journal ? [journalName(journal)] : [])];
    const report: Report = (kind, detail) => void problems.push({ kind, place: path, detail });
    const day = journal ? storedTime(name, report) : undefined;
    return { ...read.note, key: name, names, ...(day !== undefined && { created_at: day }) };
  });
};

/** Collects the texts of blocks that other blocks can show. */
function collectBlocks(text: string, blocks: Map<string, string>): void {
  let block = "";
  for (const line of text.split(/\r?\n/)) {
    const id = BLOCK_ID.exec(line)?.[1];
    if (id !== undefined) blocks.set(id, block);
    else if (/^[ \t]*-[ \t]/.test(line)) block = line.replace(/^[ \t]*-[ \t]+/, "");
  }
}

function pageName(path: string, isTripleLowbar: boolean): string {
  const name = nameOfPath(path);
  return decode(isTripleLowbar ? name.replaceAll("___", "/") : name.replaceAll(".", "/"));
}

function decode(name: string): string {
  return name.replace(/(?:%[\da-f]{2})+/gi, (escape) => {
    try {
      return decodeURIComponent(escape);
    } catch {
      return escape;
    }
  });
}

/** Separates the page's properties, which are its first lines or its first block. */
function splitProperties(text: string) {
  const lines = text.split(/(?<=\n)/);
  const end = lines.findIndex((line) => !PROPERTY.test(line.trimEnd()));
  const count = end < 0 ? lines.length : end;
  const properties = lines.slice(0, count).map((line) => PROPERTY.exec(line.trimEnd())!);
  return {
    properties: new Map(properties.map(([, key, value]) => [key!.toLowerCase(), value!])),
    body: lines.slice(count).join(""),
  };
}

function valuesOf(properties: ReadonlyMap<string, string>, name: string): Map<string, unknown> {
  const values = new Map<string, unknown>([...properties, ["title", properties.get("title") || name]]);
  for (const key of ["tags", "alias"]) {
    const list = properties
      .get(key)
      ?.split(",")
      .map((one) => one.trim().replace(/^#?\[\[(.*)\]\]$/, "$1"));
    if (list) values.set(key, list.filter(Boolean));
  }
  return values;
}

/** Makes tags of several words, `#[[two words]]`, links alone: they are pages as well. */
function withoutTagBrackets(text: string): string {
  return text.replaceAll("#[[", " [[");
}

/** Returns the name by which pages link to a day: `Mar 4th, 2021`. */
function journalName([, year, month, day]: RegExpExecArray): string {
  const number = Number(day);
  const isTeen = number >= 11 && number <= 13;
  const ending = isTeen ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${MONTHS[Number(month) - 1]} ${number}${ending}, ${year}`;
}
