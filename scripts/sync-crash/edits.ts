import { mkdir, readdir, readFile, rename, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Api } from "../../packages/testkit/src/http/api-client.ts";
import type { Random } from "../bench/random.ts";

/** What was edited: each edit adds a word that stands nowhere else. */
export interface Ledger {
  edits: number;
  conflicts: number;
  /** Words that must stand somewhere. */
  readonly words: Set<string>;
}

interface Sides {
  readonly vault: string;
  readonly api: Api;
  readonly random: Random;
  readonly ledger: Ledger;
}

export function newLedger(): Ledger {
  return { edits: 0, conflicts: 0, words: new Set() };
}

/** Edits files as people and their editors do. */
export async function editFiles(sides: Sides, count: number): Promise<void> {
  for (let edit = 0; edit < count; edit++) {
    const { vault, random, ledger } = sides;
    const path = pick(random, await filesIn(vault));
    const chance = random();
    // The sync can move a file away meanwhile, as an editor would see it too.
    if (path !== undefined && chance < 0.1) await deleteFile(sides, path).catch(ignoreAbsence);
    else if (path !== undefined && chance < 0.2)
      await rename(path, join(vault, `Moved ${ledger.edits}-${edit}.md`)).catch(ignoreAbsence);
    else {
      const word = newWord(ledger);
      const isNew = path === undefined || chance < 0.4;
      const writing = isNew ? createFile(sides, word) : appendTo(path, word, { isInPlace: chance < 0.7, ledger });
      await writing.catch((error: unknown) => {
        ledger.words.delete(word);
        ignoreAbsence(error);
      });
    }
  }
}

function ignoreAbsence(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
}

/** Edits notes at the service. */
export async function editNotes({ api, random, ledger }: Sides, count: number): Promise<void> {
  const { notes } = (await api("GET", "/api/graph/notes")).body as { notes: { id: string; content: string }[] };
  for (let edit = 0; edit < count; edit++) {
    const note = pick(random, notes);
    const chance = random();
    if (note !== undefined && chance < 0.15) {
      await api("DELETE", `/api/workspace/notes/${note.id}`);
      continue;
    }
    const word = newWord(ledger);
    const answer =
      note === undefined || chance < 0.3
        ? await api("POST", "/api/workspace/notes", { title: `Note ${word}`, content: word, note_type: "fact" })
        : await api("PUT", `/api/workspace/notes/${note.id}`, { content: `${word}\n\n${note.content}` });
    // A note that was deleted takes no word.
    if (answer.status >= 400) ledger.words.delete(word);
  }
}

function newWord(ledger: Ledger): string {
  const word = `word${++ledger.edits}x`;
  ledger.words.add(word);
  return word;
}

async function createFile({ vault, random }: Sides, word: string): Promise<void> {
  const folder = random() < 0.5 ? vault : join(vault, "Sub");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `File ${word}.md`), `${word}\n`, { flag: "wx" });
}

/** What the deleter has not let a sync see first is nobody's to keep. */
async function deleteFile({ ledger }: Sides, path: string): Promise<void> {
  const text = await readFile(path, "utf8");
  await unlink(path);
  for (const [word] of text.matchAll(/word\d+x/g)) ledger.words.delete(word);
}

async function appendTo(
  path: string,
  word: string,
  { isInPlace, ledger }: { readonly isInPlace: boolean; readonly ledger: Ledger },
): Promise<void> {
  const text = `${await readFile(path, "utf8")}\n${word}\n`;
  if (isInPlace) return await writeFile(path, text, { flag: "r+" });
  const temporary = join(dirname(path), `.save-${ledger.edits}.tmp`);
  await writeFile(temporary, text);
  await rename(temporary, path);
}

async function filesIn(vault: string): Promise<string[]> {
  const entries = await readdir(vault, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /^[^.].*\.md$/.test(entry.name) && !entry.parentPath.includes("/.knote"))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

function pick<T>(random: Random, all: readonly T[]): T | undefined {
  return all[Math.floor(random() * all.length)];
}
