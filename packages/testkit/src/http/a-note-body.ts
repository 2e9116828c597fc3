import type { CreateNoteInput } from "@knote/contract";

/** The body of a create. */
export function aNoteBody(
  title: string,
  content: string = `${title}, explained.`,
): Pick<CreateNoteInput, "title" | "content" | "note_type"> {
  return { title, content, note_type: "fact" };
}
