/** A line to send, and what is to be done with it afterwards. */
export interface FileLine {
  /** Of the file, from 1. */
  readonly line: number;
  readonly text: string;
  /** A note that its owner had set aside. */
  readonly archived: boolean;
}

/**
 * The lines of a file: JSON lines as they are, or one JSON object with `notes` and `links`. Null when it is
 * neither. Notes go first, so that links find them.
 */
export function readImport(text: string): FileLine[] | null {
  return readWhole(text) ?? readLines(text);
}

function readWhole(text: string): FileLine[] | null {
  const whole = parsed(text);
  if (!isObject(whole) || !Array.isArray(whole["notes"])) return null;
  const links: unknown[] = Array.isArray(whole["links"]) ? whole["links"] : [];
  const lines = [...whole["notes"].map((note: unknown) => ({ note })), ...links.map((link) => ({ link }))];
  return lines.map((line, index) => fileLine(JSON.stringify(line), line, index + 1));
}

function readLines(text: string): FileLine[] | null {
  const lines = text.split("\n").map((line, index) => ({ line: index + 1, text: line.trim() }));
  const filled = lines.filter((line) => line.text !== "");
  if (filled.length === 0 || !isObject(parsed(filled[0]!.text))) return null;
  const read = filled.map((line) => ({ ...line, value: parsed(line.text) }));
  const isLink = ({ value }: { readonly value: unknown }) => isObject(value) && "link" in value;
  return [...read.filter((line) => !isLink(line)), ...read.filter(isLink)].map((line) =>
    fileLine(line.text, line.value, line.line),
  );
}

function fileLine(text: string, value: unknown, line: number): FileLine {
  const note = isObject(value) ? value["note"] : undefined;
  return { line, text, archived: isObject(note) && note["state"] === "archived" };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
