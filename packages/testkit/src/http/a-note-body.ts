import type { CreateNoteInput } from "@knote/contract";

/** Builds the body of a create. */
export function aNoteBody(
  title: string,
  content: string = `${title}, explained.`,
): Pick<CreateNoteInput, "title" | "content" | "note_type"> {
  return { title, content, note_type: "fact" };
}
