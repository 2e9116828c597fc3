import type { NoteText, Storage } from "../ports/storage.ts";
import { noteWindows, windowText } from "../text/windows.ts";

/** The amount of work to embed some notes. */
export interface IndexingEstimate {
  readonly notes: number;
  readonly windows: number;
  /** Approximate: four code units per token, as in English. */
  readonly tokens: number;
}

const UNITS_A_TOKEN = 4;
const PAGE = 500;

export async function estimateIndexing(texts: AsyncIterable<NoteText>): Promise<IndexingEstimate> {
  let [notes, windows, units] = [0, 0, 0];
  for await (const text of texts) {
    const parts = noteWindows(text.content);
    notes++;
    windows += parts.length;
    for (const part of parts) units += windowText(text, part).length;
  }
  return { notes, windows, tokens: Math.ceil(units / UNITS_A_TOKEN) };
}

/** Yields the texts of all users that are due for a model. */
export async function* dueTexts({ notes, vectors }: Storage, model: string): AsyncGenerator<NoteText> {
  for (let after: string | undefined; ;) {
    const page = await vectors.due(model, PAGE, after);
    const byUser = Map.groupBy(page, ({ userId }) => userId);
    for (const [userId, due] of byUser) {
      yield* await notes.getMany(
        userId,
        due.map(({ noteId }) => noteId),
      );
    }
    after = page.at(-1)?.position;
    if (after === undefined) return;
  }
}
