import { guessType } from "./guess-type.ts";
import { differences, type NoteFields } from "./note-fields.ts";

/** The note as it was when writing began; for a new note, its initial fields. */
export interface WritingBase {
  readonly fields: NoteFields;
  /** 0 for a new note. */
  readonly revision: number;
}

/** A note being written. */
export interface Writing {
  readonly fields: NoteFields;
  /** Whether the type was chosen rather than guessed. */
  readonly typeChosen: boolean;
  readonly base: WritingBase;
}

/** Returns the fields, with a guessed type unless one was chosen. */
export function writtenFields({ fields, typeChosen }: Writing): NoteFields {
  return typeChosen ? fields : { ...fields, note_type: guessType(fields.title, fields.content) };
}

/** Whether there are changes to keep; a guessed type is none. */
export function isChanged({ base, fields, typeChosen }: Writing): boolean {
  const chosenFields = typeChosen ? fields : { ...fields, note_type: base.fields.note_type };
  return differences(base.fields, chosenFields).length > 0;
}

export function applyChange(writing: Writing, change: Partial<NoteFields>): Writing {
  const typeChosen = writing.typeChosen || change.note_type !== undefined;
  return { ...writing, typeChosen, fields: { ...writing.fields, ...change } };
}

/** Continues from the present state of the note, with these fields. */
export function rebase(writing: Writing, base: WritingBase, fields: NoteFields): Writing {
  return { ...writing, base, fields };
}

/** Makes the saved fields the new base; whatever was typed during the save counts as a change to it. */
export function markSaved(writing: Writing, sentFields: Partial<NoteFields>): Writing {
  return { ...writing, base: { ...writing.base, fields: { ...writing.base.fields, ...sentFields } } };
}
