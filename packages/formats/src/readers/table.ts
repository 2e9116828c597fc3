import { hashOf } from "../import/import-key.ts";
import { FormatError } from "../format-error.ts";
import type { FoundNote } from "../graph/found-note.ts";
import { splitRule } from "../import/import-options.ts";
import { isNoteType, isTime } from "../markdown/note-properties.ts";
import { fittingTags, storedTime, withShortTitle, type Report } from "../markdown/read-foreign-note.ts";
import { readText } from "../sources/read-text.ts";
import { firstSentence } from "./first-sentence.ts";
import { parseCsv } from "./parse-csv.ts";
import { PLAIN_NOTE, type Reader, type ReaderInput } from "./reader.ts";
import { objectsIn, readJson } from "./read-json.ts";

const FIELDS = ["id", "title", "content", "tags", "type", "importance", "created"] as const;
type Field = (typeof FIELDS)[number];
type Columns = Readonly<Partial<Record<Field, string>>>;
type Row = Readonly<Record<string, unknown>>;

/** Where tools keep their lists, and what their columns mean. */
const PRESETS: Readonly<Record<string, { readonly at: string; readonly columns: Columns }>> = {
  mem0: { at: "results", columns: { id: "id", content: "memory", tags: "categories", created: "created_at" } },
  supermemory: {
    at: "memories",
    columns: { id: "id", title: "title", content: "content", tags: "containerTags", created: "createdAt" },
  },
  memos: { at: "memos", columns: { id: "name", content: "content", tags: "tags", created: "createTime" } },
};

/** Names that columns have without a rule. */
const USUAL: Readonly<Record<Field, readonly string[]>> = {
  id: ["id", "uid", "uuid", "key"],
  title: ["title", "name", "headline", "claim"],
  content: ["content", "text", "body", "memory", "highlight", "description", "note"],
  tags: ["tags", "tag", "labels", "categories"],
  type: ["note_type", "type"],
  importance: ["importance"],
  created: ["created_at", "createdat", "created", "date", "createtime"],
};

/** Reads any CSV, or any JSON file with a list of objects. */
export const readTable: Reader = async (input) => {
  const notes: FoundNote[] = [];
  for (const file of input.files) {
    const { rows, columns } = await readRows(file, input);
    input.onFile();
    for (const [index, row] of rows.entries()) {
      const report: Report = (kind, detail) =>
        void input.problems.push({ kind, place: `${file.path}, row ${index + 1}`, detail });
      const note = noteOf(row, columns, report);
      if (note !== null) notes.push(note);
    }
  }
  return notes;
};

/** Returns the name of the tool whose list a JSON value holds. */
export function toolOfJson(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return null;
  const names = Object.keys(PRESETS).filter((name) => Array.isArray((value as Row)[PRESETS[name]!.at]));
  return names[0] ?? null;
}

async function readRows(file: ReaderInput["files"][number], { problems, options }: ReaderInput) {
  if (/\.[ct]sv$/i.test(file.path)) {
    const { rows, columns } = parseCsv((await readText(file, problems)) ?? "");
    return { rows, columns: columnsOf(columns, options.columns, {}) };
  }
  const value = await readJson(file, problems);
  const preset = PRESETS[toolOfJson(value) ?? ""];
  const list = listAt(value, options.at || preset?.at || "");
  if (list === null) {
    if (value === undefined) return { rows: [], columns: {} };
    throw new FormatError("The file holds no list of objects; say where it lies, such as data.results.");
  }
  const names = [...new Set(list.slice(0, 1_000).flatMap((row) => Object.keys(row)))];
  return { rows: list, columns: columnsOf(names, options.columns, preset?.columns ?? {}) };
}

/** Walks a path such as `data.results`. */
function listAt(value: unknown, path: string): Row[] | null {
  let place = value;
  for (const step of path === "" ? [] : path.split(".")) place = (place as Row | null | undefined)?.[step];
  return Array.isArray(place) ? objectsIn(place) : null;
}

function columnsOf(names: readonly string[], rules: readonly string[], preset: Columns): Columns {
  const columns: Partial<Record<Field, string>> = {};
  for (const field of FIELDS) {
    const usual = names.find((name) => USUAL[field].includes(name.trim().toLowerCase()));
    const column = Object.keys(preset).length > 0 ? preset[field] : usual;
    if (column !== undefined) columns[field] = column;
  }
  for (const rule of rules) {
    const [target, column] = splitRule(rule);
    const field = FIELDS.find((one) => one === target);
    if (field === undefined) throw new FormatError(`${target} is no field; the fields are ${FIELDS.join(", ")}.`);
    if (!names.includes(column)) throw new FormatError(`There is no column ${column}; there are ${names.join(", ")}.`);
    columns[field] = column;
  }
  if (columns.title === undefined && columns.content === undefined)
    throw new FormatError(
      `Say which column is the title or the content, such as title=Headline; there are ${names.join(", ")}.`,
    );
  return columns;
}

function noteOf(row: Row, columns: Columns, report: Report): FoundNote | null {
  const field = (name: Field) => (columns[name] === undefined ? undefined : row[columns[name]]);
  const content = textOf(field("content"));
  const title = textOf(field("title")) || firstSentence(content);
  if (title === "") {
    report("empty", "The row has neither a title nor a content.");
    return null;
  }
  const [type, importance, date] = [field("type"), Number(field("importance") ?? Number.NaN), field("created")];
  const time = isTime(date) ? storedTime(date, report) : undefined;
  if (date !== undefined && date !== "" && !isTime(date)) report("time", `${textOf(date)} is no time.`);
  return {
    ...PLAIN_NOTE,
    key: textOf(field("id")) || hashOf(`${title}\n${content}`),
    names: [title],
    ...withShortTitle(title, content, report),
    tags: fittingTags(tagsOf(field("tags")), report),
    ...(isNoteType(type) ? { note_type: type } : textOf(type) !== "" && { foreignType: textOf(type).slice(0, 60) }),
    ...(importance >= 0 && importance <= 1 && { importance }),
    ...(row["state"] === "ARCHIVED" && { archived: true }),
    ...(time !== undefined && { created_at: time }),
  };
}

function tagsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(textOf);
  const text = textOf(value);
  return text.split(text.includes(",") ? "," : /\s+/);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
}
