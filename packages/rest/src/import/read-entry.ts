import { isUtf8 } from "node:buffer";
import { type ImportEntry, INVALID_LINE } from "@knote/api";
import { ImportLink, ImportNote } from "@knote/contract";
import * as z from "zod";
import { fieldIssues } from "@knote/api/kit/field-issues";
import type { BodyLine } from "./read-lines.ts";

type Read = ImportEntry["read"];

/** Parses the lines; a bad line yields the reason of its refusal. */
export async function* readEntries(
  batches: AsyncIterable<readonly BodyLine[]>,
  lineLimitBytes: number,
): AsyncGenerator<ImportEntry[]> {
  for await (const batch of batches) {
    yield batch.map(({ line, bytes }) => ({ line, read: readEntry(bytes, lineLimitBytes) }));
  }
}

const NoteLine = z.object({ note: ImportNote });
const LinkLine = z.object({ link: ImportLink });

function readEntry(bytes: Buffer | null, lineLimitBytes: number): Read {
  if (bytes === null) return refusal(`The line must have at most ${lineLimitBytes.toLocaleString("en-US")} bytes.`);
  if (!isUtf8(bytes)) return refusal("The line must be valid UTF-8.");
  const value = parse(bytes.toString("utf8"));
  if (value === undefined) return refusal("The line must be valid JSON.");
  const schema = schemaOf(value);
  if (schema === null) return refusal("The line must be a JSON object that holds either a note or a link.");
  const { success, data, error } = schema.safeParse(value);
  return success ? data : { refusal: { detail: INVALID_LINE, issues: fieldIssues(error, false) } };
}

function schemaOf(value: unknown): typeof NoteLine | typeof LinkLine | null {
  if (typeof value !== "object" || value === null) return null;
  const [isNote, isLink] = [Object.hasOwn(value, "note"), Object.hasOwn(value, "link")];
  if (isNote === isLink) return null;
  return isNote ? NoteLine : LinkLine;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal(detail: string): Read {
  return { refusal: { detail } };
}
