import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type * as z from "zod";
import { EvalError } from "../eval-error.ts";
import { readJsonLines } from "../sets/read-lines.ts";
import { LinkLine, NoteLine, QuestionLine, type VaultLink, type VaultNote, type VaultQuestion } from "./vault-lines.ts";

export interface Vault {
  readonly notes: readonly VaultNote[];
  readonly links: readonly VaultLink[];
  readonly questions: readonly VaultQuestion[];
  /** Keys of the notes that a `supersedes` link points at. */
  readonly superseded: ReadonlySet<string>;
}

/** Reads a vault whole. A key that occurs twice or names no note is an `EvalError`. */
export async function readVault(folder: string): Promise<Vault> {
  const notes = await readFileOf(folder, "notes.jsonl", NoteLine);
  const links = await readFileOf(folder, "links.jsonl", LinkLine);
  const questions = await readFileOf(folder, "questions.jsonl", QuestionLine);
  const keys = uniqueKeys(notes);
  uniqueKeys(questions);
  for (const { source, target } of links) requireNotes(keys, "A link", [source, target]);
  for (const question of questions)
    if (!question.abstain)
      requireNotes(keys, `The question ${question.key}`, [...question.sources, ...question.partly]);
  const superseded = new Set(links.flatMap(({ relation, target }) => (relation === "supersedes" ? [target] : [])));
  return { notes, links, questions, superseded };
}

async function readFileOf<T>(folder: string, name: string, schema: z.ZodType<T>): Promise<T[]> {
  const file = join(folder, name);
  if (!existsSync(file)) throw new EvalError(`There is no file ${resolve(file)}.`);
  return readJsonLines(file, schema);
}

function uniqueKeys(lines: readonly { readonly key: string }[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { key } of lines) {
    if (keys.has(key)) throw new EvalError(`The key ${key} occurs twice.`);
    keys.add(key);
  }
  return keys;
}

function requireNotes(keys: ReadonlySet<string>, owner: string, names: readonly string[]): void {
  for (const name of names) if (!keys.has(name)) throw new EvalError(`${owner} names ${name}, which is not a note.`);
}
