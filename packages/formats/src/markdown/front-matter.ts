import { Document, isMap, isScalar, parseDocument, visit, type Pair, type ParsedNode } from "yaml";
import { FormatError } from "../format-error.ts";

/** Most bytes of front matter: it holds a few properties, and YAML is slow to parse. */
export const FRONT_MATTER_BYTES = 65_536;
/** Most uses of YAML aliases, which can multiply a small text. */
const MOST_ALIASES = 100;
/** The parser counts the anchor as well. */
const ALIAS_COUNT = MOST_ALIASES + 1;
/** Deepest nesting: deeper lists overflow the parser's stack. */
const MOST_LEVELS = 100;

export type FrontMatterValue = string | number | boolean | readonly string[];

export interface SplitText {
  /** The source between the two lines of dashes; null without front matter. */
  readonly yaml: string | null;
  /** Where `yaml` begins in the text. */
  readonly start: number;
  readonly body: string;
}

const OPENING = /^\uFEFF?---[ \t]*(?:\r\n|\n)/;
const CLOSING = /^---[ \t]*(?:\r?\n|$)/m;
/** Signs that readers of YAML treat differently, or that cannot be seen. */
const UNCLEAR = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const UNCLEAR_SIGNS = /[\u007F-\u009F\u2028\u2029\uFEFF]/g;

/** Separates the front matter from the text after it. */
export function splitFrontMatter(text: string): SplitText {
  const opening = OPENING.exec(text)?.[0];
  if (opening === undefined) return { yaml: null, start: 0, body: text.replace(/^\uFEFF/, "") };
  const rest = text.slice(opening.length);
  const closing = CLOSING.exec(rest);
  if (closing === null) return { yaml: null, start: 0, body: text.replace(/^\uFEFF/, "") };
  const yaml = rest.slice(0, closing.index);
  return { yaml, start: opening.length, body: rest.slice(closing.index + closing[0].length) };
}

/** Front matter that is parsed once, to be read and edited. */
export interface FrontMatter {
  readonly values: ReadonlyMap<string, unknown>;
  readonly contents: ReturnType<typeof parseMap>["contents"];
}

/** Parses front matter. Throws a `FormatError` that says what is wrong. */
export function openFrontMatter(yaml: string): FrontMatter {
  return guardParser(() => {
    const document = parseMap(yaml);
    const values: unknown = document.toJS({ mapAsMap: true, maxAliasCount: ALIAS_COUNT });
    const entries = values === null ? [] : [...(values as ReadonlyMap<unknown, unknown>)];
    const properties = entries.filter((entry): entry is [string, unknown] => typeof entry[0] === "string");
    return { values: new Map(properties), contents: document.contents };
  });
}

/** Returns the properties of front matter. Throws a `FormatError` that says what is wrong. */
export function parseFrontMatter(yaml: string): ReadonlyMap<string, unknown> {
  return openFrontMatter(yaml).values;
}

/** Writes properties as YAML that readers of YAML 1.1 and 1.2 understand alike. */
export function stringifyFrontMatter(values: ReadonlyMap<string, FrontMatterValue>): string {
  return [...values].map(([key, value]) => entryText(key, value)).join("");
}

/**
 * Sets or, with `undefined`, removes properties of a text, and leaves every other byte as it is. Throws a `FormatError`
 * when the front matter cannot be edited. `frontMatter` is the text's own, where that is at hand.
 */
export function editFrontMatter(
  text: string,
  changes: ReadonlyMap<string, FrontMatterValue | undefined>,
  frontMatter: FrontMatter | null = null,
): string {
  const { yaml, start } = splitFrontMatter(text);
  if (yaml === null) return withNewBlock(text, changes);
  const end = lineEndOf(text);
  const { contents } = frontMatter ?? openFrontMatter(yaml);
  if (isMap(contents) && contents.flow)
    throw new FormatError("The front matter stands in braces; write one property a line.");
  const pairs = isMap(contents) ? contents.items : [];
  const edits: { readonly from: number; readonly to: number; readonly entry: string }[] = [];
  const addedEntries: string[] = [];
  for (const [key, value] of changes) {
    const pair = pairs.find((one) => isScalar(one.key) && one.key.value === key);
    const entry = value === undefined ? "" : entryText(key, value).replaceAll("\n", end);
    if (pair) edits.push({ ...rangeOf(pair, yaml, entry === ""), entry: entry.slice(0, entry.length - end.length) });
    else addedEntries.push(entry);
  }
  let editedYaml = yaml;
  for (const { from, to, entry } of edits.sort((one, other) => other.from - one.from))
    editedYaml = editedYaml.slice(0, from) + entry + editedYaml.slice(to);
  editedYaml += addedEntries.join("");
  // Removing an anchor that another property uses would break it.
  guardParser(() => parseMap(editedYaml).toJS({ maxAliasCount: ALIAS_COUNT }));
  return text.slice(0, start) + editedYaml + text.slice(start + yaml.length);
}

function withNewBlock(text: string, changes: ReadonlyMap<string, FrontMatterValue | undefined>): string {
  const values = new Map([...changes].filter((entry): entry is [string, FrontMatterValue] => entry[1] !== undefined));
  if (values.size === 0) return text;
  const [mark, rest] = text.startsWith("\uFEFF") ? ["\uFEFF", text.slice(1)] : ["", text];
  return mark + `---\n${stringifyFrontMatter(values)}---\n`.replaceAll("\n", lineEndOf(text)) + rest;
}

/** Returns where an entry stands: to the end of its line when it is removed and nothing else is on that line. */
function rangeOf(pair: Pair<ParsedNode, ParsedNode | null>, yaml: string, isRemoved: boolean) {
  const from = pair.key.range[0];
  if (from > 0 && yaml[from - 1] !== "\n") throw new FormatError("A property does not begin its line.");
  let to = Math.max(pair.key.range[1], pair.value?.range[1] ?? 0);
  while (to > from && /\s/.test(yaml[to - 1]!)) to--;
  // The value's range ends before the colon when there is no value.
  if (pair.value === null || to === pair.key.range[1]) to = yaml.indexOf(":", pair.key.range[1]) + 1;
  const rest = /^[ \t]*(?:\r?\n|$)/.exec(yaml.slice(to))?.[0];
  return { from, to: isRemoved && rest !== undefined ? to + rest.length : to };
}

function entryText(key: string, value: FrontMatterValue): string {
  const document = new Document({ [key]: value }, { compat: "yaml-1.1" });
  visit(document, {
    Scalar(_key, scalar) {
      if (typeof scalar.value === "string" && UNCLEAR.test(scalar.value)) scalar.type = "QUOTE_DOUBLE";
    },
  });
  const source = document.toString({ lineWidth: 0, blockQuote: false, doubleQuotedMinMultiLineLength: Infinity });
  return source.replace(UNCLEAR_SIGNS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function parseMap(yaml: string) {
  if (yaml.length > FRONT_MATTER_BYTES || new TextEncoder().encode(yaml).length > FRONT_MATTER_BYTES)
    throw new FormatError("The front matter has more than 64 KiB.");
  if (levelsOf(yaml) > MOST_LEVELS) throw new FormatError("The front matter is nested too deeply.");
  const document = parseDocument(yaml, { strict: true });
  if (document.errors.length > 0)
    throw new FormatError(`The front matter is no YAML: ${firstLine(document.errors[0]!)}`);
  if (document.contents !== null && !isMap(document.contents))
    throw new FormatError("The front matter is no list of properties.");
  return document;
}

/** Returns an upper bound of the nesting of lists and maps. */
function levelsOf(yaml: string): number {
  let most = 0;
  let open = 0;
  for (const sign of yaml.match(/[[\]{}]/g) ?? []) {
    open = sign === "[" || sign === "{" ? open + 1 : Math.max(0, open - 1);
    most = Math.max(most, open);
  }
  for (const line of yaml.split("\n"))
    most = Math.max(most, /^(?:[ \t]|[-?:](?=[ \t\r]|$))*/.exec(line)![0].length / 2);
  return most;
}

function guardParser<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (error instanceof FormatError) throw error;
    throw new FormatError(`The front matter is no YAML: ${firstLine(error)}`);
  }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0]!.replace(/:?$/, "");
}

function lineEndOf(text: string): "\r\n" | "\n" {
  return /^[^\n]*\r\n/.test(text) ? "\r\n" : "\n";
}
