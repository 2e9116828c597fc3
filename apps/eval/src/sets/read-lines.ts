import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type * as z from "zod";
import { EvalError } from "../eval-error.ts";

/** The objects of a JSON Lines file. A line that does not fit is named by file and number. */
export async function readJsonLines<T>(file: string, schema: z.ZodType<T>): Promise<T[]> {
  const values: T[] = [];
  for await (const { line, place } of linesOf(file)) {
    const parsed = schema.safeParse(parseJson(line, place));
    if (!parsed.success) throw new EvalError(`${place}: ${problemOf(parsed.error)}.`);
    values.push(parsed.data);
  }
  return values;
}

export interface Row {
  readonly cells: readonly [string, string, string];
  readonly place: string;
}

/** The rows of a file of three columns with tabs between; a heading is the caller's to know. */
export async function readTable(file: string): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const { line, place } of linesOf(file)) {
    const [first, second, third] = line.split("\t");
    if (!first || !second || third === undefined)
      throw new EvalError(`${place}: three columns with tabs between are needed.`);
    rows.push({ cells: [first, second, third.trim()], place });
  }
  return rows;
}

async function* linesOf(file: string) {
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Infinity })) {
    number++;
    const line = number === 1 ? text.replace(/^\uFEFF/, "") : text;
    if (line.trim()) yield { line, place: `${file}:${number}` };
  }
}

function parseJson(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new EvalError(`${place}: this is no JSON.`, { cause: error });
  }
}

function problemOf({ issues: [issue] }: z.ZodError): string {
  const name = issue?.path.join(".");
  return `${name ? `${name}: ` : ""}${issue?.message ?? "does not fit"}`.replace(/\.$/, "");
}
