import type { NoteText } from "@knote/api";
import type { Collections } from "../collections/collections.ts";

/** Yields the texts of all users' live notes, to estimate the cost of embedding everything. */
export async function* noteTexts({ notes }: Pick<Collections, "notes">): AsyncGenerator<NoteText> {
  const texts = notes.find({ live: true }, { projection: { title: 1, content: 1 }, batchSize: 500 }).sort({ _id: 1 });
  for await (const { title, content } of texts) yield { title, content };
}
