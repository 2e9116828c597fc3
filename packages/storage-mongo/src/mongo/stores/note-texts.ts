import type { NoteText } from "@knote/api";
import type { Collections } from "../collections/collections.ts";

/** The texts of all users' live notes: what embedding everything would take. */
export async function* noteTexts({ notes }: Pick<Collections, "notes">): AsyncGenerator<NoteText> {
  const texts = notes.find({ live: true }, { projection: { title: 1, content: 1 }, batchSize: 500 }).sort({ _id: 1 });
  for await (const { title, content } of texts) yield { title, content };
}
