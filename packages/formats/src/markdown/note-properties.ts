import { NOTE_TYPES, RELATIONS, type NoteType, type Relation } from "@knote/contract";
import type { FrontMatterValue } from "./front-matter.ts";

/** The properties of a file that are Knote's, in the order in which they are written. */
export const PROPERTIES = [
  "knote",
  "title",
  "type",
  "tags",
  "importance",
  "archived",
  "created",
  "updated",
  ...RELATIONS,
  "not_linked",
] as const;
export type Property = (typeof PROPERTIES)[number];

/** Stands before a property whose plain name holds something else in a file. */
const PREFIX = "knote_";

const ID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;
const TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?)?$/i;

/** Reads a property of ours, by its own name or with the prefix; undefined where its value is a stranger's. */
export function readProperty(values: ReadonlyMap<string, unknown>, property: Property): unknown {
  const value = values.get(PREFIX + property);
  if (value !== undefined && isOurs(property, value)) return value;
  const plain = values.get(property);
  return plain !== undefined && isOurs(property, plain) ? plain : undefined;
}

/**
 * Returns what to change in a file's properties so that they say what `wantedValues` says. Values that already say so, and
 * strangers' values under our names, are not among the changes.
 */
export function changesOf(
  values: ReadonlyMap<string, unknown>,
  wantedValues: ReadonlyMap<Property, FrontMatterValue>,
): ReadonlyMap<string, FrontMatterValue | undefined> {
  const changes = new Map<string, FrontMatterValue | undefined>();
  for (const property of PROPERTIES) {
    const plain = values.get(property);
    const isStranger = plain !== undefined && plain !== null && !isOurs(property, plain);
    const key = isStranger || values.has(PREFIX + property) ? PREFIX + property : property;
    const next = wantedValues.get(property);
    if (!isSame(values.get(key), next)) changes.set(key, next);
  }
  return changes;
}

export function isNoteType(value: unknown): value is NoteType {
  return NOTE_TYPES.some((type) => type === value);
}

export function isRelation(value: unknown): value is Relation {
  return RELATIONS.some((relation) => relation === value);
}

/** Whether the text is a date, or a date with a time. */
export function isTime(value: unknown): value is string {
  return typeof value === "string" && TIME.test(value) && !Number.isNaN(Date.parse(value));
}

function isOurs(property: Property, value: unknown): boolean {
  switch (property) {
    case "knote":
      return typeof value === "string" && ID.test(value);
    case "title":
      return typeof value === "string" && value.trim() !== "";
    case "type":
      return isNoteType(value);
    case "importance":
      return typeof value === "number" && value >= 0 && value <= 1;
    case "archived":
      return typeof value === "boolean";
    case "created":
    case "updated":
      return isTime(value);
    default:
      return (
        typeof value === "string" || (Array.isArray(value) && value.every((one) => isText(one) || isBareLink(one)))
      );
  }
}

function isSame(value: unknown, next: FrontMatterValue | undefined): boolean {
  if (Array.isArray(value) && Array.isArray(next))
    return value.length === next.length && value.every((one, index) => one === next[index]);
  return value === next;
}

function isText(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** `[[A]]` without quotes is a list in a list. */
function isBareLink(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => isText(one) || (Array.isArray(one) && one.every(isText)));
}
