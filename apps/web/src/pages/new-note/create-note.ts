import type { CreatedNote, CreateNoteInput } from "@knote/contract";
import type { Client } from "../../remote/trpc.ts";

/** Creates a note, which supersedes another if given. When the link fails, nothing is left of the note. */
export async function createNote(
  client: Client,
  fields: CreateNoteInput,
  replaces: string | undefined,
): Promise<CreatedNote> {
  const note = await client.notes.create.mutate(fields);
  if (replaces === undefined) return note;
  try {
    await client.links.create.mutate({ source_id: note.id, target_id: replaces, relation: "supersedes" });
  } catch (error) {
    await client.notes.delete.mutate({ id: note.id, purge: true });
    throw error;
  }
  return note;
}
