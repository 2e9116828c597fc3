import { existsSync } from "node:fs";
import { join } from "node:path";
import { EvalError } from "../eval-error.ts";
import { readJsonLines } from "../sets/read-lines.ts";
import { EpisodeLine, type Episode } from "./meme-lines.ts";

/** Reads the episodes of a folder; null when it has none, since the data is not part of the repository. */
export async function readMeme(folder: string): Promise<Episode[] | null> {
  const file = join(folder, "meme_facts.jsonl");
  if (!existsSync(file)) return null;
  const episodes = await readJsonLines(file, EpisodeLine);
  const ids = new Set<string>();
  for (const { id } of episodes) {
    if (ids.has(id)) throw new EvalError(`The episode ${id} occurs twice.`);
    ids.add(id);
  }
  return episodes;
}
