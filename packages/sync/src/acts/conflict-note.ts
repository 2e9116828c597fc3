import { LIMITS } from "@knote/contract";
import { type CanonicalNote, canonicalNote, digestOfNote } from "../notes/canonical-note.ts";
import type { NewNote } from "../ports/sync-server.ts";

const TAG = "conflict";

/** Makes a note of a text that could not be merged. The same text of the same note has the same key. */
export function conflictNote(
  id: string,
  text: CanonicalNote,
  { folderName, now }: { folderName: string; now: number },
) {
  const time = new Date(now).toISOString().slice(0, 16).replace("T", " ");
  const mark = ` (conflict, ${[...folderName.trim()].slice(0, 60).join("")} ${time})`;
  const title =
    [...text.title]
      .slice(0, LIMITS.titleLength - [...mark].length)
      .join("")
      .trimEnd() + mark;
  const tags = text.tags.length < LIMITS.tags ? [...text.tags, TAG] : text.tags;
  const note = canonicalNote({ ...text, title, tags });
  if (typeof note === "string") throw new TypeError(note);
  return { key: `conflict:${id}:${digestOfNote(text)}`, note } satisfies NewNote;
}
