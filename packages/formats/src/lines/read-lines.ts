import { ImportLink, ImportNote, LIMITS } from "@knote/contract";
import type { Problem } from "../graph/found-note.ts";
import type { ReadGraph } from "../import/read-graph.ts";

export interface ReadLines extends ReadGraph {
  /** Whether the last line says that nothing is missing; null when the file has no such line. */
  readonly isWhole: boolean | null;
}

/**
 * Reads the lines of an export, or one JSON object with `notes` and `links`. Lines of other kinds, which an export with
 * history has, are passed over.
 */
export function readLines(text: string): ReadLines {
  const whole = parseJson(text);
  if (isObject(whole) && Array.isArray(whole["notes"])) return readWhole(whole["notes"], whole["links"]);
  const reader = createLineReader();
  let from = text.startsWith("\uFEFF") ? 1 : 0;
  for (let line = 1; from < text.length; line++) {
    const end = text.indexOf("\n", from);
    const to = end < 0 ? text.length : end;
    reader.add(text.slice(from, to), line);
    from = to + 1;
  }
  return reader.result();
}

/** Whether a text begins as an export of Knote does. */
export function isLineOfExport(text: string): boolean {
  return /^\s*\{\s*"(?:note|link|end|notes)"/.test(text.replace(/^\uFEFF/, ""));
}

/** Creates a reader that takes an export line by line. */
export function createLineReader() {
  const notes: ImportNote[] = [];
  const links: ImportLink[] = [];
  const problems: Problem[] = [];
  let isWhole: boolean | null = null;
  const refuse = (line: number, detail: string) =>
    void problems.push({ kind: "refused", place: `line ${line}`, detail });
  const addValue = (value: unknown, line: number) => {
    if (!isObject(value)) return refuse(line, "The line is no JSON object.");
    if ("end" in value) isWhole = isEnd(value["end"], notes.length, links.length);
    else if ("note" in value) {
      const note = ImportNote.safeParse(asImported(value["note"]));
      if (note.success) notes.push(note.data);
      else refuse(line, messagesOf(note.error.issues));
    } else if ("link" in value) {
      const link = ImportLink.safeParse(value["link"]);
      if (link.success) links.push(link.data);
      else refuse(line, messagesOf(link.error.issues));
    }
  };
  return {
    add(text: string, line: number) {
      if (text.length > LIMITS.bodyBytes) return refuse(line, "The line is longer than an import takes.");
      if (text.trim() !== "") addValue(parseJson(text), line);
    },
    addValue,
    result: (): ReadLines => ({ notes, links, problems, isWhole }),
  };
}

function readWhole(notes: readonly unknown[], links: unknown): ReadLines {
  const reader = createLineReader();
  notes.forEach((note, index) => reader.addValue({ note }, index + 1));
  if (Array.isArray(links)) links.forEach((link: unknown, index) => reader.addValue({ link }, index + 1));
  return reader.result();
}

/** Converts exports of Knote 0.1.0, which wrote `state: "archived"`. */
function asImported(note: unknown): unknown {
  return isObject(note) && note["state"] === "archived" ? { ...note, archived: true } : note;
}

function isEnd(end: unknown, notes: number, links: number): boolean {
  return isObject(end) && end["notes"] === notes && end["links"] === links;
}

function messagesOf(issues: readonly { readonly message: string }[]): string {
  return issues.map(({ message }) => message).join(" ");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
