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

export function fieldsOf({ title, content, note_type: type, tags, importance }: Pick<Note, FieldName>): NoteFields {
  return { title, content, note_type: type, tags, importance };
}

/** The names of what differs; blanks around a text do not count. */
export function differences(one: NoteFields, other: NoteFields): FieldName[] {
  return NAMES.filter((name) => comparable(one[name]) !== comparable(other[name]));
}

/** The fields that differ from what they were, for an update. */
export function changesTo(base: NoteFields, fields: NoteFields) {
  const changed = differences(base, fields);
  const { title, content, note_type: type, tags, importance } = fields;
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

/** What keeps the fields from being saved, in a sentence; null when nothing does. */
export function fieldsProblem({ title, content, tags }: NoteFields): string | null {
  if (title.trim() === "") return "A note needs its claim.";
  if (content.trim() === "") return "A note needs its explanation: why do you hold it?";
  if (lengthOf(title) > LIMITS.titleLength) return `The claim is longer than ${LIMITS.titleLength} characters.`;
  if (lengthOf(content) > LIMITS.contentLength) {
    return `The explanation is longer than ${LIMITS.contentLength.toLocaleString("en")} characters.`;
  }
  return tags.length > LIMITS.tags ? `A note has at most ${LIMITS.tags} tags.` : null;
}

/** In code points, as the server counts. */
export function lengthOf(text: string): number {
  return [...text.trim()].length;
}

function comparable(value: NoteFields[FieldName]): unknown {
  if (typeof value === "string") return value.trim();
  return Array.isArray(value) ? JSON.stringify(value) : value;
}
