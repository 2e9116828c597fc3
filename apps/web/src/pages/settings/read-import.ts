/** A line to send. */
export interface FileLine {
  /** Number of the line in the file, from 1. */
  readonly line: number;
  readonly text: string;
}

/**
 * Reads the lines of a file: JSON lines as they are, or one JSON object with `notes` and `links`. Returns null when it
 * is neither. Notes come first, so that links find them.
 */
export function readImport(text: string): FileLine[] | null {
  return readWhole(text) ?? readLines(text);
}

function readWhole(text: string): FileLine[] | null {
  const whole = parseJson(text);
  if (!isObject(whole) || !Array.isArray(whole["notes"])) return null;
  const links: unknown[] = Array.isArray(whole["links"]) ? whole["links"] : [];
  const lines = [...whole["notes"].map((note: unknown) => ({ note })), ...links.map((link) => ({ link }))];
  return lines.map((line, index) => ({ line: index + 1, text: JSON.stringify(asImported(line)) }));
}

function readLines(text: string): FileLine[] | null {
  const lines = text.split("\n").map((line, index) => ({ line: index + 1, text: line.trim() }));
  const filledLines = lines.filter((line) => line.text !== "");
  if (filledLines.length === 0 || !isObject(parseJson(filledLines[0]!.text))) return null;
  const read = filledLines.map((line) => ({ ...line, value: parseJson(line.text) }));
  const isLink = ({ value }: { readonly value: unknown }) => isObject(value) && "link" in value;
  return [...read.filter((line) => !isLink(line)), ...read.filter(isLink)].map((one) => {
    const importedLine = asImported(one.value);
    return { line: one.line, text: importedLine === one.value ? one.text : JSON.stringify(importedLine) };
  });
}

/** Converts exports of Knote 0.1.0, which wrote `state: "archived"` where an import takes `archived`. */
function asImported(line: unknown): unknown {
  const note = isObject(line) ? line["note"] : undefined;
  return isObject(note) && note["state"] === "archived" ? { note: { ...note, archived: true } } : line;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
