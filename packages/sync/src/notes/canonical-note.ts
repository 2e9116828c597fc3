import { hash } from "node:crypto";
import { CreateNoteInput, type NoteType } from "@knote/contract";

/** What a note and its file both hold. Two notes are alike when their canonical forms are equal. */
export interface CanonicalNote {
  readonly title: string;
  readonly content: string;
  readonly note_type: NoteType;
  readonly tags: readonly string[];
  readonly importance: number;
  readonly archived: boolean;
}

/** Returns the form in which the server would store the note, or the sentence with which it would refuse it. */
export function canonicalNote({ archived, ...fields }: CanonicalNote): CanonicalNote | string {
  const result = CreateNoteInput.safeParse({ ...fields, tags: [...fields.tags] });
  return result.success ? { ...result.data, archived } : result.error.issues.map(({ message }) => message).join(" ");
}

/** Names the text and fields of a note. */
export function digestOfNote({ title, content, note_type, tags, importance, archived }: CanonicalNote): string {
  return sha256(JSON.stringify([title, content, note_type, tags, importance, archived]));
}

/** Names the bytes of a file. */
export function digestOfBytes(bytes: Uint8Array): string {
  return sha256(bytes);
}

export function digestOfText(text: string): string {
  return sha256(text);
}

function sha256(data: string | Uint8Array): string {
  return hash("sha256", data, "base64url");
}
