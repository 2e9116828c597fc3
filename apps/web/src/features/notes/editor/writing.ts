import { guessType } from "./guess-type.ts";
import { differences, type NoteFields } from "./note-fields.ts";

/** A note as it was when writing began; of a new one, as it is offered. */
export interface WritingBase {
  readonly fields: NoteFields;
  /** 0 of a new note. */
  readonly revision: number;
}

/** A note while it is written. */
export interface Writing {
  readonly fields: NoteFields;
  /** Whether its type was chosen rather than guessed. */
  readonly typeChosen: boolean;
  readonly base: WritingBase;
}

/** What is written, with the type that it reads like unless one was chosen. */
export function writtenFields({ fields, typeChosen }: Writing): NoteFields {
  return typeChosen ? fields : { ...fields, note_type: guessType(fields.title, fields.content) };
}

/** Whether there is something to keep; a guess is not. */
export function isChanged({ base, fields, typeChosen }: Writing): boolean {
  const chosen = typeChosen ? fields : { ...fields, note_type: base.fields.note_type };
  return differences(base.fields, chosen).length > 0;
}

export function changed(writing: Writing, change: Partial<NoteFields>): Writing {
  const typeChosen = writing.typeChosen || change.note_type !== undefined;
  return { ...writing, typeChosen, fields: { ...writing.fields, ...change } };
}

/** Goes on from what the note is now, with these fields. */
export function rebased(writing: Writing, base: WritingBase, fields: NoteFields): Writing {
  return { ...writing, base, fields };
}

/** What was sent is what the note is now; what was written while it was on its way is a change of that. */
export function saved(writing: Writing, sent: Partial<NoteFields>): Writing {
  return { ...writing, base: { ...writing.base, fields: { ...writing.base.fields, ...sent } } };
}
