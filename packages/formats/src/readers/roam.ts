import type { FoundNote } from "../graph/found-note.ts";
import { readForeignNote, storedTime, type Report } from "../markdown/read-foreign-note.ts";
import { visibleText } from "../markdown/visible-text.ts";
import { outlineText, type Block } from "./outline.ts";
import type { Reader } from "./reader.ts";
import { objectsIn, readJson } from "./read-json.ts";

interface RoamBlock {
  readonly string?: unknown;
  readonly uid?: unknown;
  readonly heading?: unknown;
  readonly children?: unknown;
}

const EMBED = /\{\{(?:\[\[)?embed(?:\]\])?: *\(\(([\w-]+)\)\) *\}\}/g;
const ALIAS = /\[([^\]]*)\]\(\(\(([\w-]+)\)\)\)/g;
const REFERENCE = /\(\(([\w-]+)\)\)/g;
const ATTRIBUTE = /^([^:\r\n]{1,100})::[ \t]*(.*)$/;

/** Reads Roam's export as JSON. */
export const readRoam: Reader = async (input) => {
  const { problems } = input;
  const pages: Readonly<Record<string, unknown>>[] = [];
  for (const file of input.files) {
    pages.push(...objectsIn(await readJson(file, problems)));
    input.onFile();
  }
  const texts = new Map<string, string>();
  for (const block of pages.flatMap((page) => [...blocksBelow(page)]))
    if (typeof block.uid === "string" && typeof block.string === "string") texts.set(block.uid, block.string);
  return pages.flatMap((page): FoundNote[] => {
    const { title, uid, children } = page;
    if (typeof title !== "string" || title.trim() === "") return [];
    const report: Report = (kind, detail) => void problems.push({ kind, place: title, detail });
    const body = outlineText(childrenOf(children).map((block) => blockOf(block, texts)));
    const createTime = page["create-time"];
    const createdAt = typeof createTime === "number" ? storedTime(createTime, report) : undefined;
    const values = new Map<string, unknown>([
      ...childrenOf(children).flatMap(({ string }) => attributesOf(string)),
      ["title", title],
      ...(createdAt === undefined ? [] : [["created", createdAt] as const]),
    ]);
    const visible = visibleText(body.replaceAll("#[[", " [["));
    const read = readForeignNote({ path: "", text: "", values, body, visible }, input.relations);
    problems.push(...read.problems);
    return [{ ...read.note, key: typeof uid === "string" ? uid : title }];
  });
};

function* blocksBelow(page: object): Generator<RoamBlock> {
  const waiting: RoamBlock[] = [page];
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    yield block;
    waiting.push(...childrenOf(block.children));
  }
}

function blockOf(block: RoamBlock, texts: ReadonlyMap<string, string>): Block {
  const heading =
    typeof block.heading === "number" && block.heading > 0 ? `${"#".repeat(Math.min(block.heading, 6))} ` : "";
  const text = typeof block.string === "string" ? plainText(block.string, texts) : "";
  return {
    text: heading + text,
    // Read when it is written, so that a deep outline needs no deep stack.
    get children() {
      return childrenOf(block.children).map((child) => blockOf(child, texts));
    },
  };
}

/** Writes Roam's own signs in Markdown; a block that shows another gets its text, one level deep. */
function plainText(text: string, texts: ReadonlyMap<string, string>): string {
  const textOf = (reference: string, uid: string) => texts.get(uid) ?? reference;
  return text
    .replace(EMBED, textOf)
    .replace(ALIAS, (reference, words: string, uid: string) => texts.get(uid) ?? (words || reference))
    .replace(REFERENCE, textOf)
    .replace(/\{\{(?:\[\[)?TODO(?:\]\])?\}\}/g, "[ ]")
    .replace(/\{\{(?:\[\[)?DONE(?:\]\])?\}\}/g, "[x]")
    .replace(/\^\^([^^]+)\^\^/g, "==$1==")
    .replace(/(?<![\w_])__([^_]+)__(?![\w_])/g, "*$1*");
}

/** Returns the attributes of a block on top: those named as relations or tags count. */
function attributesOf(text: unknown): [string, unknown][] {
  const [, name, value] = typeof text === "string" ? (ATTRIBUTE.exec(text) ?? []) : [];
  if (name === undefined) return [];
  const key = name.replace(/\*/g, "").trim().toLowerCase();
  if (key === "tags")
    return [["tags", value!.split(/[\s,]+(?![^[]*\]\])/).map((tag) => tag.replace(/^#?\[\[(.*)\]\]$/, "$1"))]];
  return key === "title" || key === "created" ? [] : [[key, value]];
}

function childrenOf(children: unknown): RoamBlock[] {
  return objectsIn(children);
}
