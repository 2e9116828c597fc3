import { LIMITS, type Note, type NoteType } from "@knote/contract";

/** What a person writes of a note. */
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

/** What one writes of a note; a claim that stands as its own content has nothing written beside it. */
export function fieldsOf({ title, content, note_type: type, tags, importance }: Pick<Note, FieldName>): NoteFields {
  return { title, content: content === title ? "" : content, note_type: type, tags, importance };
}

/** A note as it is saved: where nothing is written beside it, the claim stands as its content. */
export function savedFields(fields: NoteFields): NoteFields {
  return isClaimAlone(fields) ? { ...fields, content: fields.title.trim() } : fields;
}

export function isClaimAlone({ content }: Pick<NoteFields, "content">): boolean {
  return content.trim() === "";
}

/** The names of what differs; blanks around a text do not count. */
export function differences(one: NoteFields, other: NoteFields): FieldName[] {
  return NAMES.filter((name) => comparable(one[name]) !== comparable(other[name]));
}

/** The fields that differ from what they were, for an update. */
export function changesTo(base: NoteFields, fields: NoteFields) {
  const { title, content, note_type: type, tags, importance } = savedFields(fields);
  const changed = differences(savedFields(base), savedFields(fields));
  return {
    ...(changed.includes("title") && { title }),
    ...(changed.includes("content") && { content }),
    ...(changed.includes("note_type") && { note_type: type }),
    ...(changed.includes("tags") && { tags: [...tags] }),
    ...(changed.includes("importance") && { importance }),
  };
}

/**
 * Two people's changes of the same note: what only one of them changed is as they left it, and what both changed
 * differently is in conflict, where `merged` has mine.
 */
export function mergeFields(
  base: NoteFields,
  mine: NoteFields,
  theirs: NoteFields,
): { readonly merged: NoteFields; readonly conflicts: readonly FieldName[] } {
  const byMe = differences(base, mine);
  const byThem = differences(base, theirs).filter((name) => !byMe.includes(name));
  const merged = { ...mine, ...Object.fromEntries(byThem.map((name) => [name, theirs[name]])) };
  const differing = differences(mine, theirs);
  return {
    merged,
    conflicts: differences(base, theirs).filter((name) => byMe.includes(name) && differing.includes(name)),
  };
}

/** What keeps fields from being saved, a sentence for each that does. */
export type FieldProblems = Readonly<Partial<Record<FieldName, string>>>;

export function fieldProblems({ title, content, tags }: NoteFields): FieldProblems {
  const titleLimit = LIMITS.titleLength.toLocaleString("en");
  const contentLimit = LIMITS.contentLength.toLocaleString("en");
  return {
    ...(title.trim() === "" && { title: "A note needs its claim." }),
    ...(lengthOf(title) > LIMITS.titleLength && { title: `The claim is longer than ${titleLimit} characters.` }),
    ...(lengthOf(content) > LIMITS.contentLength && {
      content: `The explanation is longer than ${contentLimit} characters.`,
    }),
    ...(tags.length > LIMITS.tags && { tags: `A note has at most ${LIMITS.tags} tags.` }),
  };
}

/** In code points, as the server counts. */
export function lengthOf(text: string): number {
  return [...text.trim()].length;
}

function comparable(value: NoteFields[FieldName]): unknown {
  if (typeof value === "string") return value.trim();
  return Array.isArray(value) ? JSON.stringify(value) : value;
}
