import { LIMITS, type Note, type NoteType } from "@knote/contract";

/** The fields of a note that a user writes. */
export interface NoteFields {
  readonly title: string;
  readonly content: string;
  readonly note_type: NoteType;
  readonly tags: readonly string[];
  readonly importance: number;
}
export type FieldName = keyof NoteFields;

export const EMPTY_FIELDS: NoteFields = { title: "", content: "", note_type: "fact", tags: [], importance: 0.5 };
const NAMES = Object.keys(EMPTY_FIELDS) as readonly FieldName[];

/** Returns the editable fields of a note; a content that only repeats the claim becomes empty. */
export function fieldsOf({ title, content, note_type: type, tags, importance }: Pick<Note, FieldName>): NoteFields {
  return { title, content: content === title ? "" : content, note_type: type, tags, importance };
}

/** Returns the fields to save; an empty content is replaced by the claim. */
export function savedFields(fields: NoteFields): NoteFields {
  return isClaimAlone(fields) ? { ...fields, content: fields.title.trim() } : fields;
}

export function isClaimAlone({ content }: Pick<NoteFields, "content">): boolean {
  return content.trim() === "";
}

/** Returns the names of the fields that differ, ignoring whitespace around a text. */
export function differences(one: NoteFields, other: NoteFields): FieldName[] {
  return NAMES.filter((name) => comparable(one[name]) !== comparable(other[name]));
}

/** Returns the changed fields as the input of an update. */
export function changesTo(base: NoteFields, fields: NoteFields) {
  const { title, content, note_type: type, tags, importance } = savedFields(fields);
  const changedNames = differences(savedFields(base), savedFields(fields));
  return {
    ...(changedNames.includes("title") && { title }),
    ...(changedNames.includes("content") && { content }),
    ...(changedNames.includes("note_type") && { note_type: type }),
    ...(changedNames.includes("tags") && { tags: [...tags] }),
    ...(changedNames.includes("importance") && { importance }),
  };
}

/**
 * Merges the changes of two people to one note. A field that only one of them changed takes that change; a field that
 * both changed differently is a conflict, and `mergedFields` has my version of it.
 */
export function mergeFields(
  base: NoteFields,
  mine: NoteFields,
  theirs: NoteFields,
): { readonly mergedFields: NoteFields; readonly conflicts: readonly FieldName[] } {
  const byMe = differences(base, mine);
  const byThem = differences(base, theirs).filter((name) => !byMe.includes(name));
  const mergedFields = { ...mine, ...Object.fromEntries(byThem.map((name) => [name, theirs[name]])) };
  const differing = differences(mine, theirs);
  return {
    mergedFields,
    conflicts: differences(base, theirs).filter((name) => byMe.includes(name) && differing.includes(name)),
  };
}

/** One sentence for each field that keeps the note from being saved. */
export type FieldProblems = Readonly<Partial<Record<FieldName, string>>>;

export function fieldProblems({ title, content, tags }: NoteFields): FieldProblems {
  const titleLimit = LIMITS.titleLength.toLocaleString("en");
  const contentLimit = LIMITS.contentLength.toLocaleString("en");
  return {
    ...(title.trim() === "" && { title: "A note needs a claim." }),
    ...(lengthOf(title) > LIMITS.titleLength && { title: `The claim is longer than ${titleLimit} characters.` }),
    ...(lengthOf(content) > LIMITS.contentLength && {
      content: `The explanation is longer than ${contentLimit} characters.`,
    }),
    ...(tags.length > LIMITS.tags && { tags: `A note has at most ${LIMITS.tags} tags.` }),
  };
}

/** Counts code points, as the server does. */
export function lengthOf(text: string): number {
  return [...text.trim()].length;
}

function comparable(value: NoteFields[FieldName]): unknown {
  if (typeof value === "string") return value.trim();
  return Array.isArray(value) ? JSON.stringify(value) : value;
}
