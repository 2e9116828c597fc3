import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type * as z from "zod";
import { EvalError } from "../eval-error.ts";

/** Reads the objects of a JSON Lines file. An error names the file and line that do not fit. */
export async function readJsonLines<T>(file: string, schema: z.ZodType<T>): Promise<T[]> {
  const values: T[] = [];
  for await (const { line, place } of linesOf(file)) {
    const result = schema.safeParse(parseJson(line, place));
    if (!result.success) throw new EvalError(`${place}: ${problemOf(result.error)}.`);
    values.push(result.data);
  }
  return values;
}

export interface Row {
  readonly cells: readonly [string, string, string, ...others: string[]];
  readonly place: string;
}

/** Reads the rows of a file with at least three columns separated by tabs. The caller skips a heading. */
export async function readTable(file: string): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const { line, place } of linesOf(file)) {
    const [first, second, third, ...others] = line.split("\t");
    if (!first || !second || third === undefined)
      throw new EvalError(`${place}: three columns separated by tabs are needed.`);
    rows.push({ cells: [first, second, third.trim(), ...others.map((cell) => cell.trim())], place });
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
    throw new EvalError(`${place}: this is not JSON.`, { cause: error });
  }
}

function problemOf({ issues: [issue] }: z.ZodError): string {
  const name = issue?.path.join(".");
  return `${name ? `${name}: ` : ""}${issue?.message ?? "does not fit"}`.replace(/\.$/, "");
}
