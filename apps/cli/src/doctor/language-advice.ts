import { areMostlyForeign } from "@knote/api";
import type { Config } from "@knote/config";
import { openFolder } from "../open-data.ts";

const ADVICE =
  "Most notes are not in English, which is what the embedder knows. EMBEDDING_MODEL=built-in-multilingual finds them by meaning: it fetches 66 MB once, then all notes are embedded again while the present vectors answer.";

/** Proposes the multilingual embedder where the English one is set and most notes are not in English. */
export async function languageAdvice({ models }: Config, dataDir: string): Promise<string[]> {
  if (models.embedding.kind !== "built-in" || models.embedding.model !== undefined) return [];
  const storage = await openFolder(dataDir);
  try {
    return (await areMostlyForeign(storage.noteTexts())) ? [ADVICE] : [];
  } finally {
    await storage.close();
  }
}
